//! `cargo xtask tidy`: house rules that no compiler checks.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::counts::Counts;
use crate::{compat, harness, layers, steps, words};

/// Lines that a source file may have.
const LONGEST: usize = 600;

/// Languages whose files have the limits.
const SOURCES: &[&str] = &["rs", "ts", "mjs", "js", "css"];

/// Other texts that are written for people.
const PROSE: &[&str] = &["md", "toml"];

/// Written by `cargo xtask compat`, from the manual's names.
const GENERATED: &str = "COMPAT.md";

/// Table entries: a file that declares one has to be in its folder's table.
const ENTRIES: &[&str] = &["ACCUMULATOR", "COMMAND", "MODIFIER", "OPERATOR", "STAGE"];

/// Marks of unfinished work. In two parts, so as not to find itself.
const UNFINISHED: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("dbg", "!("),
];

/// A file, with its path relative to the repository.
struct Source {
    path: PathBuf,
    text: String,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("expected no arguments, not {arguments:?}");
    }
    let counts = check()?;
    println!("{} passed, {} failed", counts.passed, counts.failed);
    if counts.failed == 0 { Ok(()) } else { bail!("{} files are untidy", counts.failed) }
}

/// Looks at every source file that git knows.
///
/// # Errors
/// When git is missing or a file cannot be read.
pub(crate) fn check() -> Result<Counts> {
    let listed = steps::output(
        std::process::Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(steps::root()),
    )?;
    let mut counts = Counts::default();
    for path in listed.lines().map(PathBuf::from).filter(|path| is_source(path)) {
        let whole = steps::root().join(&path);
        if !whole.exists() {
            continue;
        }
        let text =
            std::fs::read_to_string(&whole).with_context(|| format!("could not read {}", path.display()))?;
        let faults = faults(&Source { path, text });
        for fault in &faults {
            println!("{fault}");
        }
        if faults.is_empty() { counts.passed += 1 } else { counts.failed += 1 }
    }
    let layered = layers::check()?;
    for fault in &layered {
        println!("{fault}");
    }
    if layered.is_empty() {
        counts.passed += 1
    } else {
        counts.failed += 1
    }
    for generated in [compat::check(), harness::check()] {
        match generated {
            Ok(()) => counts.passed += 1,
            Err(error) => {
                println!("{error:#}");
                counts.failed += 1;
            }
        }
    }
    Ok(counts)
}

fn is_source(path: &Path) -> bool {
    has_extension(path, SOURCES) || (has_extension(path, PROSE) && !path.ends_with(GENERATED))
}

fn has_extension(path: &Path, among: &[&str]) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| among.contains(&extension))
}

fn faults(source: &Source) -> Vec<String> {
    let at = source.path.display();
    let mut faults = Vec::new();
    let lines = source.text.lines().count();
    if lines > LONGEST && has_extension(&source.path, SOURCES) {
        faults.push(format!("{at}: {lines} lines, the limit is {LONGEST}"));
    }
    for (number, line) in source.text.lines().enumerate() {
        for fault in words::faults(&source.path, line) {
            faults.push(format!("{at}:{}: {fault}", number + 1));
        }
    }
    // What a starter leaves undone is the learner's task.
    let finished = has_extension(&source.path, SOURCES) && !source.path.ends_with("starter.js");
    for (number, line) in source.text.lines().enumerate().filter(|_| finished) {
        if let Some(word) = UNFINISHED.iter().find(|word| line.contains(**word)) {
            faults.push(format!("{at}:{}: {word}", number + 1));
        }
    }
    if source.path.extension().is_some_and(|extension| extension == "rs") {
        faults.extend(unlisted(source));
    }
    faults
}

/// Faults in how a Rust file is part of its crate.
fn unlisted(source: &Source) -> Vec<String> {
    let at = source.path.display();
    let Some((stem, parent)) = parent(&source.path) else { return Vec::new() };
    let Ok(parent) = std::fs::read_to_string(steps::root().join(parent)) else {
        return vec![format!("{at}: no module contains it")];
    };
    let is_declared = |line: &str| {
        let line = line.trim().trim_end_matches(';');
        line.strip_suffix(&format!("mod {stem}")).or(line.strip_suffix(&format!("mod r#{stem}"))).is_some()
    };
    if !parent.lines().any(is_declared) {
        return vec![format!("{at}: no module contains it")];
    }
    let mut faults = Vec::new();
    for entry in ENTRIES {
        let declares = source.text.lines().any(|line| {
            let declaration = line
                .trim_start_matches("pub(super) ")
                .trim_start_matches("pub(crate) ")
                .trim_start_matches("pub ");
            declaration.starts_with(&format!("const {entry}:"))
                || declaration.starts_with(&format!("static {entry}:"))
        });
        if declares && !parent.contains(&format!("{stem}::{entry}")) {
            faults.push(format!("{at}: {entry} is not in its folder's table"));
        }
    }
    faults
}

/// A module's name and the file that has to declare it; nothing for a crate's roots,
/// tests and examples.
fn parent(path: &Path) -> Option<(String, PathBuf)> {
    let mut stem = path.file_stem()?.to_str()?.to_owned();
    let mut folder = path.parent()?.to_owned();
    if stem == "mod" {
        stem = folder.file_name()?.to_str()?.to_owned();
        folder = folder.parent()?.to_owned();
    }
    let inside_src = folder.components().any(|component| component.as_os_str() == "src");
    let at_root = folder.ends_with("src");
    if !inside_src || (at_root && matches!(stem.as_str(), "lib" | "main")) || folder.ends_with("src/bin") {
        return None;
    }
    let candidates = if at_root {
        vec![folder.join("lib.rs"), folder.join("main.rs")]
    } else {
        vec![folder.join("mod.rs"), folder.with_extension("rs")]
    };
    let there = candidates.iter().find(|candidate| steps::root().join(candidate).exists());
    Some((stem, there.unwrap_or(&candidates[0]).clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(path: &str, text: &str) -> Vec<String> {
        faults(&Source { path: PathBuf::from(path), text: text.to_owned() })
    }

    #[test]
    fn long_files_are_found() {
        assert_eq!(faults_of("web/a.ts", &"x\n".repeat(600)), Vec::<String>::new());
        assert_eq!(faults_of("web/a.ts", &"x\n".repeat(601)), ["web/a.ts: 601 lines, the limit is 600"]);
    }

    #[test]
    fn unfinished_work_is_found_with_its_line() {
        let text = format!("fine\n// {}: later\n", UNFINISHED[0]);
        assert_eq!(faults_of("web/a.ts", &text), [format!("web/a.ts:2: {}", UNFINISHED[0])]);
    }

    #[test]
    fn a_file_outside_its_crate_is_found() {
        assert_eq!(
            faults_of("crates/xtask/src/stray.rs", ""),
            ["crates/xtask/src/stray.rs: no module contains it"]
        );
        assert_eq!(faults_of("crates/xtask/src/tidy.rs", ""), Vec::<String>::new());
    }

    #[test]
    fn an_entry_outside_its_table_is_found() {
        let text = "pub(super) const OPERATOR: Operator = make();\n";
        let found = faults_of("crates/xtask/src/tidy.rs", text);
        assert_eq!(found, ["crates/xtask/src/tidy.rs: OPERATOR is not in its folder's table"]);
        let path = "crates/engine/src/aggregate/expression/boolean/and.rs";
        assert_eq!(faults_of(path, text), Vec::<String>::new());
    }
}
