//! Steps that several commands share: running programs, finding folders, setting up tools.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

/// The target of everything that runs in the browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// How much the compiler is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build, quick enough to learn with.
    Serve,
    /// What is published.
    Release,
}

impl Profile {
    /// The profile that a command's arguments ask for.
    ///
    /// # Errors
    /// When there is an argument other than `--release`.
    pub(crate) fn from_arguments(arguments: &[String]) -> Result<Profile> {
        match arguments {
            [] => Ok(Profile::Serve),
            [flag] if flag == "--release" => Ok(Profile::Release),
            other => bail!("expected nothing or --release, not {other:?}"),
        }
    }

    /// Cargo's name for it, which is also the name of the folder it builds into.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Profile::Serve => "serve",
            Profile::Release => "release",
        }
    }
}

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// All files below a folder.
///
/// # Errors
/// When a folder cannot be read.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    files_but(folder, &[])
}

/// The files below a folder, but for those in folders of these names.
///
/// # Errors
/// As [`files`].
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

/// Does one thing, saying what and how long it took.
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

/// Runs a program to its end, showing its output.
///
/// # Errors
/// When it cannot be started, or ends with anything but success.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a program and returns what it wrote on its standard output.
///
/// # Errors
/// As [`run`].
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

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Adds the wasm target to the toolchain when it is missing.
///
/// # Errors
/// When there is neither the target nor a `rustup` to add it with.
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
