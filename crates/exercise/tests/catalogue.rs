//! Tests of a folder of exercises that is written to disk, read back and bundled.

use std::fs;
use std::path::{Path, PathBuf};

use exercise::{Bundle, Catalogue, Index, write_bundles};

/// A temporary folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("exercise-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let folder = Folder(path);
        folder.write(
            "tracks.toml",
            "[[track]]\nid = \"trees\"\ntitle = \"Trees\"\nsummary = \"Nodes.\"\n\n\
             [[track]]\nid = \"queues\"\ntitle = \"Queues\"\nsummary = \"Work.\"\nexercises = [\"tickets\"]\n",
        );
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn exercise(&self, track: &str, id: &str, words: &str) {
        let at = format!("{track}/{id}");
        let front = format!(
            "id: {id}\ntitle: Title of {id}\ntrack: {track}\nlevel: 2\npattern: Pattern\nminutes: 20\nstar: true\n\
             functions:\n  - name: setup\n    signature: setup(db, rows)\n    doc: Stores the rows.\n"
        );
        let body =
            format!("## Situation\n\n{words}\n\n## Task\n\nDo.\n\n### Hint\n\nLook.\n\n## Why\n\nSo.\n");
        self.write(&format!("{at}/exercise.md"), &format!("---\n{front}---\n\n{body}"));
        for file in ["data.js", "starter.js", "checks.js"] {
            self.write(&format!("{at}/{file}"), &format!("// {file}\n"));
        }
        self.write(&format!("{at}/designs/a-one-document.js"), "// It is one write.\nfunction setup() {}\n");
        self.write(
            &format!("{at}/wrong/lost.js"),
            "// fails: race\n// says: two rows\nfunction setup() {}\n",
        );
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn faults(folder: &Folder) -> String {
    let faults = Catalogue::read(folder.path()).unwrap_err();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn bundles_hold_what_the_page_reads_and_no_wrong_answers() {
    let folder = Folder::new("bundles");
    folder.exercise("queues", "bank", "See [the tickets](#/exercise/tickets).");
    folder.exercise("queues", "tickets", "See [the manual](https://www.mongodb.com/docs/manual/).");
    let out = folder.path().with_extension("out");
    let _ = fs::remove_dir_all(&out);
    assert_eq!(write_bundles(folder.path(), &out), Ok(2));
    let index: Index = read(&out.join("exercises/index.json"));
    assert_eq!(index.tracks.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), ["trees", "queues"]);
    let ids: Vec<_> = index.tracks[1].exercises.iter().map(|e| (e.id.as_str(), e.star)).collect();
    assert_eq!(ids, [("tickets", true), ("bank", true)], "the listed exercise comes first");
    let bundle: Bundle = read(&out.join("exercises/tickets.json"));
    assert_eq!(bundle.starter, "// starter.js\n");
    assert_eq!(
        (bundle.designs[0].name.as_str(), bundle.designs[0].rationale.as_str()),
        ("One document", "It is one write.")
    );
    assert!(!fs::read_to_string(out.join("exercises/tickets.json")).unwrap().contains("two rows"));
    fs::remove_dir_all(&out).unwrap();
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn wrong_answers_name_a_check_and_its_words() {
    let folder = Folder::new("wrong");
    folder.exercise("queues", "tickets", "Words.");
    let catalogue = Catalogue::read(folder.path()).unwrap();
    let wrong = &catalogue.exercises().next().unwrap().wrong[0];
    assert_eq!((wrong.fails.as_str(), wrong.says.as_str()), ("race", "two rows"));
    folder.write("queues/tickets/wrong/lost.js", "// fails: race\nfunction setup() {}\n");
    assert!(faults(&folder).contains("lost.js:1: "), "{}", faults(&folder));
    let change = "// fails: race\n// says: two\n// from: other.js\n\nfunction setup() {}\n";
    folder.write("queues/tickets/wrong/lost.js", change);
    assert!(faults(&folder).contains("There is no design \"other.js\""), "{}", faults(&folder));
}

#[test]
fn unlisted_designs_are_for_the_validator_alone() {
    let folder = Folder::new("unlisted");
    folder.exercise("queues", "tickets", "Words.");
    folder.write("queues/tickets/designs/also-odd.js", "// It is odd.\nfunction setup() {}\n");
    let catalogue = Catalogue::read(folder.path()).unwrap();
    let exercise = catalogue.exercises().next().unwrap();
    let files = |bundle: &Bundle| bundle.designs.iter().map(|d| d.file.clone()).collect::<Vec<_>>();
    assert_eq!(files(&Bundle::new(exercise)), ["a-one-document.js"]);
    assert_eq!(files(&Bundle::with_wrong(exercise)), ["a-one-document.js", "also-odd.js"]);
    fs::remove_file(folder.path().join("queues/tickets/designs/a-one-document.js")).unwrap();
    assert!(faults(&folder).contains("no accepted design"), "{}", faults(&folder));
}

#[test]
fn unmeasured_principles_name_a_planned_track() {
    let folder = Folder::new("principles");
    folder.exercise("queues", "tickets", "Words.");
    let out = folder.path().with_extension("out");
    let bundled = |fields: &str| {
        folder.write(
            "principles.toml",
            &format!("[[principle]]\ntitle = \"P\"\ntext = \"Words.\"\n{fields}\n"),
        );
        write_bundles(folder.path(), &out).map_err(|faults| faults[0].to_string())
    };
    assert_eq!(bundled("exercises = [\"tickets\"]"), Ok(1));
    assert_eq!(bundled("track = \"trees\""), Ok(1));
    let reference = fs::read_to_string(out.join("exercises/reference.json")).unwrap();
    assert!(
        reference.contains("Words. The track “Trees”, which is not written yet, will measure it."),
        "{reference}"
    );
    for (fields, says) in [
        ("exercises = []", "neither an exercise nor a track"),
        ("exercises = [\"none\"]", "no exercise with \"none\""),
        ("track = \"none\"", "no track with \"none\""),
        ("track = \"queues\"", "\"queues\", which has exercises"),
    ] {
        let fault = bundled(fields).unwrap_err();
        assert!(fault.contains(says), "{fault}");
    }
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn removed_exercises_lead_to_replacements() {
    let folder = Folder::new("moved");
    folder.exercise("queues", "tickets", "Words.");
    let out = folder.path().with_extension("out");
    let listed = fs::read_to_string(folder.path().join("tracks.toml")).unwrap();
    let bundled = |moved: &str| {
        folder.write("tracks.toml", &format!("[moved]\n{moved}\n\n{listed}"));
        write_bundles(folder.path(), &out).map_err(|faults| faults[0].to_string())
    };
    assert_eq!(bundled("seats = [\"tickets\"]"), Ok(1));
    let index: Index = read(&out.join("exercises/index.json"));
    assert_eq!(index.moved["seats"], ["tickets"]);
    for (moved, says) in [
        ("tickets = [\"tickets\"]", "\"tickets\", which is still an exercise"),
        ("\"a/b\" = [\"tickets\"]", "\"a/b\", which is still an exercise, or not an id"),
        ("seats = []", "names no successor of \"seats\""),
        ("seats = [\"tickets\", \"none\"]", "from \"seats\" to \"none\""),
    ] {
        let fault = bundled(moved).unwrap_err();
        assert!(fault.contains(says), "{fault}");
    }
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn every_fault_is_reported_at_once() {
    let folder = Folder::new("faults");
    folder.exercise("trees", "same", "See [nothing](#/exercise/none) and [this](javascript:x).");
    folder.exercise("queues", "same", "Words.");
    folder.exercise("queues", "tickets", "Words.");
    folder.exercise("shadow", "other", "Words.");
    folder.write("queues/tickets/designs/a-one-document.js", "function setup() {}\n");
    let faults = faults(&folder);
    for says in [
        "\"#/exercise/none\" has no target",
        "\"javascript:x\" has no target",
        "has the id \"same\" too",
        "a-one-document.js:1: The first line must be a comment",
        "shadow: tracks.toml lacks this track",
    ] {
        assert!(faults.contains(says), "{says}:\n{faults}");
    }
}
