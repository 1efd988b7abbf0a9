//! `cargo xtask size`: what a visitor downloads, compressed, against its limits.

use anyhow::{Result, bail};

use crate::counts::Counts;
use crate::{npm, steps, test};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("expected no arguments, not {arguments:?}");
    }
    let counts = check()?;
    if counts.failed == 0 { Ok(()) } else { bail!("{} downloads are too large or missing", counts.failed) }
}

/// Measures the site in `dist/`, which has to be a published build.
///
/// # Errors
/// When there is none.
pub(crate) fn check() -> Result<Counts> {
    let site = steps::root().join("dist");
    if !site.join("index.html").exists() {
        bail!("there is no site in {}: run `cargo xtask dist` first", site.display());
    }
    test::counted(npm::node().arg("web/sizes.mjs").arg(site))
}
