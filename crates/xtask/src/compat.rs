//! `cargo xtask compat`: writes COMPAT.md and the operators that the editor completes from the engine's own tables.

use anyhow::{Context as _, Result, bail};

use crate::steps;

/// What is written, in the repository, and the engine's example that makes it.
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

/// Compares the files with what would be written.
///
/// # Errors
/// When one is not up to date, or an operator has no description or no example.
pub(crate) fn check() -> Result<()> {
    for (file, example) in FILES {
        let written = std::fs::read_to_string(steps::root().join(file)).unwrap_or_default();
        if written != made(example)? {
            bail!("{file} is not up to date: run `cargo xtask compat`");
        }
    }
    Ok(())
}

/// A file as it should be. Another process makes it, so that the other commands of the
/// project need not be built with the engine.
fn made(example: &str) -> Result<String> {
    steps::output(steps::cargo().args(["run", "--quiet", "--package", "engine", "--example", example]))
}
