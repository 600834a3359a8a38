//! A table of texts, in every form that commands print.

use super::wrapped;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};

/// The columns of a usual terminal.
pub const WIDTH: usize = 80;

/// The least width of a column of names: the cells of numbers are broken between words before it is
/// made narrower.
const LEAST_NAME: usize = 10;

/// A table: the first column names the row, the others hold its values.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TextTable {
    /// What it shows; empty if that is said elsewhere.
    pub title: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Makes a table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { title: title.into(), columns, rows: Vec::new() }
    }

    /// Returns the table for a terminal, with a line end. Columns that do not fit follow below, again
    /// behind the first one.
    pub fn text(&self) -> String {
        let mut text = match self.title.as_str() {
            "" => String::new(),
            title => format!("{}\n", wrapped(title, 0)),
        };
        for sheet in self.sheets() {
            text += &self.sheet(&sheet);
        }
        text
    }

    /// These columns as a table for a terminal.
    fn sheet(&self, sheet: &[usize]) -> String {
        let chosen = |cells: &Vec<String>| -> Vec<String> {
            sheet.iter().filter_map(|&i| cells.get(i).cloned()).collect()
        };
        let columns = chosen(&self.columns);
        let rows: Vec<Vec<String>> = self.rows.iter().map(chosen).collect();
        let names: Vec<bool> = sheet.iter().map(|&i| self.is_text(i)).collect();
        let mut table = comfy_table::Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_header(&columns);
        table.add_rows(&rows);
        fit(&mut table, &columns, &rows, &names);
        for (column, _) in table.column_iter_mut().zip(&names).filter(|(_, name)| !**name) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{table}\n")
    }

    /// The columns of each table that a terminal shows: all of them, or as many as fit behind the
    /// first.
    fn sheets(&self) -> Vec<Vec<usize>> {
        // A column has two blanks and a border besides its contents.
        let width = |i: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(i));
            let least = cells.chain(self.columns.get(i)).map(|cell| longest_word(cell)).max();
            let least = least.unwrap_or_default().max(1);
            3 + if self.is_text(i) { least.min(LEAST_NAME) } else { least }
        };
        let first = width(0) + 1;
        let (mut sheets, mut taken) = (vec![vec![0]], first);
        for i in 1..self.columns.len() {
            if taken + width(i) > WIDTH && taken > first {
                sheets.push(vec![0]);
                taken = first;
            }
            sheets.last_mut().expect("there is one").push(i);
            taken += width(i);
        }
        sheets
    }

    /// Whether a column holds names rather than numbers.
    fn is_text(&self, column: usize) -> bool {
        let begins = |row: &Vec<String>| {
            row.get(column).is_some_and(|cell| cell.starts_with(char::is_alphabetic))
        };
        self.rows.iter().any(begins)
    }

    /// Returns the table as Markdown, with a heading.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = format!("|---{}|\n", "|---:".repeat(self.columns.len().saturating_sub(1)));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("## {}\n\n{}{rule}{rows}", self.title, line(&self.columns))
    }

    /// Returns the table as comma-separated values with a header line; a cell whose dash means that
    /// there is no value is empty.
    ///
    /// # Errors
    /// A row has a different number of cells than the header.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| if cell == "–" { "" } else { cell }))?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The characters of a text's longest word.
fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or_default()
}

/// Makes a table that is too wide fit a usual terminal. First the headings of numbers take several
/// lines. Then names are broken, and what accompanies a number, such as an interval, goes below it.
/// Numbers are never broken.
fn fit(table: &mut comfy_table::Table, columns: &[String], rows: &[Vec<String>], names: &[bool]) {
    if table.to_string().lines().all(|line| line.chars().count() <= WIDTH) {
        return;
    }
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    let cells = |i: usize| rows.iter().filter_map(move |row| row.get(i));
    let whole = |i: usize| cells(i).map(|cell| cell.chars().count()).max().unwrap_or_default();
    let words = |i: usize| cells(i).map(|cell| longest_word(cell)).max().unwrap_or_default();
    let least = |i: usize, cell: usize| cell.max(longest_word(&columns[i])).max(1);
    let numbers = || (0..columns.len()).filter(|i| !names[*i]);
    // A column has two blanks and a border besides its contents.
    let taken: usize = numbers().map(|i| least(i, whole(i)) + 3).sum();
    let left = (columns.len() - numbers().count()) * (LEAST_NAME + 3);
    let broken = taken + left + 1 > WIDTH;
    for (i, column) in table.column_iter_mut().enumerate().filter(|(i, _)| !names[*i]) {
        let width = least(i, if broken { words(i) } else { whole(i) }) as u16;
        let padding = column.padding_width();
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width + padding)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_fits_a_terminal_and_no_number_is_broken() {
        let columns: Vec<String> = (0..7).map(|i| format!("against player {i}")).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut sheet = TextTable::new("", &columns);
        sheet.rows.push(vec!["12345 (0.25".to_owned(); 7]);
        let text = sheet.text();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!((text.matches("12345").count(), text.matches("(0.25").count()), (7, 7));
    }

    #[test]
    fn columns_that_do_not_fit_follow_behind_the_names() {
        let columns: Vec<String> = (0..15).map(|i| format!("measure{i}")).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut sheet = TextTable::new("many", &columns);
        let cells = (0..15).map(|i| if i == 0 { "dfpn".to_owned() } else { format!("{i}.5") });
        sheet.rows.push(cells.collect());
        let text = sheet.text();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.matches("dfpn").count() > 1 && text.matches("many").count() == 1, "{text}");
        assert!((1..15).all(|i| text.matches(&format!(" {i}.5 ")).count() == 1), "{text}");
    }

    #[test]
    fn a_sheet_is_written_in_every_form() {
        let mut sheet = TextTable::new("wins", &["player", "won"]);
        sheet.rows.push(vec!["a|b, c".to_owned(), "3".to_owned()]);
        assert_eq!(sheet.markdown(), "## wins\n\n| player | won |\n|---|---:|\n| a\\|b, c | 3 |\n");
        assert_eq!(sheet.csv().unwrap(), "player,won\n\"a|b, c\",3\n");
        assert!(sheet.text().contains("a|b, c"));
    }
}
