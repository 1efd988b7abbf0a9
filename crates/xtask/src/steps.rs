//! Shared steps of the commands: running programs, finding folders, setting up tools.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

/// The compilation target of everything that runs in the browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The build profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build, and fast enough for development.
    Serve,
    /// For publishing.
    Release,
}

impl Profile {
    /// Parses the profile from a command's arguments.
    ///
    /// # Errors
    /// There is an argument other than `--release`.
    pub(crate) fn from_arguments(arguments: &[String]) -> Result<Profile> {
        match arguments {
            [] => Ok(Profile::Serve),
            [flag] if flag == "--release" => Ok(Profile::Release),
            other => bail!("expected nothing or --release, not {other:?}"),
        }
    }

    /// Returns Cargo's name of the profile, which is also the name of its output folder.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Profile::Serve => "serve",
            Profile::Release => "release",
        }
    }
}

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Returns Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns all files below a folder.
///
/// # Errors
/// A folder can't be read.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    files_but(folder, &[])
}

/// Returns the files below a folder, except those in folders with the given names.
///
/// # Errors
/// Errors of [`files`].
pub(crate) fn files_but(folder: &Path, skipped: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("could not read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            if !skipped.iter().any(|name| path.ends_with(name)) {
                files.extend(files_but(&path, skipped)?);
            }
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// Runs a step, and prints its label and duration.
pub(crate) fn step<T>(label: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("· {label}");
    let start = Instant::now();
    let result = work().with_context(|| label.to_owned())?;
    let seconds = start.elapsed().as_secs_f64();
    if seconds >= 1.0 {
        println!("  done in {seconds:.1} s");
    }
    Ok(result)
}

/// Runs a program, showing its output.
///
/// # Errors
/// The program can't be started, or fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a program, and returns its standard output.
///
/// # Errors
/// Errors of [`run`].
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("could not start `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Returns a command for the cargo that runs this program.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Adds the wasm target to the toolchain if it is missing.
///
/// # Errors
/// The target is missing, and there is no `rustup` to add it.
pub(crate) fn set_up_wasm_target() -> Result<()> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = output(
        Command::new(rustc).args(["--print", "target-libdir", "--target", WASM_TARGET]).current_dir(root()),
    )?;
    if Path::new(sysroot.trim()).is_dir() {
        return Ok(());
    }
    step(&format!("adding the Rust target {WASM_TARGET}"), || {
        run(Command::new("rustup").args(["target", "add", WASM_TARGET]).current_dir(root()))
    })
}
