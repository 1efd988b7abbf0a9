//! `wasm-opt` for what is published.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::steps::{self, Profile};
use crate::{build, npm};

/// WebAssembly features that the compiler uses, and that every browser of the last years has.
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

/// Passes for what has to be small. Putting large functions into their only callers saves bytes, but not compressed
/// ones. In the order of their names, functions of one kind lie beside each other, which compresses better.
const SMALL: &[&str] = &[
    "--one-caller-inline-max-function-size=30",
    "-Oz",
    "--merge-similar-functions",
    "-Oz",
    "--reorder-functions-by-name",
];
/// Passes for what has to be fast.
const FAST: &[&str] = &["-O3", "--reorder-functions-by-name"];

/// The passes for the page or the engine. The page only draws, so it is made small; the engine is made fast: without
/// more inlining it would be 15 kB less to download, and small commands a tenth slower.
pub(crate) fn passes(module: &str) -> &'static [&'static str] {
    if module == "page" { SMALL } else { FAST }
}

/// Optimises a module by passes.
///
/// # Errors
/// When it is not valid.
pub(crate) fn optimize(from: &Path, to: &Path, passes: &[&str]) -> Result<()> {
    let tool = npm::folder().join("node_modules/binaryen/bin/wasm-opt");
    steps::run(npm::node().arg(tool).args(FEATURES).args(passes).arg(from).arg("-o").arg(to))
}

/// Puts a compiled module into the site, optimised when it is to be published,
/// and returns its path there.
///
/// # Errors
/// When the module is not there or is not valid.
pub(crate) fn module(from: &Path, out: &Path, to: &str, profile: Profile) -> Result<PathBuf> {
    if profile == Profile::Serve {
        return build::copy(from, out, to);
    }
    let passes = passes(to.split('/').next().unwrap_or(to));
    let kept = kept(from, to, passes)?;
    if !kept.exists() {
        steps::step(&format!("optimising {to}"), || {
            let folder = kept.parent().context("what is kept has a folder")?;
            // What an earlier build kept.
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

/// Where the optimised module is kept, which takes minutes to make: named by all that it is made from.
fn kept(from: &Path, to: &str, passes: &[&str]) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    let read =
        |path: &Path| std::fs::read(path).with_context(|| format!("could not read {}", path.display()));
    (read(from)?, read(&npm::folder().join("package-lock.json"))?, FEATURES, passes.join(" "))
        .hash(&mut hasher);
    let folder = steps::target().join("optimised").join(to.replace('/', "-"));
    Ok(folder.join(format!("{:016x}.wasm", hasher.finish())))
}
