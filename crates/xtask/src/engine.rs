//! `cargo xtask engine`: the engine as WebAssembly, with its JavaScript bindings.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::short_copies;
use crate::steps::{self, Profile};

/// The base name of the engine's files: `schema_dojo.js`, `schema_dojo_bg.wasm`, `schema_dojo.d.ts`.
pub(crate) const NAME: &str = "schema_dojo";

/// Additional compiler flags of the published engine: less inlining than the profile's default. This
/// reduces the download by a twelfth at equal speed. A module compiled for size, like the page, would grow.
///
/// Further flags were measured and rejected. `-inlinehint-threshold=100` with
/// `-locally-hot-callsite-threshold=250` saves 2 %, but scans take 5 % longer. Limiting loop unrolling and
/// unswitching saves 2 %, but long replies take three times as long.
const FEWER_INLINED: &str = "-C llvm-args=-inline-threshold=50";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let out = build(Profile::from_arguments(arguments)?)?;
    println!("The engine is in {}", out.display());
    Ok(())
}

/// Builds `web/generated/engine`, and returns its path.
///
/// # Errors
/// The wasm target can't be set up, or the crate doesn't build.
pub(crate) fn build(profile: Profile) -> Result<PathBuf> {
    steps::set_up_wasm_target()?;
    let out = steps::root().join("web/generated/engine");
    steps::step("building the engine for WebAssembly", || bind(&compile(profile)?, NAME, &out))?;
    Ok(out)
}

/// Compiles the engine for the browser, and returns the path of its `.wasm`.
///
/// # Errors
/// It doesn't compile.
pub(crate) fn compile(profile: Profile) -> Result<PathBuf> {
    let flags = match profile {
        Profile::Serve => None,
        Profile::Release => Some(FEWER_INLINED),
    };
    let [engine] = compile_all(["wasm"], profile, flags)?;
    Ok(engine)
}

/// Compiles crates for the browser with additional compiler flags, and returns the paths of their `.wasm`.
///
/// # Errors
/// A crate doesn't compile.
pub(crate) fn compile_all<const N: usize>(
    packages: [&str; N],
    profile: Profile,
    flags: Option<&str>,
) -> Result<[PathBuf; N]> {
    let mut cargo = steps::cargo();
    cargo.args(["build", "--target", steps::WASM_TARGET, "--profile", profile.name()]);
    for package in packages {
        cargo.args(["--package", package]);
    }
    if let Some(flags) = flags {
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
    steps::run(&mut cargo)?;
    let folder = steps::target().join(steps::WASM_TARGET).join(profile.name());
    Ok(packages.map(|package| folder.join(format!("{package}.wasm"))))
}

/// Generates the JavaScript bindings of a compiled crate, and the matching `.wasm`, in a folder.
///
/// # Errors
/// The module was built with another version of wasm-bindgen, or the folder can't be written.
pub(crate) fn bind(wasm: &Path, name: &str, out: &Path) -> Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("could not make {}", out.display()))?;
    let bind = || {
        let mut bound =
            Bindgen::new().input_path(wasm).web(true)?.typescript(true).out_name(name).generate_output()?;
        short_copies::rewrite(bound.wasm_mut());
        bound.emit(out)
    };
    bind().with_context(|| format!("could not bind {}", wasm.display()))
}
