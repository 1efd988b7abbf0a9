//! Reviews: solved exercises return with one function emptied.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::Controller;
use crate::browser;
use crate::empty_function::blank;
use crate::route::Route;
use crate::state::{Action, Reviews, Subject};
use crate::storage::keys;
use crate::wire::Bundle;
use protocol::number::fixed;

impl Controller {
    /// Exercises due for review whose passing code is stored here.
    pub fn due(&self) -> Vec<String> {
        let reviews: Reviews = self.services.storage.value(keys::REVIEWS);
        if reviews == Reviews::default() {
            return Vec::new();
        }
        let has_code = |id: &&str| self.services.storage.text(&keys::passed(id)).is_some();
        reviews.due(js_sys::Date::now()).into_iter().filter(has_code).map(str::to_owned).collect()
    }

    /// The function to rewrite in the open exercise's review.
    pub fn reviewed_function(&self) -> Option<String> {
        self.services.storage.text(&keys::review(self.app.workbench.exercise()?))
    }

    /// The passing code without the function to rewrite in the current review.
    pub(super) fn review_blank(&self) -> Option<String> {
        let name = self.reviewed_function()?;
        blank(&self.passed_code()?, &name)
    }

    /// Opens an exercise with its passing code, without one of its functions.
    pub fn review(&self, id: &str) {
        let (this, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            let passed = this.services.storage.text(&keys::passed(&id)).unwrap_or_default();
            let bundle = match this.services.library.bundle(&id).await {
                Ok(bundle) => bundle,
                Err(reason) => return this.warn(&reason),
            };
            let reviews: Reviews = this.services.storage.value(keys::REVIEWS);
            let turn = reviews.of(&id).map_or(0, |review| review.turn);
            let Some((name, code)) = choose(&bundle, &passed, turn) else {
                this.store_reviews(|reviews| reviews.reviewed(&id, true, js_sys::Date::now()));
                return this.warn("Your code of this exercise has no function that a review could empty.");
            };
            this.saved(this.services.storage.set_text(&keys::review(&id), &name));
            // The last check was of the code with that function.
            this.services.storage.remove(&keys::last_check(&id));
            let route = Route::Exercise(id.clone());
            browser::push_address(&route.href());
            this.dispatch(Action::Navigate(route));
            this.open(Subject::Exercise(id), Some(code));
        });
    }

    /// Updates the review after a check: the first pass schedules the first review, and a review the next one.
    pub(super) fn note_review(&self, id: &str, passed: bool) {
        let now = js_sys::Date::now();
        if self.services.storage.text(&keys::review(id)).is_none() {
            if passed {
                self.store_reviews(|reviews| reviews.solved(id, now));
            }
            return;
        }
        let reviews = self.store_reviews(|reviews| reviews.reviewed(id, passed, now));
        if passed {
            self.services.storage.remove(&keys::review(id));
            match reviews.of(id).and_then(|review| review.days()) {
                Some(days) => {
                    self.notify(&format!("Reviewed. The next review is in {} days.", fixed(days, 0)))
                }
                None => self.notify("Reviewed for the last time."),
            }
        }
    }

    /// Ends the review of an exercise without a result.
    pub(super) fn leave_review(&self, id: &str) {
        if self.services.storage.text(&keys::review(id)).is_some() {
            self.services.storage.remove(&keys::review(id));
            self.store_reviews(|reviews| reviews.reviewed(id, false, js_sys::Date::now()));
        }
    }

    fn store_reviews(&self, change: impl FnOnce(&Reviews) -> Reviews) -> Rc<Reviews> {
        let stored: Reviews = self.services.storage.value(keys::REVIEWS);
        let next = change(&stored);
        self.saved(self.services.storage.set_value(keys::REVIEWS, &next));
        Rc::new(next)
    }
}

/// Chooses a function to rewrite and empties it: another function at each turn.
fn choose(bundle: &Bundle, code: &str, turn: u32) -> Option<(String, String)> {
    let listed = bundle.functions.iter().map(|function| &function.name).filter(|name| *name != "setup");
    let names: Vec<&String> =
        if bundle.review.is_empty() { listed.collect() } else { bundle.review.iter().collect() };
    let found: Vec<(String, String)> =
        names.into_iter().filter_map(|name| Some((name.clone(), blank(code, name)?))).collect();
    let at = turn as usize % found.len().max(1);
    found.into_iter().nth(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Function;

    #[test]
    fn each_turn_empties_another_function() {
        let function = |name: &str| Function { name: name.to_owned(), ..Function::default() };
        let mut bundle = Bundle { functions: ["setup", "a", "b"].map(function).into(), ..Bundle::default() };
        let code = "function setup() {} function a() {} function b() {}";
        let chosen = |bundle: &Bundle, turn| choose(bundle, code, turn).map(|(name, _)| name);
        assert_eq!([0, 1, 2].map(|turn| chosen(&bundle, turn).unwrap()), ["a", "b", "a"]);
        bundle.review = vec!["missing".to_owned(), "b".to_owned()];
        assert_eq!(chosen(&bundle, 0).unwrap(), "b");
        bundle.review = vec!["missing".to_owned()];
        assert_eq!(chosen(&bundle, 0), None);
    }
}
