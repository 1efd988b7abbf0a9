//! The browser for tests: Chromium and its driver, from the Linux distribution.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::steps;

/// Programs, the environment variables that override their paths, and their Debian packages.
const PROGRAMS: &[(&str, &str, &str)] =
    &[("chromium", "CHROMIUM", "chromium"), ("chromedriver", "CHROMEDRIVER", "chromium-driver")];

/// Installs Chromium and chromedriver if they are missing.
///
/// # Errors
/// They are missing, and this system has no `apt-get`.
pub(crate) fn set_up() -> Result<()> {
    let missing: Vec<_> =
        PROGRAMS.iter().filter(|(name, variable, _)| locate(name, variable).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|(_, _, package)| *package).collect();
    if on_path("apt-get").is_none() {
        let wanted: Vec<_> =
            missing.iter().map(|(name, variable, _)| format!("{name} (or its path in {variable})")).collect();
        bail!("the browser tests need {}: please install them", wanted.join(" and "));
    }
    steps::step(&format!("installing {}", packages.join(", ")), || {
        steps::run(apt().args(["update", "--quiet"]))?;
        steps::run(apt().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(&packages))
    })
}

/// Returns environment variables with the browser's path, for the tests.
pub(crate) fn environment() -> Vec<(&'static str, PathBuf)> {
    PROGRAMS.iter().filter_map(|(name, variable, _)| Some((*variable, locate(name, variable)?))).collect()
}

fn apt() -> Command {
    let root = steps::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        command.arg("apt-get");
    }
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn locate(name: &str, variable: &str) -> Option<PathBuf> {
    match std::env::var_os(variable) {
        Some(path) => Some(PathBuf::from(path)),
        None => on_path(name),
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| Path::is_file(file))
}
