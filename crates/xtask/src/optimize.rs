//! `wasm-opt` for what is published.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::steps::{self, Profile};
use crate::{build, npm};

/// What the compiler uses of WebAssembly, and every browser of the last years has.
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

/// Puts a compiled module into the site, optimised when it is to be published,
/// and returns its path there.
///
/// # Errors
/// When the module is not there or is not valid.
pub(crate) fn module(from: &Path, out: &Path, to: &str, profile: Profile) -> Result<PathBuf> {
    if profile == Profile::Serve {
        return build::copy(from, out, to);
    }
    // The page only draws, so it is made small; the engine is made fast.
    let level = if to.starts_with("page/") { "-Oz" } else { "-O3" };
    let target = out.join(to);
    if let Some(parent) = target.parent() {
        std::fs::create_dir_all(parent)?;
    }
    steps::step(&format!("optimising {to}"), || {
        let tool = npm::folder().join("node_modules/binaryen/bin/wasm-opt");
        steps::run(npm::node().arg(tool).args(FEATURES).arg(level).arg(from).arg("-o").arg(&target))
    })?;
    Ok(PathBuf::from(to))
}
