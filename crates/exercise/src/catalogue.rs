//! All tracks and exercises, in learning order.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::error::{FormatError, Result};
use crate::folder::Exercise;
use crate::front_matter::is_id;

/// A track in `tracks.toml`, with its exercises.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The id, which is the folder's name.
    pub id: String,
    /// The title.
    pub title: String,
    /// The topic, one sentence.
    pub summary: String,
    /// The skills that it teaches, a few words each.
    pub learn: Vec<String>,
    /// The contribution of each exercise, one line, by exercise id.
    pub steps: BTreeMap<String, String>,
    /// The exercises in learning order.
    pub exercises: Vec<Exercise>,
}

/// All tracks and exercises.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    /// The tracks in order.
    pub tracks: Vec<Track>,
    /// Ids of removed exercises, each with its replacements.
    pub moved: BTreeMap<String, Vec<String>>,
}

/// The contents of `tracks.toml`: a list of `[[track]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TracksFile {
    #[serde(default)]
    moved: BTreeMap<String, Vec<String>>,
    track: Vec<TrackEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackEntry {
    id: String,
    title: String,
    summary: String,
    /// Ids of the exercises in learning order. Folders that are not listed follow, sorted by name.
    #[serde(default)]
    exercises: Vec<String>,
    #[serde(default)]
    learn: Vec<String>,
    #[serde(default)]
    steps: BTreeMap<String, String>,
}

impl Catalogue {
    /// Reads a folder of exercises. Returns all faults, not only the first.
    pub fn read(folder: &Path) -> std::result::Result<Catalogue, Vec<FormatError>> {
        let (TracksFile { moved, track }, file) = tracks(folder).map_err(|error| vec![error])?;
        let mut faults = Vec::new();
        let mut catalogue = Catalogue { moved, ..Catalogue::default() };
        for entry in track {
            if !is_id(&entry.id) || catalogue.tracks.iter().any(|track| track.id == entry.id) {
                faults.push(FormatError::new(
                    &file,
                    0,
                    format!("The track id {:?} is invalid or used twice.", entry.id),
                ));
                continue;
            }
            let mut exercises = Vec::new();
            match order(&folder.join(&entry.id), &entry.exercises) {
                Err(message) => faults.push(FormatError::new(&file, 0, message)),
                Ok(ids) => {
                    for id in ids {
                        match Exercise::read(&folder.join(&entry.id).join(id)) {
                            Ok(exercise) => exercises.push(exercise),
                            Err(error) => faults.push(error),
                        }
                    }
                }
            }
            let TrackEntry { id, title, summary, learn, steps, .. } = entry;
            for step in steps.keys().filter(|step| exercises.iter().all(|e| e.front.id != **step)) {
                faults.push(FormatError::new(
                    &file,
                    0,
                    format!("`steps` of {id:?} has no exercise {step:?}."),
                ));
            }
            catalogue.tracks.push(Track { id, title, summary, learn, steps, exercises });
        }
        faults.extend(unlisted_tracks(folder, &catalogue));
        faults.extend(catalogue.check_moved().map(|message| FormatError::new(&file, 0, message)));
        faults.extend(catalogue.check());
        if faults.is_empty() { Ok(catalogue) } else { Err(faults) }
    }

    /// Returns all exercises in order.
    pub fn exercises(&self) -> impl Iterator<Item = &Exercise> {
        self.tracks.iter().flat_map(|track| &track.exercises)
    }

    /// Returns faults between exercises: duplicate ids, wrong tracks, dead links.
    fn check(&self) -> Vec<FormatError> {
        let mut faults = Vec::new();
        let mut ids: Vec<&str> = Vec::new();
        for track in &self.tracks {
            for exercise in &track.exercises {
                let id = exercise.front.id.as_str();
                let mut fault = |message: String| {
                    faults.push(FormatError::new(format!("{}/{id}/exercise.md", track.id), 0, message));
                };
                if ids.contains(&id) {
                    fault(format!("Another exercise has the id {id:?} too."));
                }
                ids.push(id);
                if exercise.front.track != track.id {
                    let says = &exercise.front.track;
                    fault(format!("`track` is {says:?}, but the folder is in {:?}.", track.id));
                }
                for earlier in &exercise.front.after {
                    if !self.exercises().any(|other| other.front.id == *earlier) {
                        fault(format!("`after` names {earlier:?}, which is not an exercise."));
                    }
                }
                for link in exercise.links() {
                    if !self.resolves(link) {
                        fault(format!("The link {link:?} has no target."));
                    }
                }
            }
        }
        faults
    }

    /// Returns faults of `moved`: ids still in use, and missing replacements.
    fn check_moved(&self) -> impl Iterator<Item = String> {
        let exists = |id: &str| self.exercises().any(|exercise| exercise.front.id == id);
        self.moved.iter().filter_map(move |(id, successors)| {
            if !is_id(id) || exists(id) {
                Some(format!("`moved` names {id:?}, which is still an exercise, or not an id."))
            } else if successors.is_empty() {
                Some(format!("`moved` names no successor of {id:?}."))
            } else {
                let missing = successors.iter().find(|successor| !exists(successor))?;
                Some(format!("`moved` leads from {id:?} to {missing:?}, which is not an exercise."))
            }
        })
    }

    /// Whether a link has a valid target on the site, or uses HTTPS.
    fn resolves(&self, link: &str) -> bool {
        match link.strip_prefix("#/") {
            Some("" | "sandbox" | "glossary" | "principles" | "patterns") => true,
            Some(place) => match place.split_once('/') {
                Some(("exercise" | "compare", id)) => self.exercises().any(|e| e.front.id == id),
                Some(("track" | "path", id)) => self.tracks.iter().any(|track| track.id == id),
                _ => false,
            },
            None => {
                let host = link.strip_prefix("https://").and_then(|rest| rest.split('/').next());
                host.is_some_and(|host| host.contains('.') && !host.contains(char::is_whitespace))
            }
        }
    }
}

fn tracks(folder: &Path) -> Result<(TracksFile, String)> {
    let path = folder.join("tracks.toml");
    let file = path.display().to_string();
    let text = fs::read_to_string(&path)
        .map_err(|error| FormatError::new(&file, 0, format!("The file cannot be read: {error}.")))?;
    let parsed: TracksFile = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        FormatError::new(&file, line, error.message())
    })?;
    Ok((parsed, file))
}

/// Returns the names of the folders in a track: first the listed ones, which must exist.
fn order(folder: &Path, listed: &[String]) -> std::result::Result<Vec<String>, String> {
    let mut found = folders(folder);
    for id in listed {
        match found.iter().position(|name| name == id) {
            Some(at) => drop(found.remove(at)),
            None => return Err(format!("The exercise {id:?} is listed twice, or has no folder.")),
        }
    }
    Ok(listed.iter().cloned().chain(found).collect())
}

fn folders(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

/// Returns faults for track folders that are not listed.
fn unlisted_tracks(folder: &Path, catalogue: &Catalogue) -> Vec<FormatError> {
    let known = |name: &str| catalogue.tracks.iter().any(|track| track.id == name);
    folders(folder)
        .into_iter()
        .filter(|name| !known(name))
        .map(|name| {
            FormatError::new(folder.join(name).display().to_string(), 0, "tracks.toml lacks this track.")
        })
        .collect()
}
