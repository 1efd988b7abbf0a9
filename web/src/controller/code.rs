//! The code in the editor: stored while typing, backed up before shared code replaces it, restored.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::Controller;
use protocol::number::plain;

use crate::browser;
use crate::editor::Editor;
use crate::pages::sandbox::STARTER;
use crate::state::{Action, Pane, Progress, WorkbenchAction};
use crate::storage::{SaveOutcome, keys};
use crate::wire::{Reply, Request};

impl Controller {
    /// Handles an edit by the learner.
    pub fn edited(&self, text: &str) {
        if *self.services.source.borrow() == text {
            return;
        }
        *self.services.source.borrow_mut() = text.to_owned();
        self.changed(text);
    }

    pub(super) fn changed(&self, text: &str) {
        let bench = &self.app.workbench;
        if bench.report.is_some() && !bench.report_stale {
            self.dispatch(WorkbenchAction::Edited.into());
        }
        if bench.shared
            && let Some(subject) = &bench.subject
        {
            self.back_up(&subject.key());
        }
        self.store_code(text);
    }

    /// Backs up the learner's own code before modified code from a link replaces it. An existing backup stays: it is
    /// older than the link.
    pub(super) fn back_up(&self, key: &str) {
        let storage = &self.services.storage;
        if storage.text(&keys::code_before(key)).is_none()
            && let Some(own) = storage.text(&keys::code(key))
        {
            self.saved(storage.set_text(&keys::code_before(key), &own));
        }
    }

    pub(super) fn store_code(&self, text: &str) {
        if let Some(subject) = &self.app.workbench.subject {
            let (storage, key) = (&self.services.storage, subject.key());
            self.saved(storage.set_text(&keys::code(&key), text));
            self.saved(storage.set_text(&keys::code_at(&key), &plain(js_sys::Date::now())));
        }
    }

    /// Handles a change stored by another tab of this browser: shows its code and progress here, too. Undo in the
    /// editor restores this tab's code.
    pub fn stored_elsewhere(&self) {
        let (bench, storage) = (&self.app.workbench, &self.services.storage);
        let progress: Progress = storage.value(keys::PROGRESS);
        if progress != *self.app.progress {
            self.dispatch(Action::Progress(Rc::new(progress)));
        }
        let stored = bench.subject.as_ref().and_then(|subject| storage.text(&keys::code(&subject.key())));
        if !bench.shared
            && bench.has_code()
            && let Some(code) = stored.filter(|code| *code != self.source())
        {
            self.show_code(&code);
            self.dispatch(WorkbenchAction::Edited.into());
        }
    }

    /// Warns once if the browser does not store anything.
    pub(super) fn saved(&self, saved: SaveOutcome) {
        if saved == SaveOutcome::ThisVisitOnly && self.app.notice.is_none() {
            self.warn("The browser does not let this page store anything (its storage is full or switched off). Your work lasts until you close the page: use Export or Share to keep it.");
        }
    }

    /// Replaces the editor's text; undo restores the old one.
    pub fn replace_code(&self, text: &str) {
        self.show_code(text);
        self.changed(text);
    }

    pub(super) fn show_code(&self, text: &str) {
        // Before the editor's own change event, which then finds no difference.
        *self.services.source.borrow_mut() = text.to_owned();
        match &*self.services.editor.borrow() {
            Some(editor) => editor.set_value(text),
            None => browser::set_plain_code(text),
        }
    }

    /// Restores the starter code and refills the collections.
    pub fn reset(&self) {
        let bench = &self.app.workbench;
        let bundle = bench.bundle.ready().cloned();
        let text = bundle.as_ref().map_or(STARTER, |bundle| bundle.starter.as_str());
        self.replace_code(text);
        self.stop_work();
        self.forget_results();
        self.mark_fault(None);
        self.load(bench.generation, bundle, false);
        self.notify("The starter code and the data are back. Undo in the editor brings your code back.");
    }

    /// Replaces the shared code by the learner's own.
    pub fn own_code(&self) {
        let bench = &self.app.workbench;
        let Some(subject) = &bench.subject else {
            return;
        };
        let (key, storage) = (subject.key(), &self.services.storage);
        self.leave_review(&key);
        let starter = bench.bundle.ready().map_or(STARTER, |bundle| bundle.starter.as_str());
        let own = storage.text(&keys::code_before(&key)).or_else(|| storage.text(&keys::code(&key)));
        let own = own.unwrap_or_else(|| starter.to_owned());
        self.show_code(&own);
        self.store_code(&own);
        storage.remove(&keys::code_before(&key));
        self.dispatch(WorkbenchAction::Shared(false).into());
    }

    /// Makes the shared code the learner's own, replacing the earlier code.
    pub fn keep_shared(&self) {
        let Some(subject) = &self.app.workbench.subject else {
            return;
        };
        self.store_code(&self.source());
        self.leave_review(&subject.key());
        self.services.storage.remove(&keys::code_before(&subject.key()));
        self.dispatch(WorkbenchAction::Shared(false).into());
    }

    /// Focuses the code.
    pub fn focus_code(&self) {
        self.in_code(|editor| match editor {
            Some(editor) => editor.focus(None),
            None => drop(browser::focus(".editor-plain")),
        });
    }

    /// Marks a line and scrolls to it, or removes the mark.
    pub fn mark_line(&self, line: Option<u32>) {
        if let Some(editor) = &*self.services.editor.borrow() {
            editor.mark_line(line.unwrap_or(0));
        }
    }

    /// Moves the cursor to a position.
    pub fn go_to(&self, line: u32, column: u32) {
        self.in_code(move |editor| editor.into_iter().for_each(|editor| editor.go_to(line, column)));
    }

    /// Shows the code pane, then runs an action in the editor: a hidden element cannot have the focus.
    fn in_code(&self, act: impl FnOnce(Option<&Editor>) + 'static) {
        if self.app.workbench.pane != Pane::Code {
            self.dispatch(WorkbenchAction::Pane(Pane::Code).into());
        }
        if browser::is_drawn(".editor") {
            return act(self.services.editor.borrow().as_ref());
        }
        let this = self.clone();
        spawn_local(async move {
            browser::drawn().await;
            act(this.services.editor.borrow().as_ref());
        });
    }

    /// Passes the last run's error and the completion words to a new editor.
    pub fn refresh_editor(&self) {
        self.mark_fault(self.app.workbench.run.as_ref().and_then(|run| run.error.as_ref()));
        let this = self.clone();
        spawn_local(async move { this.refresh_words().await });
    }

    /// Passes the current names to the editor's completion.
    pub(super) async fn refresh_words(&self) {
        if let Ok(Reply::Vocabulary(words)) = self.services.sandbox.ask(Request::Complete, None).await
            && let Some(editor) = &*self.services.editor.borrow()
        {
            editor.set_completions(&words);
        }
    }
}
