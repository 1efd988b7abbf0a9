//! The page's storage in the browser: code per exercise, progress, settings. Work is never lost silently: if the
//! browser refuses a write (storage full, or disabled), the value stays in memory for this visit and the page reports
//! it; a value that cannot be read is moved aside, not overwritten.

use std::cell::RefCell;
use std::rc::Rc;

use protocol::json::{FromJson, ToJson};
use sorted_map::SortedMap;

/// The prefix of every key, because a host may serve other sites from the same origin.
const PREFIX: &str = "schema-dojo/";

/// A store of text by key: the browser's in the page, a map in tests.
pub trait Backend {
    /// The text of a key, or `None`.
    fn get(&self, key: &str) -> Option<String>;
    /// Stores a text; `false` if it was refused.
    fn set(&self, key: &str, value: &str) -> bool;
    /// Removes a key.
    fn remove(&self, key: &str);
    /// All keys.
    fn keys(&self) -> Vec<String>;
}

/// The outcome of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum SaveOutcome {
    /// Stored: it survives a reload.
    Kept,
    /// The browser refused: it is kept in memory until the page is closed.
    ThisVisitOnly,
}

/// The page's storage. Cheap to clone.
#[derive(Clone)]
pub struct Storage {
    backend: Rc<dyn Backend>,
    /// A prefix of all keys except those of the settings.
    scope: Rc<str>,
    refused: Rc<RefCell<SortedMap<String, String>>>,
}

impl PartialEq for Storage {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.refused, &other.refused)
    }
}

impl Storage {
    /// A storage over any backend.
    pub fn new(backend: impl Backend + 'static) -> Storage {
        Storage { backend: Rc::new(backend), scope: Rc::default(), refused: Rc::default() }
    }

    /// The browser's local storage.
    pub fn browser() -> Storage {
        Storage::new(LocalStorage)
    }

    /// The same storage, with the data of exercises separated by a name. The site's own exercises have the empty name.
    #[must_use]
    pub fn scoped(self, name: &str) -> Storage {
        let scope = if name.is_empty() { Rc::default() } else { format!("from/{name}/").into() };
        Storage { scope, ..self }
    }

    fn full(&self, key: &str) -> String {
        let scope = if key == keys::SETTINGS { "" } else { &*self.scope };
        format!("{PREFIX}{scope}{key}")
    }

    /// The text of a key.
    pub fn text(&self, key: &str) -> Option<String> {
        let key = self.full(key);
        let refused = self.refused.borrow().get(&key).cloned();
        refused.or_else(|| self.backend.get(&key))
    }

    /// Stores a text.
    pub fn set_text(&self, key: &str, value: &str) -> SaveOutcome {
        let key = self.full(key);
        if self.backend.set(&key, value) {
            self.refused.borrow_mut().remove(&key);
            SaveOutcome::Kept
        } else {
            self.refused.borrow_mut().insert(key, value.to_owned());
            SaveOutcome::ThisVisitOnly
        }
    }

    /// Removes a key.
    pub fn remove(&self, key: &str) {
        let key = self.full(key);
        self.refused.borrow_mut().remove(&key);
        self.backend.remove(&key);
    }

    /// Names of all exercises and free pages with stored code.
    pub fn subjects(&self) -> Vec<String> {
        let prefix = self.full(&keys::code(""));
        let mut all = self.backend.keys();
        all.extend(self.refused.borrow().keys().cloned());
        let subjects = all.iter().filter_map(|key| key.strip_prefix(&prefix));
        let subjects: SortedMap<String, ()> = subjects.map(|subject| (subject.to_owned(), ())).collect();
        subjects.into_iter().map(|(subject, ())| subject).collect()
    }

    /// A stored value, or its default. Text that does not parse (from another version, or edited manually) is moved to
    /// `KEY.unreadable`, so that the next write does not destroy it.
    pub fn value<T: FromJson + Default>(&self, key: &str) -> T {
        let Some(text) = self.text(key) else {
            return T::default();
        };
        let read = protocol::json::parse(&text).ok().and_then(|value| T::from_json(value).ok());
        read.unwrap_or_else(|| {
            let _ = self.set_text(&format!("{key}.unreadable"), &text);
            T::default()
        })
    }

    /// Stores a value as JSON.
    pub fn set_value<T: ToJson>(&self, key: &str, value: &T) -> SaveOutcome {
        self.set_text(key, &value.to_json().to_string())
    }
}

/// The keys of stored data.
pub mod keys {
    /// The settings.
    pub const SETTINGS: &str = "settings";
    /// Progress of all exercises.
    pub const PROGRESS: &str = "progress";
    /// The reviews of solved exercises.
    pub const REVIEWS: &str = "reviews";

    /// The learner's code of an exercise, or of the free page.
    pub fn code(subject: &str) -> String {
        format!("code/{subject}")
    }

    /// The time of the code's last change, in milliseconds since 1970.
    pub fn code_at(subject: &str) -> String {
        format!("code-at/{subject}")
    }

    /// The learner's last passing code.
    pub fn passed(subject: &str) -> String {
        format!("code-passed/{subject}")
    }

    /// The result of the last run.
    pub fn last_run(subject: &str) -> String {
        format!("run/{subject}")
    }

    /// The result of the last check.
    pub fn last_check(subject: &str) -> String {
        format!("check/{subject}")
    }

    /// The learner's predictions.
    pub fn predicted(subject: &str) -> String {
        format!("predicted/{subject}")
    }

    /// The function that an exercise's current review has emptied.
    pub fn review(subject: &str) -> String {
        format!("review/{subject}")
    }

    /// The learner's code before opening a shared link.
    pub fn code_before(subject: &str) -> String {
        format!("code-before/{subject}")
    }
}

/// `window.localStorage`, read anew each time, because reading the property throws if storage is disabled.
struct LocalStorage;

impl LocalStorage {
    fn handle() -> Option<web_sys::Storage> {
        web_sys::window()?.local_storage().ok().flatten()
    }
}

impl Backend for LocalStorage {
    fn get(&self, key: &str) -> Option<String> {
        Self::handle()?.get_item(key).ok().flatten()
    }

    fn set(&self, key: &str, value: &str) -> bool {
        Self::handle().is_some_and(|storage| storage.set_item(key, value).is_ok())
    }

    fn remove(&self, key: &str) {
        if let Some(storage) = Self::handle() {
            // Removing can only fail without storage, and then there is nothing to remove.
            let _ = storage.remove_item(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        let Some(storage) = Self::handle() else { return Vec::new() };
        let count = storage.length().unwrap_or_default();
        (0..count).filter_map(|at| storage.key(at).ok().flatten()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map that refuses texts longer than its limit, as a full browser storage does.
    #[derive(Default)]
    struct Limited {
        map: RefCell<SortedMap<String, String>>,
        limit: usize,
    }

    impl Backend for Rc<Limited> {
        fn get(&self, key: &str) -> Option<String> {
            self.map.borrow().get(key).cloned()
        }
        fn set(&self, key: &str, value: &str) -> bool {
            let fits = value.len() <= self.limit;
            if fits {
                self.map.borrow_mut().insert(key.to_owned(), value.to_owned());
            }
            fits
        }
        fn remove(&self, key: &str) {
            self.map.borrow_mut().remove(key);
        }
        fn keys(&self) -> Vec<String> {
            self.map.borrow().keys().cloned().collect()
        }
    }

    fn limited(limit: usize) -> (Rc<Limited>, Storage) {
        let backend = Rc::new(Limited { limit, ..Limited::default() });
        (backend.clone(), Storage::new(backend))
    }

    #[test]
    fn a_refused_write_is_readable_for_this_visit_and_leaves_the_old_value_stored() {
        let (backend, storage) = limited(5);
        assert_eq!(storage.set_text("code/a", "short"), SaveOutcome::Kept);
        assert_eq!(storage.set_text("code/a", "much longer"), SaveOutcome::ThisVisitOnly);
        assert_eq!(storage.text("code/a").as_deref(), Some("much longer"));
        assert_eq!(backend.get("schema-dojo/code/a").as_deref(), Some("short"));
    }

    #[test]
    fn a_later_write_that_fits_replaces_the_one_in_memory() {
        let (_, storage) = limited(5);
        let _ = storage.set_text("code/a", "much longer");
        assert_eq!(storage.set_text("code/a", "ok"), SaveOutcome::Kept);
        assert_eq!(storage.text("code/a").as_deref(), Some("ok"));
    }

    #[test]
    fn exercises_of_another_host_are_stored_separately_and_settings_are_not() {
        let (backend, own) = limited(100);
        let other = own.clone().scoped("https://x/index.json");
        let _ = (own.set_text(keys::PROGRESS, "1"), other.set_text(keys::PROGRESS, "2"));
        let _ = other.set_text(keys::SETTINGS, "3");
        assert_eq!(own.text(keys::PROGRESS).as_deref(), Some("1"));
        assert_eq!(own.text(keys::SETTINGS).as_deref(), Some("3"));
        assert_eq!(backend.get("schema-dojo/from/https://x/index.json/progress").as_deref(), Some("2"));
    }

    #[test]
    fn an_unreadable_value_is_moved_aside() {
        let (backend, storage) = limited(100);
        let _ = storage.set_text(keys::PROGRESS, "{broken");
        assert_eq!(storage.value::<SortedMap<String, u32>>(keys::PROGRESS), SortedMap::default());
        assert_eq!(backend.get("schema-dojo/progress.unreadable").as_deref(), Some("{broken"));
    }

    #[test]
    fn values_read_back() {
        let (_, storage) = limited(100);
        let value = SortedMap::from_iter([("reviews".to_owned(), 2_u32)]);
        assert_eq!(storage.set_value("v", &value), SaveOutcome::Kept);
        assert_eq!(storage.value::<SortedMap<String, u32>>("v"), value);
        storage.remove("v");
        assert_eq!(storage.text("v"), None);
    }

    #[test]
    fn subjects_are_those_whose_code_is_stored_or_was_refused() {
        let (_, storage) = limited(10);
        for (key, text) in
            [("code/b", "x"), ("code/a", "far too long a text"), ("code-at/c", "1"), ("progress", "{}")]
        {
            let _ = storage.set_text(key, text);
        }
        assert_eq!(storage.subjects(), ["a", "b"]);
        assert!(storage.scoped("https://x.example/").subjects().is_empty());
    }
}
