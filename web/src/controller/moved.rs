//! Exercises that are gone, and those that took their place.

use std::rc::Rc;

use super::Controller;
use crate::catalogue::Index;
use crate::route::Route;
use crate::state::Action;
use crate::storage::{SaveOutcome, keys};

impl Controller {
    /// The list of exercises has arrived, or has failed to: takes over the progress and code stored for exercises
    /// that are gone, and goes on to the place that had to wait for the list.
    pub fn listed(&self, result: Result<Rc<Index>, String>) {
        if let Ok(index) = &result {
            self.take_over(index);
        }
        self.dispatch(Action::Index(result));
        let route = self.app.route.clone();
        if matches!(route, Route::Shared(_)) || self.current(route.clone()) != route {
            self.navigate(route);
        }
    }

    /// The route with an exercise that exists, where the list says which took its place.
    pub(super) fn current(&self, route: Route) -> Route {
        let Some(index) = self.app.index.ready() else { return route };
        match route {
            Route::Exercise(id) => Route::Exercise(index.current(&id).to_owned()),
            Route::Compare(id) => Route::Compare(index.current(&id).to_owned()),
            other => other,
        }
    }

    /// Passes count for the successors, and code goes to those that have none.
    fn take_over(&self, index: &Index) {
        if index.moved.keys().any(|id| self.app.progress.of(id).passed) {
            self.progress(|progress| progress.moved(&index.moved));
        }
        let storage = &self.services.storage;
        for (id, successors) in &index.moved {
            let Some(code) = storage.text(&keys::code(id)) else { continue };
            let without =
                successors.iter().filter(|successor| storage.text(&keys::code(successor)).is_none());
            let saved: Vec<SaveOutcome> =
                without.map(|successor| storage.set_text(&keys::code(successor), &code)).collect();
            if saved.iter().all(|saved| *saved == SaveOutcome::Kept) {
                storage.remove(&keys::code(id));
            }
        }
    }
}
