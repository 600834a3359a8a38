//! The tables for LaTeX, with `booktabs`.

use super::report_data::Report;
use super::tables::{Table, tables};
use std::fmt::Write;

/// Tables with more columns than this are set smaller.
const MANY_COLUMNS: usize = 6;

/// Every table of the report, as a file for `\\input`.
pub fn latex(report: &Report) -> String {
    let mut out = String::from(
        "% Tables of a study; in the preamble: \\usepackage[T1]{fontenc} \\usepackage{booktabs}\n",
    );
    for table in tables(report) {
        out += &render(&table);
    }
    out
}

/// A table: names in the first column to the left, numbers to the right.
fn render(table: &Table) -> String {
    let cells = |cells: &[String]| cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>();
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let columns = table.columns.len();
    let alignment = format!("l{}", "r".repeat(columns.saturating_sub(1)));
    let size = if columns > MANY_COLUMNS { "\\scriptsize" } else { "\\small" };
    let mut out = String::new();
    let _ = write!(
        out,
        "\n\\begin{{table}}\n\\centering{size}\n\\caption{{{}. {}}}\n\\label{{tab:{}}}\n\
         \\begin{{tabular}}{{@{{}}{alignment}@{{}}}}\n\\toprule\n",
        escape(table.title.trim_end_matches('.')),
        escape(&table.note),
        table.name
    );
    out += &line(cells(&table.columns));
    out += "\\midrule\n";
    for row in &table.rows {
        out += &line(cells(row));
    }
    out += "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
    out
}

/// A text in which every character stands for itself.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            // Two of them would become a dash.
            '-' => out.push_str("{-}"),
            '–' => out.push_str("--"),
            '−' => out.push_str("$-$"),
            'µ' => out.push_str("\\textmu{}"),
            '…' => out.push_str("\\dots{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_themselves() {
        assert_eq!(
            escape("engine:./my_solver --fast {a} 5 % \\x"),
            "engine:./my\\_solver {-}{-}fast \\{a\\} 5 \\% \\textbackslash{}x"
        );
        assert_eq!(
            escape("2 – 3 < 4\n#&$~^"),
            "2 -- 3 \\textless{} 4 \\#\\&\\$\\textasciitilde{}\\textasciicircum{}"
        );
    }

    #[test]
    fn a_table_has_a_caption_a_label_and_rules() {
        let table = Table {
            name: "solved",
            title: "Solved".into(),
            note: "5 % are open.".into(),
            columns: vec!["method".into(), "solved %".into()],
            rows: vec![vec!["a_b".into(), "97.5".into()]],
        };
        let expected = "\n\\begin{table}\n\\centering\\small\n\\caption{Solved. 5 \\% are open.}\n\
                        \\label{tab:solved}\n\\begin{tabular}{@{}lr@{}}\n\\toprule\n\
                        method & solved \\% \\\\\n\\midrule\na\\_b & 97.5 \\\\\n\
                        \\bottomrule\n\\end{tabular}\n\\end{table}\n";
        assert_eq!(render(&table), expected);
    }
}
