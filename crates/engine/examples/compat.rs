//! Writes COMPAT.md to standard output: the parts of MongoDB's manual that the engine supports.
//!
//! `compat/<kind>.txt` lists the manual's names of one kind. A line is `# <heading>`, or `<name> (<option>
//! …) | <status>: <reason>`; everything except the name is optional. The engine's own tables determine
//! whether a name is supported, and with which options. A reason that contradicts them is an error, as is a
//! supported name that the list lacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use engine::command::{GENERIC_FIELDS, find_command};

/// The kinds in page order: file and kind, heading, text of the file.
const KINDS: &[(&str, &str, &str)] = &[
    ("feature", "Features", include_str!("../compat/feature.txt")),
    ("query", "Query operators", include_str!("../compat/query.txt")),
    ("update", "Update operators", include_str!("../compat/update.txt")),
    ("modifier", "Modifiers and placeholders of updates", include_str!("../compat/modifier.txt")),
    ("stage", "Aggregation stages", include_str!("../compat/stage.txt")),
    ("accumulator", "Accumulators", include_str!("../compat/accumulator.txt")),
    ("window", "Window operators", include_str!("../compat/window.txt")),
    ("expression", "Aggregation expressions", include_str!("../compat/expression.txt")),
    ("command", "Commands", include_str!("../compat/command.txt")),
];

const INTRODUCTION: &str = "\
# Compatibility

What the engine supports of [MongoDB 8.0's manual](https://www.mongodb.com/docs/v8.0/reference/), as a
single node. Anything else is refused with an error that names it; nothing is silently ignored.

This page is generated from the engine's own tables: `cargo xtask compat` writes it.
";

fn main() -> ExitCode {
    let mut faults = Vec::new();
    let page = page(&mut faults);
    for fault in &faults {
        eprintln!("{fault}");
    }
    if faults.is_empty() {
        print!("{page}");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the supported names of one kind with their summaries.
fn present(kind: &str, faults: &mut Vec<String>) -> BTreeMap<String, &'static str> {
    let mut present = BTreeMap::new();
    let accumulates = |entry: &engine::HelpEntry| kind == "window" && entry.over_windows;
    for entry in engine::help().filter(|entry| entry.kind == kind || accumulates(entry)) {
        let help = entry.help;
        if help.summary.is_empty() || help.example.code.is_empty() {
            faults.push(format!("{kind} {}: no summary or no example", help.name));
        }
        if !help.name.starts_with("dojo") && !help.name.starts_with("$_") {
            present.insert(help.name.to_owned(), help.summary);
        }
    }
    present
}

/// A line of a list.
struct Line<'t> {
    name: &'t str,
    options: Vec<&'t str>,
    status: Option<&'t str>,
    reason: &'t str,
}

impl<'t> Line<'t> {
    fn read(text: &'t str) -> Self {
        let (head, note) = text.split_once(" | ").unwrap_or((text, ""));
        let (name, options) = head.split_once(" (").unwrap_or((head, ""));
        let (status, reason) = note.split_once(": ").unwrap_or((note, ""));
        Line {
            name: name.trim(),
            options: options.trim_end_matches(')').split_whitespace().collect(),
            status: Some(status).filter(|status| !status.is_empty()),
            reason,
        }
    }
}

/// A row of the page.
struct Row<'t> {
    name: &'t str,
    status: &'t str,
    note: String,
}

fn page(faults: &mut Vec<String>) -> String {
    let mut tables = String::new();
    let mut totals = String::from("\n| | yes | partly | no |\n| --- | --- | --- | --- |\n");
    for (kind, title, list) in KINDS {
        let mut present = present(kind, faults);
        let mut counts = [0; 3];
        let _ = writeln!(tables, "\n## {title}");
        for line in list.lines().filter(|line| !line.trim().is_empty()) {
            if let Some(heading) = line.strip_prefix("# ") {
                let _ = writeln!(tables, "\n### {heading}\n\n| Name | | |\n| --- | --- | --- |");
                continue;
            }
            let line = Line::read(line);
            let row = match row(kind, &line, &mut present) {
                Ok(row) => row,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            counts[["yes", "partly", "no"].iter().position(|s| *s == row.status).unwrap_or(2)] += 1;
            let quote = if *kind == "feature" { "" } else { "`" };
            let note = row.note.replace('|', "\\|");
            let _ = writeln!(tables, "| {quote}{}{quote} | {} | {note} |", row.name, row.status);
        }
        faults.extend(present.keys().map(|name| format!("compat/{kind}.txt does not list {name}")));
        let [yes, partly, no] = counts;
        let _ = writeln!(totals, "| {title} | {yes} | {partly} | {no} |");
    }
    format!("{INTRODUCTION}{totals}{tables}")
}

fn row<'t>(
    kind: &str,
    line: &Line<'t>,
    present: &mut BTreeMap<String, &'static str>,
) -> Result<Row<'t>, String> {
    let name = line.name;
    if kind == "feature" {
        let status = line.status.ok_or_else(|| format!("compat/feature.txt: {name} has no status"))?;
        return Ok(Row { name, status, note: line.reason.to_owned() });
    }
    let summary = present.remove(name).or_else(|| find_command(name).map(|command| command.summary));
    match (summary, line.status) {
        (Some(_), Some("no")) => Err(format!("compat/{kind}.txt: {name} is there")),
        (Some(summary), status) => {
            let missing = missing_options(line);
            let mut note = summary.to_owned();
            if !line.reason.is_empty() {
                let _ = write!(note, " But: {}.", line.reason);
            }
            if !missing.is_empty() {
                let _ = write!(note, " Refused: `{}`.", missing.join("`, `"));
            }
            let status = status.unwrap_or(if missing.is_empty() { "yes" } else { "partly" });
            Ok(Row { name, status, note })
        }
        (None, Some("no")) => Ok(Row { name, status: "no", note: format!("{}.", line.reason) }),
        (None, Some(_)) => Err(format!("compat/{kind}.txt: {name} is not there")),
        (None, None) => Ok(Row { name, status: "no", note: "Refused by name.".to_owned() }),
    }
}

/// Returns the manual's options that the command doesn't support.
fn missing_options<'t>(line: &Line<'t>) -> Vec<&'t str> {
    let Some(command) = find_command(line.name) else { return Vec::new() };
    let takes = |option: &str| command.fields.contains(&option) || GENERIC_FIELDS.contains(&option);
    line.options.iter().copied().filter(|option| !takes(option)).collect()
}
