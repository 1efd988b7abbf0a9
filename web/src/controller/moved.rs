//! Removed exercises and their successors.

use std::rc::Rc;

use super::Controller;
use crate::catalogue::Index;
use crate::route::Route;
use crate::state::Action;
use crate::storage::{SaveOutcome, keys};

impl Controller {
    /// Handles the arrival or failure of the list of exercises: moves progress and code of removed exercises to their
    /// successors, and opens the place that waited for the list.
    pub fn listed(&self, result: Result<Rc<Index>, String>) {
        if let Ok(index) = &result {
            self.move_to_successors(index);
        }
        self.dispatch(Action::Index(result));
        let route = self.app.route.clone();
        if matches!(route, Route::Shared(_)) || self.current(route.clone()) != route {
            self.navigate(route);
        }
    }

    /// The route, with a removed exercise replaced by its successor.
    pub(super) fn current(&self, route: Route) -> Route {
        let Some(index) = self.app.index.ready() else { return route };
        match route {
            Route::Exercise(id) => Route::Exercise(index.current(&id).to_owned()),
            Route::Compare(id) => Route::Compare(index.current(&id).to_owned()),
            other => other,
        }
    }

    /// Copies passes to the successors, and code to those that have none.
    fn move_to_successors(&self, index: &Index) {
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
