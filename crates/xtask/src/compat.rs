//! `cargo xtask compat`: writes COMPAT.md from the engine's own tables.

use anyhow::{Context as _, Result, bail};

use crate::steps;

/// What is written, in the repository.
const FILE: &str = "COMPAT.md";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => {
            let path = steps::root().join(FILE);
            std::fs::write(&path, page()?).with_context(|| format!("could not write {}", path.display()))
        }
        [flag] if flag == "--check" => check(),
        _ => bail!("expected --check or nothing, not {arguments:?}"),
    }
}

/// Compares the file with what would be written.
///
/// # Errors
/// When it is not up to date, or an operator has no description or no example.
pub(crate) fn check() -> Result<()> {
    let written = std::fs::read_to_string(steps::root().join(FILE)).unwrap_or_default();
    if written == page()? {
        return Ok(());
    }
    bail!("{FILE} is not up to date: run `cargo xtask compat`")
}

/// The file as it should be. Another process makes it, so that the other commands of the
/// project need not be built with the engine.
fn page() -> Result<String> {
    steps::output(steps::cargo().args(["run", "--quiet", "--package", "engine", "--example", "compat"]))
}
