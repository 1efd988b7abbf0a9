//! `cargo xtask exercises`: validates every exercise on the engine that users run.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use exercise::{Bundle, Catalogue, Exercise};

use crate::counts::Counts;
use crate::steps::{self, Profile};
use crate::{engine, npm, skeleton, test};

/// The options of a mutation run: the number of mutants per design, their seed, the number that must be
/// caught, and the file for the figures.
const MUTATION_OPTIONS: &[&str] = &["--per-design", "--seed", "--at-least", "--keep"];

/// Validates the named exercises, or all. With `--mutate`, measures instead what their checks catch. `new`
/// creates an exercise.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if let [new, name] = arguments
        && new == "new"
    {
        let folder = skeleton::write(&folder(), name)?;
        let slug = folder.file_name().unwrap_or_default().to_string_lossy();
        println!("{} is valid; to check it again: cargo xtask exercises {slug}", folder.display());
        println!("exercises/tracks.toml has its position in the track, and what it adds to the others.");
        return Ok(());
    }
    let mut mutate = false;
    let (mut ids, mut options) = (Vec::new(), Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--mutate" => mutate = true,
            option if MUTATION_OPTIONS.contains(&option) => {
                let value = rest.next().with_context(|| format!("{option} needs a value"))?;
                options.extend([argument.clone(), value.clone()]);
            }
            flag if flag.starts_with('-') => bail!("there is no option {flag}"),
            _ => ids.push(argument.clone()),
        }
    }
    if !mutate && !options.is_empty() {
        bail!("{} goes with --mutate", options[0]);
    }
    npm::set_up()?;
    engine::build(Profile::Serve)?;
    if mutate {
        let (out, file) = prepare(&bundles(&ids)?)?;
        return steps::run(
            npm::node().arg("--enable-source-maps").arg(out.join("mutate.js")).arg(&file).args(&options),
        );
    }
    let counts = if ids.is_empty() { check()? } else { prove_all(&bundles(&ids)?)? };
    if counts.failed == 0 { Ok(()) } else { bail!("{} exercises failed", counts.failed) }
}

/// Validates all exercises with the built engine, and the skeleton of new exercises.
///
/// # Errors
/// The files of an exercise have a fault; errors of [`prove_all`].
pub(crate) fn check() -> Result<Counts> {
    let mut all = bundles(&[])?;
    let folder = steps::target().join("skeleton");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    std::fs::write(
        folder.join("tracks.toml"),
        "[[track]]\nid = \"new\"\ntitle = \"New\"\nsummary = \"Begun.\"\nexercises = []\n",
    )?;
    skeleton::write(&folder, "new/skeleton")?;
    all.extend(read(&folder)?.exercises().map(Bundle::with_wrong));
    prove_all(&all)
}

/// Validates exercises with the built engine.
///
/// # Errors
/// The validator doesn't run. Invalid exercises are counted, and their faults printed.
fn prove_all(bundles: &[Bundle]) -> Result<Counts> {
    let (out, file) = prepare(bundles)?;
    test::counted(npm::node().arg("--enable-source-maps").arg(out.join("validate.js")).arg(&file))
}

/// Returns the complete bundles of the named exercises, or of all.
///
/// # Errors
/// The files of an exercise have a fault, or a named exercise doesn't exist.
fn bundles(ids: &[String]) -> Result<Vec<Bundle>> {
    let catalogue = read(&folder())?;
    let chosen: Vec<&Exercise> =
        catalogue.exercises().filter(|exercise| ids.is_empty() || ids.contains(&exercise.front.id)).collect();
    if let Some(unknown) = ids.iter().find(|id| chosen.iter().all(|exercise| exercise.front.id != **id)) {
        bail!("there is no exercise {unknown:?}");
    }
    if chosen.is_empty() {
        bail!("there are no exercises");
    }
    Ok(chosen.into_iter().map(Bundle::with_wrong).collect())
}

/// Bundles the validation programs, and writes the exercises next to them. Returns the folder, and the
/// exercises' file in it.
///
/// # Errors
/// The programs can't be bundled, or the file can't be written.
fn prepare(bundles: &[Bundle]) -> Result<(PathBuf, PathBuf)> {
    let out = npm::trials()?;
    let file = out.join("exercises.json");
    std::fs::write(&file, serde_json::to_string(bundles)?)
        .with_context(|| format!("could not write {}", file.display()))?;
    Ok((out, file))
}

/// Returns the folder of the exercises.
fn folder() -> PathBuf {
    steps::root().join("exercises")
}

/// Reads all exercises, which also checks ids, sections, hints, links and headers.
fn read(folder: &Path) -> Result<Catalogue> {
    Catalogue::read(folder).map_err(|faults| {
        for fault in &faults {
            eprintln!("{fault}");
        }
        anyhow::anyhow!("{} faults in the files of the exercises", faults.len())
    })
}
