//! `cargo xtask compat`: generates COMPAT.md and the editor's list of operators from the engine's tables.

use anyhow::{Context as _, Result, bail};

use crate::steps;

/// The generated files, and the engine's examples that generate them.
const FILES: &[(&str, &str)] = &[("COMPAT.md", "compat"), ("web/editor/operators.json", "operators")];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => FILES.iter().try_for_each(|(file, example)| {
            let path = steps::root().join(file);
            std::fs::write(&path, made(example)?)
                .with_context(|| format!("could not write {}", path.display()))
        }),
        [flag] if flag == "--check" => check(),
        _ => bail!("expected --check or nothing, not {arguments:?}"),
    }
}

/// Compares the files with their generated contents.
///
/// # Errors
/// A file is outdated, or an operator lacks a description or an example.
pub(crate) fn check() -> Result<()> {
    for (file, example) in FILES {
        let written = std::fs::read_to_string(steps::root().join(file)).unwrap_or_default();
        if written != made(example)? {
            bail!("{file} is not up to date: run `cargo xtask compat`");
        }
    }
    Ok(())
}

/// Generates a file in a separate process, so that the other commands of the project can be built without
/// the engine.
fn made(example: &str) -> Result<String> {
    steps::output(steps::cargo().args(["run", "--quiet", "--package", "engine", "--example", example]))
}
