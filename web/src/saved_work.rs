//! All work in one file, for another computer: progress, code, and the Sandbox's data.
//!
//! A file is merged with the stored work. Newer code is never replaced without a question.

use protocol::json::{FromJson, ToJson};
use sorted_map::SortedMap;

use crate::route::is_id;
use crate::state::{Progress, Reviews};

/// The name of the file's format.
const KIND: &str = "schema-dojo-work";

/// The version of the file's format.
const VERSION: u32 = 1;

/// The most characters of a file.
pub const LONGEST: f64 = 100e6;

protocol::shape! {
    /// The file.
    struct Work {
        /// Always [`KIND`], which identifies such a file.
        kind: String,
        /// The format's version.
        version: u32,
        /// The source of the exercises: the address of another host's list, or empty.
        library: String,
        progress: Progress,
        reviews: Reviews,
        /// The code by subject.
        code: SortedMap<String, Code>,
        /// The last passing code, by exercise.
        passed: SortedMap<String, String>,
        /// The Sandbox's data as a dump in Base64.
        data: String,
    }
    /// Code and the time of its last change.
    struct Code {
        text: String,
        /// Milliseconds since 1970; 0 if unknown.
        at: f64,
    }
}
protocol::written! {
    Work { kind, version, library, progress, reviews, code, passed, data }
    Code { text, at }
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportedWork {
    /// The merged progress.
    pub progress: Progress,
    /// The merged reviews.
    pub reviews: Reviews,
    /// Code to store: of subjects without stored code, or with older code.
    pub code: Vec<(String, Code)>,
    /// Code that differs from stored code that is newer or of unknown age.
    pub asks: Vec<(String, Code)>,
    /// Passing code of exercises that have none here.
    pub passed: Vec<(String, String)>,
    /// The Sandbox's data, if the file has any.
    pub data: String,
}

impl Work {
    /// An empty file of this version.
    pub fn new(library: &str) -> Work {
        Work { kind: KIND.to_owned(), version: VERSION, library: library.to_owned(), ..Work::default() }
    }

    /// The file as text.
    pub fn write(&self) -> String {
        self.to_json().to_string()
    }

    /// Reads a file, which may have any content.
    ///
    /// # Errors
    /// A sentence: it is not a file of saved work, of another version, or for other exercises.
    pub fn read(text: &str, library: &str) -> Result<Work, String> {
        let value = protocol::json::parse(text).map_err(|_| "This is not a file of saved work.")?;
        let work = Work::from_json(value).map_err(|fault| format!("This file cannot be read: {fault}."))?;
        if work.kind != KIND {
            return Err("This is not a file of saved work.".to_owned());
        }
        if work.version != VERSION {
            return Err(format!(
                "This file has version {}, but this page reads version {VERSION}.",
                work.version
            ));
        }
        if work.library != library {
            return Err("This file has work on another list's exercises.".to_owned());
        }
        let subjects = work.code.keys().chain(work.passed.keys());
        let odd = subjects.into_iter().find(|subject| !is_subject(subject)).cloned();
        match odd {
            Some(subject) => Err(format!("This file names an invalid exercise: {subject:?}.")),
            None => Ok(work),
        }
    }

    /// Merges a file into this work, and returns what the file adds.
    pub fn merge(&self, file: Work) -> ImportedWork {
        let mut brought = ImportedWork {
            progress: self.progress.with_all(&file.progress),
            reviews: self.reviews.with_all(&file.reviews),
            ..ImportedWork::default()
        };
        for (subject, theirs) in file.code {
            match self.code.get(&subject) {
                Some(mine) if mine.text == theirs.text => {}
                Some(mine) if mine.at == 0.0 || theirs.at <= mine.at => brought.asks.push((subject, theirs)),
                _ => brought.code.push((subject, theirs)),
            }
        }
        brought.passed = file.passed.into_iter().filter(|(id, _)| !self.passed.contains_key(id)).collect();
        brought.data = if file.data == self.data { String::new() } else { file.data };
        brought
    }
}

/// Whether a text is an exercise's id, or `free/` with the name of a sandbox: these become keys of the storage.
fn is_subject(text: &str) -> bool {
    is_id(text.strip_prefix("free/").unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(code: &[(&str, &str, f64)]) -> Work {
        let code = code
            .iter()
            .map(|(subject, text, at)| ((*subject).to_owned(), Code { text: (*text).to_owned(), at: *at }));
        Work { code: code.collect(), ..Work::new("") }
    }

    fn subjects(list: &[(String, Code)]) -> Vec<&str> {
        list.iter().map(|(subject, _)| subject.as_str()).collect()
    }

    #[test]
    fn a_file_reads_back() {
        let mut written = work(&[("reviews", "a\n\"b\"", 5.0), ("free/sandbox", "c", 0.0)]);
        written.progress = Progress::default().checked("reviews", true, 1, 1);
        written.data = "AAEC".to_owned();
        assert_eq!(Work::read(&written.write(), ""), Ok(written));
    }

    #[test]
    fn only_older_code_is_replaced_without_a_question() {
        let here =
            work(&[("same", "x", 5.0), ("older", "x", 5.0), ("newer", "x", 9.0), ("unknown", "x", 0.0)]);
        let file = work(&[
            ("same", "x", 7.0),
            ("older", "y", 7.0),
            ("newer", "y", 7.0),
            ("unknown", "y", 7.0),
            ("missing", "y", 0.0),
        ]);
        let brought = here.merge(file);
        assert_eq!(subjects(&brought.code), ["missing", "older"]);
        assert_eq!(subjects(&brought.asks), ["newer", "unknown"]);
    }

    #[test]
    fn progress_is_merged() {
        let mut here = work(&[]);
        here.progress = Progress::default().checked("a", true, 0b1, 1).checked("b", false, 0, 1);
        let mut file = work(&[]);
        file.progress = Progress::default().checked("a", true, 0b10, 1).checked("b", true, 0, 1);
        let merged = here.merge(file).progress;
        assert_eq!(merged.of("a").earned, 0b11);
        assert_eq!((merged.of("a").stars, merged.of("b").passed), (3, true));
    }

    #[test]
    fn other_files_are_refused() {
        let strange = work(&[("../settings", "x", 0.0)]).write();
        let other = Work { version: 2, ..Work::new("") }.write();
        for text in ["", "[]", "{}", &strange, &other] {
            assert!(Work::read(text, "").is_err(), "{text}");
        }
        assert!(
            Work::read(&Work::new("https://x.example/").write(), "").unwrap_err().contains("another list")
        );
    }
}
