//! Fetches the list of exercises and the exercises themselves, of this site or another host. Another host is not
//! trusted: the files are limited in size and validated, and ids are checked before they become addresses.

use std::rc::Rc;

use protocol::json::FromJson;
use wasm_bindgen_futures::JsFuture;

use crate::host;
use crate::route::is_id;
use crate::wire::Reference;
pub use crate::wire::{Bundle, Index};

/// The most bytes of a list of exercises.
const MAX_INDEX: u32 = 1_000_000;
/// The most bytes of an exercise.
const MAX_BUNDLE: u32 = 4_000_000;
/// The version of the files' format, which `crates/exercise` increments.
const FORMAT_VERSION: u32 = 1;
/// The most exercises in a list.
const MAX_EXERCISES: usize = 1_000;

/// The source of the exercises.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    index: String,
    base: String,
    fault: String,
    /// The address of the list if it is not this site's; progress is stored under it.
    pub name: Rc<str>,
}

impl Library {
    /// The source named in the page's address.
    pub fn of_page() -> Library {
        let mut parts = host::exercises().into_iter();
        let mut next = || parts.next().unwrap_or_default();
        let (index, base, name) = (next(), next(), Rc::from(next()));
        Library { index, base, name, fault: next() }
    }

    /// The list of tracks and exercises.
    pub async fn index(&self) -> Result<Rc<Index>, String> {
        if !self.fault.is_empty() {
            return Err(self.fault.clone());
        }
        let what = "the list of exercises";
        let index: Index = read(&load(&self.index, MAX_INDEX, what).await?, what)?;
        check(&index).map_err(|reason| format!("Could not use {what}: {reason}."))?;
        Ok(Rc::new(index))
    }

    /// One exercise. The id has been checked by [`Route`](crate::route::Route).
    pub async fn bundle(&self, id: &str) -> Result<Rc<Bundle>, String> {
        let what = "the exercise";
        let text = load(&format!("{}{id}.json", self.base), MAX_BUNDLE, what).await?;
        let mut bundle: Bundle = read(&text, what)?;
        if bundle.id != id {
            return Err(format!("Could not use {what}: its id is “{}”.", bundle.id));
        }
        bundle.raw = Some(text.into());
        Ok(Rc::new(bundle))
    }

    /// Glossary and principles: the list's own, or else this site's.
    pub async fn reference(&self) -> Result<Rc<Reference>, String> {
        let what = "the glossary";
        let file = "reference.json";
        let mut text = load(&format!("{}{file}", self.base), MAX_INDEX, what).await;
        if text.is_err() && !self.name.is_empty() {
            text = load(&format!("exercises/{file}"), MAX_INDEX, what).await;
        }
        read(&text?, what).map(Rc::new)
    }

    /// The site's list of operators as text.
    pub async fn operators(&self) -> Option<String> {
        load("operators.json", MAX_INDEX, "the list of operators").await.ok()
    }
}

/// Checks a list's values beyond their types.
fn check(index: &Index) -> Result<(), String> {
    if index.version != FORMAT_VERSION {
        return Err(format!(
            "its format has version {}, but this page reads version {FORMAT_VERSION}",
            index.version
        ));
    }
    let exercises = || index.tracks.iter().flat_map(|track| &track.exercises);
    if exercises().count() > MAX_EXERCISES {
        return Err(format!("it has more than {MAX_EXERCISES} exercises"));
    }
    let ids = index.tracks.iter().map(|track| &track.id).chain(exercises().map(|exercise| &exercise.id));
    let moved = index.moved.iter().flat_map(|(id, successors)| std::iter::once(id).chain(successors));
    match ids.into_iter().chain(moved).find(|id| !is_id(id)) {
        Some(id) => Err(format!("{id:?} is not a valid id")),
        None => Ok(()),
    }
}

async fn load(url: &str, longest: u32, what: &str) -> Result<String, String> {
    let text = JsFuture::from(host::text(url, longest)).await;
    let text = text.map_err(|reason| reason.as_string()).map(|text| text.as_string());
    match text {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err(format!("Could not load {what}.")),
        Err(reason) => Err(format!("Could not load {what}: {}.", reason.unwrap_or_default())),
    }
}

fn read<T: FromJson>(text: &str, what: &str) -> Result<T, String> {
    let value = protocol::json::parse(text).map_err(|e| e.to_string());
    let read = value.and_then(|value| T::from_json(value).map_err(|fault| fault.to_string()));
    read.map_err(|reason| format!("Could not read {what}: {reason}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Result<(), String> {
        check(&read::<Index>(text, "it")?)
    }

    #[test]
    fn an_existing_exercise_is_current() {
        let text =
            r#"{"version":1,"tracks":[{"id":"t","exercises":[{"id":"b"}]}],"moved":{"a":["b"],"b":["a"]}}"#;
        let index = read::<Index>(text, "it").unwrap();
        assert_eq!(["a", "b", "c"].map(|id| index.current(id)), ["b", "b", "c"]);
    }

    #[test]
    fn a_list_of_another_host_is_checked() {
        assert_eq!(list(r#"{"version":1,"tracks":[{"id":"a","exercises":[{"id":"b-1"}]}]}"#), Ok(()));
        for (text, says) in [
            ("[]", "not an object"),
            (r#"{"tracks":[]}"#, "version 0"),
            (r#"{"version":2}"#, "version 2"),
            (r#"{"version":1,"tracks":[{"id":"../x"}]}"#, "not a valid id"),
            (r#"{"version":1,"tracks":[{"id":"a","exercises":[{"id":"a/b"}]}]}"#, "not a valid id"),
            (r#"{"version":1,"tracks":[],"moved":{"a/b":["c"]}}"#, "not a valid id"),
            (r#"{"version":1,"tracks":[],"moved":{"a":["c","../b"]}}"#, "not a valid id"),
            (r#"{"version":1,"tracks":[{"id":"a","title":7}]}"#, "tracks.0.title is not a string"),
        ] {
            let fault = list(text).unwrap_err();
            assert!(fault.contains(says), "{text}: {fault}");
        }
        let many = r#"{"id":"x"},"#.repeat(1_001);
        let many =
            format!(r#"{{"version":1,"tracks":[{{"id":"a","exercises":[{}]}}]}}"#, &many[..many.len() - 1]);
        assert!(list(&many).unwrap_err().contains("more than 1000"));
        assert!(list(&"[".repeat(5_000)).is_err());
    }
}
