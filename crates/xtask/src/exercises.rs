//! `cargo xtask exercises`: proves that every exercise holds what it promises, on the engine that users run.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use exercise::{Bundle, Catalogue, Exercise};

use crate::counts::Counts;
use crate::steps::{self, Profile};
use crate::{engine, npm, test};

/// Proves the named exercises, or all.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if let Some(flag) = arguments.iter().find(|argument| argument.starts_with('-')) {
        bail!("expected ids of exercises, not {flag}");
    }
    npm::set_up()?;
    engine::build(Profile::Serve)?;
    let counts = prove(arguments)?;
    if counts.failed == 0 { Ok(()) } else { bail!("{} exercises do not hold", counts.failed) }
}

/// Proves all exercises with the engine as it is built.
///
/// # Errors
/// As [`prove`].
pub(crate) fn check() -> Result<Counts> {
    prove(&[])
}

/// Proves the named exercises, or all, with the engine as it is built.
///
/// # Errors
/// When the files of an exercise have a fault, or the validator does not run. Exercises that do not hold are
/// counted; their faults have been printed.
fn prove(ids: &[String]) -> Result<Counts> {
    let catalogue = read(&steps::root().join("exercises"))?;
    let chosen: Vec<&Exercise> =
        catalogue.exercises().filter(|exercise| ids.is_empty() || ids.contains(&exercise.front.id)).collect();
    if let Some(unknown) = ids.iter().find(|id| chosen.iter().all(|exercise| exercise.front.id != **id)) {
        bail!("there is no exercise {unknown:?}");
    }
    if chosen.is_empty() {
        bail!("there are no exercises");
    }

    // Below web, where the npm packages are found.
    let out = npm::folder().join("dist/validate");
    npm::bundle(&["validate", &out.to_string_lossy()])?;
    let file = out.join("exercises.json");
    let bundles: Vec<Bundle> = chosen.into_iter().map(Bundle::with_wrong).collect();
    std::fs::write(&file, serde_json::to_string(&bundles)?)
        .with_context(|| format!("could not write {}", file.display()))?;
    test::counted(npm::node().arg("--enable-source-maps").arg(out.join("validate.js")).arg(&file))
}

/// Reads all exercises; ids, sections, hints, links and headers are checked by that.
fn read(folder: &Path) -> Result<Catalogue> {
    Catalogue::read(folder).map_err(|faults| {
        for fault in &faults {
            eprintln!("{fault}");
        }
        anyhow::anyhow!("{} faults in the files of the exercises", faults.len())
    })
}
