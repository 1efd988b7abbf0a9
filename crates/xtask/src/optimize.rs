//! `wasm-opt` for published modules.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::steps::{self, Profile};
use crate::{build, npm};

/// The WebAssembly features that the compiler uses, which all recent browsers support.
const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Passes for small modules. Inlining large functions into their only caller saves bytes, but not
/// compressed ones. Sorting functions by name puts similar ones next to each other, which improves
/// compression.
const SMALL: &[&str] = &[
    "--one-caller-inline-max-function-size=30",
    "-Oz",
    "--merge-similar-functions",
    "-Oz",
    "--reorder-functions-by-name",
];
/// Passes for fast modules.
const FAST: &[&str] = &["-O3", "--reorder-functions-by-name"];

/// Returns the passes for the page or the engine. The page only draws, so it is optimized for size. The engine
/// is optimized for speed: with less inlining it would be 15 kB smaller, and small commands a tenth slower.
pub(crate) fn passes(module: &str) -> &'static [&'static str] {
    if module == "page" { SMALL } else { FAST }
}

/// Optimizes a module with the given passes.
///
/// # Errors
/// The module is invalid.
pub(crate) fn optimize(from: &Path, to: &Path, passes: &[&str]) -> Result<()> {
    let tool = npm::folder().join("node_modules/binaryen/bin/wasm-opt");
    steps::run(npm::node().arg(tool).args(FEATURES).args(passes).arg(from).arg("-o").arg(to))
}

/// Copies a compiled module into the site, optimized for a published build, and returns its path there.
///
/// # Errors
/// The module doesn't exist or is invalid.
pub(crate) fn module(from: &Path, out: &Path, to: &str, profile: Profile) -> Result<PathBuf> {
    if profile == Profile::Serve {
        return build::copy(from, out, to);
    }
    let passes = passes(to.split('/').next().unwrap_or(to));
    let kept = kept(from, to, passes)?;
    if !kept.exists() {
        steps::step(&format!("optimising {to}"), || {
            let folder = kept.parent().context("a cached file has a folder")?;
            // Remove the cached module of an earlier build.
            if folder.exists() {
                std::fs::remove_dir_all(folder)?;
            }
            std::fs::create_dir_all(folder)?;
            let half = kept.with_extension("half");
            optimize(from, &half, passes)?;
            Ok(std::fs::rename(half, &kept)?)
        })?;
    }
    build::copy(&kept, out, to)
}

/// Returns the path of the cached optimized module, which takes minutes to build. Its name depends on all
/// inputs.
fn kept(from: &Path, to: &str, passes: &[&str]) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    let read =
        |path: &Path| std::fs::read(path).with_context(|| format!("could not read {}", path.display()));
    (read(from)?, read(&npm::folder().join("package-lock.json"))?, FEATURES, passes.join(" "))
        .hash(&mut hasher);
    let folder = steps::target().join("optimised").join(to.replace('/', "-"));
    Ok(folder.join(format!("{:016x}.wasm", hasher.finish())))
}
