//! docs/formats.md has a row for every format.

use amazons::records::formats::FORMATS;
use std::path::Path;

#[test]
fn the_page_of_formats_says_of_each_whether_it_is_read_and_written() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let page = std::fs::read_to_string(page).unwrap();
    for format in FORMATS {
        let written = if format.writes() { "yes" } else { "" };
        let row = format!("| `{}` | yes | {written} |", format.name).replace("|  |", "| |");
        assert!(page.contains(&row), "{row}");
    }
}
