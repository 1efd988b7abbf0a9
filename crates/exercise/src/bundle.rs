//! The JSON files that the page loads: an index, and one bundle per exercise.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::catalogue::{Catalogue, Track};
use crate::error::FormatError;
use crate::folder::{Design, Exercise, WrongAnswer};
use crate::front_matter::{Cluster, Function, Prediction, Transition};
use crate::markdown::Block;
use crate::reference::Reference;

/// The version of the files' format.
pub const FORMAT_VERSION: u32 = 1;

/// `exercises/index.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// [`FORMAT_VERSION`].
    pub version: u32,
    /// The tracks in order.
    pub tracks: Vec<IndexTrack>,
    /// Ids of removed exercises, each with its replacements.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moved: BTreeMap<String, Vec<String>>,
}

/// A track in the index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndexTrack {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// The topic, one sentence.
    pub summary: String,
    /// The skills that it teaches, a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learn: Vec<String>,
    /// The exercises in learning order.
    pub exercises: Vec<IndexEntry>,
}

/// An exercise in the index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// The id; the bundle is `<id>.json`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The difficulty, 1 to 3.
    pub level: u8,
    /// The estimated minutes.
    pub minutes: u16,
    /// The design pattern that it teaches.
    pub pattern: String,
    /// Whether it is one of the core exercises.
    pub star: bool,
    /// Names of the functions that the learner writes.
    pub functions: Vec<String>,
    /// Its contribution to the track, one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub step: String,
    /// The number of designs that learners see.
    pub designs: usize,
}

/// `exercises/<id>.json`: all data of one exercise for the page and the grader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bundle {
    /// The exercise's version, which reports include.
    pub version: u32,
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// The id of its track.
    pub track: String,
    /// The difficulty, 1 to 3.
    pub level: u8,
    /// The design pattern that it teaches.
    pub pattern: String,
    /// The estimated minutes.
    pub minutes: u16,
    /// The functions that the learner writes.
    pub functions: Vec<Function>,
    /// The features of the shell and the database that it uses.
    pub needs: Vec<String>,
    /// The simulated cluster; absent for a single server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cluster: Option<Cluster>,
    /// Maximum number of database operations per call, if the exercise sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub operations: Option<u32>,
    /// Situation and task.
    pub text: Vec<Block>,
    /// The hints in order.
    pub hints: Vec<Vec<Block>>,
    /// The explanation after a pass.
    pub why: Vec<Block>,
    /// The script that generates the rows.
    pub data: String,
    /// The learner's initial code.
    pub starter: String,
    /// The checks.
    pub checks: String,
    /// A reference model of the functions over plain values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub model: Option<String>,
    /// Ids of the exercises to do before this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// Cost questions before the first Check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predict: Vec<Prediction>,
    /// The state machine of a document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Transition>,
    /// Functions that a review may blank out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<String>,
    /// The accepted designs; unlisted ones only for the validator.
    pub designs: Vec<Design>,
    /// The classic mistakes, only for the validator.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongAnswer>,
}

impl Bundle {
    /// Creates the bundle for the page: without wrong answers and unlisted designs.
    pub fn new(exercise: &Exercise) -> Bundle {
        let front = exercise.front.clone();
        Bundle {
            version: front.version,
            id: front.id,
            title: front.title,
            track: front.track,
            level: front.level,
            pattern: front.pattern,
            minutes: front.minutes,
            functions: front.functions,
            needs: front.needs,
            cluster: front.cluster,
            operations: front.operations,
            text: exercise.text.clone(),
            hints: exercise.hints.clone(),
            why: exercise.why.clone(),
            data: exercise.data.clone(),
            starter: exercise.starter.clone(),
            checks: exercise.checks.clone(),
            model: exercise.model.clone(),
            after: front.after,
            predict: front.predict,
            states: front.states,
            review: front.review,
            designs: exercise.designs.iter().filter(|design| !design.is_unlisted()).cloned().collect(),
            wrong: Vec::new(),
        }
    }

    /// Creates the complete bundle for the validator.
    pub fn with_wrong(exercise: &Exercise) -> Bundle {
        Bundle { wrong: exercise.wrong.clone(), designs: exercise.designs.clone(), ..Bundle::new(exercise) }
    }
}

impl Index {
    /// Creates the index of a catalogue.
    pub fn new(catalogue: &Catalogue) -> Index {
        let track = |track: &Track| IndexTrack {
            id: track.id.clone(),
            title: track.title.clone(),
            summary: track.summary.clone(),
            learn: track.learn.clone(),
            exercises: track.exercises.iter().map(|exercise| entry(track, exercise)).collect(),
        };
        Index {
            version: FORMAT_VERSION,
            tracks: catalogue.tracks.iter().map(track).collect(),
            moved: catalogue.moved.clone(),
        }
    }
}

fn entry(track: &Track, exercise: &Exercise) -> IndexEntry {
    let front = &exercise.front;
    IndexEntry {
        id: front.id.clone(),
        title: front.title.clone(),
        level: front.level,
        minutes: front.minutes,
        pattern: front.pattern.clone(),
        star: front.star,
        functions: front.functions.iter().map(|function| function.name.clone()).collect(),
        step: track.steps.get(&front.id).cloned().unwrap_or_default(),
        designs: exercise.designs.iter().filter(|design| !design.is_unlisted()).count(),
    }
}

/// Reads the exercises in `exercises` and writes `index.json`, `reference.json` and `<id>.json` into
/// `out/exercises`. Returns the number of exercises, or all faults.
pub fn write_bundles(exercises: &Path, out: &Path) -> Result<usize, Vec<FormatError>> {
    let catalogue = Catalogue::read(exercises)?;
    let folder = out.join("exercises");
    let write = |name: &str, text: serde_json::Result<String>| {
        let path = folder.join(name);
        text.map_err(io::Error::other).and_then(|text| fs::write(&path, text)).map_err(|error| {
            vec![FormatError::new(
                path.display().to_string(),
                0,
                format!("The file cannot be written: {error}."),
            )]
        })
    };
    fs::create_dir_all(&folder).map_err(|error| {
        vec![FormatError::new(
            folder.display().to_string(),
            0,
            format!("The folder cannot be created: {error}."),
        )]
    })?;
    let reference = Reference::read(exercises, &catalogue).map_err(|fault| vec![fault])?;
    for exercise in catalogue.exercises() {
        let name = format!("{}.json", exercise.front.id);
        let mut bundle = Bundle::new(exercise);
        reference.link_terms(&mut bundle.text);
        reference.end_why(&mut bundle);
        write(&name, serde_json::to_string(&bundle))?;
    }
    write("reference.json", serde_json::to_string(&reference))?;
    write("index.json", serde_json::to_string(&Index::new(&catalogue)))?;
    Ok(catalogue.exercises().count())
}
