//! The skeleton of a new exercise: a small valid one, to be rewritten step by step.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// The files of the skeleton. `SLUG` and `TRACK` are replaced by the exercise's names.
const FILES: &[(&str, &str)] = &[
    ("exercise.md", include_str!("skeleton/exercise.md")),
    ("data.js", include_str!("skeleton/data.js")),
    ("starter.js", include_str!("skeleton/starter.js")),
    ("checks.js", include_str!("skeleton/checks.js")),
    ("model.js", include_str!("skeleton/model.js")),
    ("designs/one-step.js", include_str!("skeleton/design.js")),
    ("wrong/stores-again.js", include_str!("skeleton/stores_again.js")),
    ("wrong/no-upsert.js", include_str!("skeleton/no_upsert.js")),
    ("wrong/looks-first.js", include_str!("skeleton/looks_first.js")),
];

/// Creates a new exercise, `<track>/<slug>`, in the folder of all exercises. Returns its folder.
///
/// # Errors
/// The name is invalid, the track is not listed in `tracks.toml`, or the folder exists.
pub(crate) fn write(exercises: &Path, name: &str) -> Result<PathBuf> {
    let Some((track, slug)) =
        name.split_once('/').filter(|(track, slug)| exercise::is_id(track) && exercise::is_id(slug))
    else {
        bail!("expected <track>/<slug> of small letters, digits and hyphens, not {name:?}");
    };
    let tracks =
        std::fs::read_to_string(exercises.join("tracks.toml")).context("could not read tracks.toml")?;
    if !tracks.lines().any(|line| line.trim() == format!("id = {track:?}")) {
        bail!("tracks.toml has no track {track:?}: add it there first");
    }
    let folder = exercises.join(track).join(slug);
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    for (file, text) in FILES {
        let path = folder.join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, text.replace("SLUG", slug).replace("TRACK", track))
            .with_context(|| format!("could not write {}", path.display()))?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skeleton-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("tracks.toml"),
            "[[track]]\nid = \"trees\"\ntitle = \"Trees\"\nsummary = \"Nodes.\"\nexercises = []\n",
        )
        .unwrap();
        folder
    }

    #[test]
    fn new_exercises_are_valid() {
        let exercises = folder("new");
        write(&exercises, "trees/visits").unwrap();
        let catalogue = exercise::Catalogue::read(&exercises).unwrap();
        let made = catalogue.exercises().next().unwrap();
        assert_eq!((made.front.id.as_str(), made.designs.len(), made.wrong.len()), ("visits", 1, 3));
        assert!(write(&exercises, "trees/visits").unwrap_err().to_string().contains("there already"));
        std::fs::remove_dir_all(exercises).unwrap();
    }

    #[test]
    fn invalid_names_are_rejected() {
        let exercises = folder("refused");
        for (name, says) in
            [("visits", "<track>/<slug>"), ("trees/../x", "<track>/<slug>"), ("shadow/visits", "no track")]
        {
            assert!(write(&exercises, name).unwrap_err().to_string().contains(says), "{name}");
        }
        std::fs::remove_dir_all(exercises).unwrap();
    }
}
