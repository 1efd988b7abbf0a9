//! `cargo xtask dist`: all published files, in `dist/`.
//!
//! The site for any static host, `v1/` for pages that embed exercises, and
//! `pkg/`, the npm package.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::steps::{Profile, step};
use crate::{build, npm};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("expected no arguments, not {arguments:?}");
    }
    let out = build()?;
    println!("The site is in {0}, the npm package in {0}/pkg", out.display());
    Ok(())
}

/// Builds all published files, and returns their folder.
///
/// # Errors
/// Errors of [`build::build`].
pub(crate) fn build() -> Result<PathBuf> {
    let out = build::build(Profile::Release)?;
    package(&out)?;
    Ok(out)
}

/// Writes the npm package next to a site, with that site's engine.
fn package(site: &Path) -> Result<()> {
    let out = site.join("pkg");
    std::fs::create_dir_all(&out)?;
    let folder = out.to_str().context("the repository's path is not Unicode")?;
    step("writing the npm package", || {
        npm::bundle(&["package", folder])?;
        crate::steps::run(npm::node().args(["web/package/write.mjs", folder]))?;
        build::copy(&site.join("engine/schema_dojo_bg.wasm"), &out, "schema_dojo_bg.wasm")?;
        // `schema-dojo grade` looks up exercises by id.
        for exercise in crate::steps::files(&site.join("exercises"))? {
            let name =
                exercise.file_name().context("an exercise has no file name")?.to_string_lossy().into_owned();
            build::copy(&exercise, &out, &format!("exercises/{name}"))?;
        }
        Ok(())
    })?;
    Ok(())
}
