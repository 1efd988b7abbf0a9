//! Node and npm, and the programs that run in them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::steps;

/// The oldest supported Node version.
const NODE: u32 = 20;

/// The folder of `package.json`.
pub(crate) fn folder() -> PathBuf {
    steps::root().join("web")
}

/// Returns a command that runs Node in the repository's root folder.
pub(crate) fn node() -> Command {
    let mut command = Command::new("node");
    command.current_dir(steps::root());
    command
}

/// Returns a command that runs a script of `package.json`.
pub(crate) fn script(name: &str) -> Command {
    let mut command = npm();
    command.args(["run", "--silent", name]).current_dir(folder());
    command
}

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Installs the npm packages if they don't match the lock file.
///
/// # Errors
/// Node is missing or too old, or the registry can't be reached.
pub(crate) fn set_up() -> Result<()> {
    let version = steps::output(node().arg("--version"))
        .with_context(|| format!("Node {NODE} or later is needed (https://nodejs.org)"))?;
    let major =
        version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        bail!("Node {NODE} or later is needed, this is {}", version.trim());
    }
    install(&folder())
}

/// Installs the npm packages of a folder if they don't match its lock file.
///
/// # Errors
/// The registry can't be reached.
pub(crate) fn install(folder: &Path) -> Result<()> {
    let lock = std::fs::read(folder.join("package-lock.json"))?;
    let installed = folder.join("node_modules/.installed-lock.json");
    if std::fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    steps::step("installing npm packages", || {
        let quiet = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
        steps::run(npm().args(quiet).current_dir(folder))
    })?;
    Ok(std::fs::write(installed, lock)?)
}

/// Bundles the validation programs, and returns their folder, which is below `web` so that npm packages are
/// found.
///
/// # Errors
/// They can't be bundled.
pub(crate) fn trials() -> Result<PathBuf> {
    let out = folder().join("dist/validate");
    bundle(&["validate", &out.to_string_lossy()])?;
    Ok(out)
}

/// Replaces the samples in the texts of the bundles in a folder by rows.
///
/// # Errors
/// A sample names a kind of rows that the exercise doesn't generate.
pub(crate) fn fill_samples(bundles: &Path) -> Result<()> {
    steps::run(node().arg(trials()?.join("fill_samples.js")).arg(bundles))
}

/// Stores the costs of the designs in the bundles of a folder, so that grading need not measure them.
///
/// # Errors
/// A design can't be measured.
pub(crate) fn price(bundles: &Path) -> Result<()> {
    steps::run(node().arg(trials()?.join("price.js")).arg(bundles))
}

/// Runs `web/build.mjs`, and returns the paths of the files written.
///
/// # Errors
/// esbuild reports an error or a warning.
pub(crate) fn bundle(arguments: &[&str]) -> Result<Vec<PathBuf>> {
    let mut command = node();
    command.arg("web/build.mjs").args(arguments);
    command.stderr(std::process::Stdio::inherit());
    Ok(steps::output(&mut command)?.lines().map(PathBuf::from).collect())
}
