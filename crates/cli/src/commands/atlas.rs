//! `amazons atlas`: which regions have a value, or a value with properties.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::outputs;
use crate::options::tables_dir::TablesDir;
use crate::options::values::parse_positive;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::answers::{
    Atlas, AtlasAnswer, AtlasError, AtlasQuestion, AtlasRegion, Condition, Extreme, TableSurvey,
};
use amazons::board::{Cell, Color, Position, Square};
use amazons::tables::{Material, TableError};
use amazons::util::terminal::stdout;
use amazons_lab::drawing::{TextTable, atlas_page, atlas_sheet, wrapped};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// The regions of a page, if nothing else is said.
const PAGE: usize = 300;

/// What the atlas answered.
enum Answered {
    Regions(AtlasAnswer),
    Survey(Vec<TableSurvey>),
}

/// What the examples of the help are.
const EXAMPLES: &str = "\
Examples:
  amazons atlas '1/8'                         the smallest regions worth 1/8
  amazons atlas '{3|{1|0}}' --count 20        more of them
  amazons atlas --temperature '>=3' --class 1v1   the smallest hot regions
  amazons atlas --nimber --mean 0             *, *2: all nimbers that occur
  amazons atlas --defective --squares 7       fillings that leave squares empty";

/// Find the smallest regions with a game value, or with a property.
///
/// Regions are looked up in tables of game values: in those of --tables, or in the program's own. An
/// answer about properties has one region for each value. Conditions on numbers are a number, such
/// as 3/4, a number behind >=, >, <= or <, or LEAST..MOST. A value and its negative count once, and so
/// do regions that differ by a symmetry or by the colours.
#[derive(Debug, Args)]
#[command(before_long_help = EXAMPLES)]
pub struct AtlasCommand {
    /// A value in the notation of game values, e.g. '1/8', '*2', '^' or '{3|{1|0}}'.
    #[arg(allow_hyphen_values = true)]
    value: Option<String>,
    /// Values of this temperature, e.g. '>=5'.
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    temperature: Option<Condition>,
    /// Values of this mean.
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    mean: Option<Condition>,
    /// Numbers.
    #[arg(long)]
    number: bool,
    /// Nimbers; 0 is one.
    #[arg(long)]
    nimber: bool,
    /// Infinitesimals; 0 is one.
    #[arg(long)]
    infinitesimal: bool,
    /// All-small values; 0 is one.
    #[arg(long)]
    all_small: bool,
    /// Switches {x|y} of numbers.
    #[arg(long)]
    switch: bool,
    /// Tiny and miny x with a number x.
    #[arg(long)]
    tiny: bool,
    /// All-small values of this atomic weight: a condition, or a game such as '1*'.
    #[arg(long, value_name = "WEIGHT", allow_hyphen_values = true)]
    atomic_weight: Option<String>,
    /// One-sided regions whose longest filling leaves squares empty, one or more if no number is
    /// given.
    #[arg(
        long, value_name = "CONDITION", num_args = 0..=1, default_missing_value = ">=1",
        require_equals = true
    )]
    defective: Option<Condition>,
    /// Regions with these amazons, e.g. 2v1; the colours may be swapped.
    #[arg(long)]
    class: Option<Material>,
    /// Regions with so many squares, amazons included.
    #[arg(long, value_name = "CONDITION")]
    squares: Option<Condition>,
    /// Maximum number of regions; by default 4 of a value, 10 with properties, and 300 on a page.
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    count: Option<usize>,
    /// Also draw the regions on one sheet.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write a page with boards and thermographs, which needs no other file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Instead count the values of each class and size, which takes a look at every region.
    #[arg(long, conflicts_with_all = [
        "value", "temperature", "mean", "number", "nimber", "infinitesimal", "all_small", "switch",
        "tiny", "atomic_weight", "defective", "count", "svg", "html",
    ])]
    survey: bool,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl AtlasCommand {
    fn question(&self) -> AtlasQuestion {
        AtlasQuestion {
            value: self.value.clone(),
            temperature: self.temperature,
            mean: self.mean,
            number: self.number,
            nimber: self.nimber,
            infinitesimal: self.infinitesimal,
            all_small: self.all_small,
            switch: self.switch,
            tiny: self.tiny,
            atomic_weight: self.atomic_weight.clone(),
            defect: self.defective,
            class: self.class,
            squares: self.squares,
            count: self.count.or(self.html.is_some().then_some(PAGE)),
        }
    }

    /// The conditions in words.
    fn words(&self) -> String {
        let mut words: Vec<String> =
            self.value.iter().map(|value| format!("worth {value}")).collect();
        let conditions = [
            ("temperature", &self.temperature),
            ("mean", &self.mean),
            ("defect", &self.defective),
            ("squares", &self.squares),
        ];
        for (name, condition) in conditions {
            words.extend(condition.as_ref().map(|condition| format!("{name} {condition}")));
        }
        let properties = [
            ("numbers", self.number),
            ("nimbers", self.nimber),
            ("infinitesimals", self.infinitesimal),
            ("all small", self.all_small),
            ("switches", self.switch),
            ("tiny", self.tiny),
        ];
        words.extend(properties.into_iter().filter(|(_, is)| *is).map(|(name, _)| name.to_owned()));
        words.extend(self.atomic_weight.iter().map(|weight| format!("atomic weight {weight}")));
        words.extend(self.class.map(|class| class.to_string()));
        if words.is_empty() {
            "The smallest regions of each value".to_owned()
        } else {
            format!("Regions: {}", words.join(", "))
        }
    }

    /// Runs the command.
    pub fn run(self) -> Exit {
        let question = self.question();
        let abort = interrupt_flag();
        let tables = self.tables.of_values()?;
        let atlas = Atlas::of(tables, &abort).map_err(AtlasError::from);
        let answered = atlas.and_then(|atlas| match self.survey {
            true => atlas.survey(&question, &abort).map(Answered::Survey),
            false => atlas.ask(&question, &abort).map(Answered::Regions),
        });
        let answer = match answered {
            Err(AtlasError::Table(TableError::Interrupted)) => {
                say_if_interrupted();
                return Ok(Status::Negative);
            }
            Ok(Answered::Survey(tables)) => return print_survey(&tables, self.format),
            Ok(Answered::Regions(answer)) => answer,
            Err(error) => return Err(error.into()),
        };
        if !answer.found.is_empty() {
            if let Some(path) = &self.svg {
                outputs::write(path, &[], &atlas_sheet(&answer))?;
            }
            if let Some(path) = &self.html {
                outputs::write(path, &[], &atlas_page(&self.words(), &answer))?;
            }
        }
        let mut out = outputs::beside_any(self.svg.as_deref().or(self.html.as_deref()));
        match (self.format, &self.html) {
            (Format::Json, _) => print_json(&mut out, &answer)?,
            (Format::Text, Some(path)) if !answer.found.is_empty() => {
                let regions = number(answer.found.len() as u64, "region");
                writeln!(out, "{}: {regions}", path.display())?;
            }
            (Format::Text, _) => print(&mut out, &question, &answer)?,
        }
        if answer.found.is_empty() {
            let what = if question.value.is_some() { "this value" } else { "such a value" };
            match answer.searched.is_empty() {
                true => {
                    say!("no table was searched: the tables have no regions of this class and size")
                }
                false => say!("no region with {what}; searched: {}", answer.searched_text()),
            }
            return Ok(Status::Negative);
        }
        Ok(Status::Done)
    }
}

/// Prints counts of the values of tables.
fn print_survey(tables: &[TableSurvey], format: Format) -> Exit {
    let out = &mut stdout();
    let amount = |extreme: &Option<Extreme>| {
        extreme.as_ref().map_or_else(|| "-".to_owned(), |extreme| extreme.amount.to_string())
    };
    let columns = [
        "table",
        "regions",
        "values",
        "numbers",
        "switches",
        "infinitesimals",
        "nimbers",
        "hottest",
        "largest gap",
    ];
    let mut rows = TextTable::new("", &columns);
    for table in tables {
        if format == Format::Json {
            print_json(out, table)?;
            continue;
        }
        let TableSurvey { regions, values, numbers, switches, infinitesimals, nimbers, .. } = table;
        let counts = [values, numbers, switches, infinitesimals, nimbers];
        let part = if table.complete { "" } else { " (a part)" };
        let mut row = vec![format!("{}-{}{part}", table.class, table.squares), regions.to_string()];
        row.extend(counts.map(ToString::to_string));
        row.extend([amount(&table.hottest), amount(&table.largest_gap)]);
        rows.rows.push(row);
    }
    if tables.is_empty() {
        say!("no table was searched: the tables have no regions of this class and size");
        return Ok(Status::Negative);
    }
    if format == Format::Text {
        write!(out, "{}", rows.text())?;
    }
    Ok(Status::Done)
}

/// Prints an answer for people.
fn print(out: &mut impl Write, question: &AtlasQuestion, answer: &AtlasAnswer) -> io::Result<()> {
    if answer.found.is_empty() {
        return Ok(());
    }
    let AtlasAnswer { values, regions, .. } = *answer;
    let head = match (&question.value, &answer.value) {
        (None, _) => {
            format!("{}, in {}", number(values as u64, "value"), number(regions, "region"))
        }
        (Some(text), Some(value)) if text != value => {
            format!("{text} = {value}: {}", number(regions, "region"))
        }
        (Some(text), _) => format!("{text}: {}", number(regions, "region")),
    };
    let shown = match answer.found.len() as u64 {
        shown if question.value.is_some() && shown == regions => String::new(),
        shown if question.value.is_none() && shown == values as u64 => String::new(),
        1 => "; the smallest".to_owned(),
        shown => format!("; the smallest {shown}"),
    };
    writeln!(out, "{}", wrapped(&format!("{head}{shown}"), 2))?;
    for region in &answer.found {
        writeln!(out)?;
        print_region(out, region, question.value.is_none())?;
    }
    writeln!(out, "\n{}", wrapped(&format!("searched: {}", answer.searched_text()), 2))
}

/// A number with a noun.
fn number(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Prints a region: its board, and beside it what is known of it.
fn print_region(out: &mut impl Write, region: &AtlasRegion, counted: bool) -> io::Result<()> {
    let board = rows(&region.position);
    let worth = &region.worth;
    let value = worth.game_value.as_deref().unwrap_or("(too long to print)");
    let squares = number(region.squares as u64, "square");
    let mut facts = vec![format!("{value}  {}, {squares}", region.class)];
    if let (Some(mean), Some(temperature)) = (worth.mean, worth.temperature) {
        let stops = worth.left_stop.zip(worth.right_stop);
        let stops =
            stops.map_or(String::new(), |(left, right)| format!("  stops {left} and {right}"));
        facts.push(format!("mean {mean}  temperature {temperature}{stops}"));
    }
    let scores = [Color::White, Color::Black].map(|first| region.score(first));
    if let [Some(white), Some(black)] = scores {
        facts.push(format!("White first {white}  Black first {black}"));
    }
    let mut properties = region.properties.join(", ");
    if let Some(Some(weight)) = &region.atomic_weight {
        properties += &format!(", atomic weight {weight}");
    }
    if let Some(defect) = region.defect.filter(|defect| *defect > 0) {
        properties += &format!(", defect {defect}");
    }
    if !properties.is_empty() {
        facts.push(properties);
    }
    if counted {
        facts.push(number(region.regions, "region"));
    }
    facts.push(region.fen.clone());
    let width = board.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let facts: Vec<String> = facts
        .iter()
        .flat_map(|fact| {
            let indented = wrapped(&format!("{}{fact}", " ".repeat(width + 4)), width + 6);
            indented.lines().map(|line| line.chars().skip(width + 4).collect()).collect::<Vec<_>>()
        })
        .collect();
    for line in 0..board.len().max(facts.len()) {
        let row = board.get(line).map_or("", String::as_str);
        let fact = facts.get(line).map_or("", String::as_str);
        writeln!(out, "{}", format!("  {row:width$}  {fact}").trim_end())?;
    }
    Ok(())
}

/// A board as lines of text, the highest rank first.
fn rows(position: &Position) -> Vec<String> {
    let row = |rank: usize| {
        let cells =
            (0..position.width()).map(|file| match position.cell(Square::new(file, rank)) {
                Cell::Empty => ".",
                Cell::Blocked => "#",
                Cell::Amazon(Color::White) => "W",
                Cell::Amazon(Color::Black) => "B",
            });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..position.height()).rev().map(row).collect()
}
