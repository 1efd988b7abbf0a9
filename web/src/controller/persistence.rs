//! Hints, links, downloads, settings and progress.

use std::rc::Rc;

use protocol::json::ToJson;
use wasm_bindgen_futures::spawn_local;

use super::{Controller, unexpected};
use crate::browser;
use crate::data;
use crate::route::Route;
use crate::share_link;
use crate::state::{
    Action, LastCheck, LastRun, Notice, Pane, Progress, Settings, Subject, WorkbenchAction, fingerprint,
};
use crate::storage::keys;
use crate::wire::{Reply, Request, Shared};

impl Controller {
    /// Opens one more hint and scrolls to it.
    pub fn hint(&self) {
        let Some(bundle) = self.app.workbench.bundle.ready() else {
            return;
        };
        let available = bundle.hints.len();
        self.progress(|progress| progress.hinted(&bundle.id, available));
        self.dispatch(WorkbenchAction::Pane(Pane::Task).into());
        browser::focus_soon(format!("#hint-{}", self.app.progress.of(&bundle.id).hints));
    }

    /// Scrolls to a part of the text, by its element id.
    pub fn show_text(&self, id: &str) {
        self.dispatch(WorkbenchAction::Pane(Pane::Task).into());
        browser::focus_soon(format!("#{id}"));
    }

    /// Creates the link that contains the code.
    pub fn share(&self) {
        let shared =
            Shared { exercise: self.app.workbench.exercise().map(str::to_owned), code: self.source() };
        let this = self.clone();
        spawn_local(async move {
            match share_link::pack(&shared).await {
                Ok(payload) => {
                    let link = browser::address(&Route::Shared(payload).href());
                    this.dispatch(Action::Share(Some(link.into())));
                }
                Err(reason) => this.warn(&reason),
            }
        });
    }

    /// Downloads a script for the real mongosh.
    pub fn export(&self) {
        let name = format!("{}.js", self.app.workbench.exercise().unwrap_or("sandbox"));
        let (this, source) = (self.clone(), self.source());
        spawn_local(async move {
            let text = match this.exported(source.clone()).await {
                Ok(text) => text,
                Err(reason) => {
                    this.warn(&format!("The file contains only the code: {reason}"));
                    // Without a database, exports the code alone.
                    source
                }
            };
            if browser::download(&name, &text).is_err() {
                this.warn("The browser did not allow the download.");
            }
        });
    }

    async fn exported(&self, source: String) -> Result<String, String> {
        match self.services.sandbox.ask(Request::Export { source }, None).await? {
            Reply::Exported { text } => data::script(&text).await,
            other => Err(unexpected(other)),
        }
    }

    /// Switches to the next theme.
    pub fn next_theme(&self) {
        let theme = self.app.settings.theme.next();
        browser::set_theme(theme.name());
        self.settings(|settings| settings.theme = theme);
    }

    /// Stores whether the visitor knows MongoDB.
    pub fn knows(&self, knows: bool) {
        self.settings(|settings| settings.knows = knows);
    }

    /// Moves a separator between two panes, or resets it.
    pub fn split(&self, name: &str, share: Option<u32>) {
        self.settings(|settings| match share {
            Some(share) => drop(settings.splits.insert(name.to_owned(), share)),
            None => drop(settings.splits.remove(name)),
        });
    }

    /// Dismisses the tips of the first visit permanently.
    pub fn pointed(&self) {
        self.settings(|settings| settings.pointed = true);
    }

    pub(super) fn settings(&self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.app.settings.clone();
        change(&mut settings);
        let saved = self.services.storage.set_value(keys::SETTINGS, &settings);
        self.saved(saved);
        self.dispatch(Action::Settings(settings));
    }

    pub(super) fn progress(&self, change: impl FnOnce(&Progress) -> Progress) {
        // Changes that another tab has stored must not be lost.
        let stored: Progress = self.services.storage.value(keys::PROGRESS);
        let next = change(&stored);
        let saved = self.services.storage.set_value(keys::PROGRESS, &next);
        self.saved(saved);
        self.dispatch(Action::Progress(Rc::new(next)));
    }

    /// Stores a result of the open subject for later visits. A refusal is not reported, because the result can be
    /// reproduced.
    pub(super) fn keep(&self, key: fn(&str) -> String, result: &impl ToJson) {
        if let Some(subject) = &self.app.workbench.subject {
            let _ = self.services.storage.set_value(&key(&subject.key()), result);
        }
    }

    /// Shows the results of the last visit's run and check. `code` is the current code.
    pub(super) fn recall(&self, subject: &Subject, code: &str) {
        let (storage, key) = (&self.services.storage, subject.key());
        let run: Option<LastRun> = storage.value(&keys::last_run(&key));
        let check: LastCheck = storage.value(&keys::last_check(&key));
        let check = check.report.map(|report| (Rc::new(report), check.code != fingerprint(code)));
        self.dispatch(WorkbenchAction::Recalled(run.map(Rc::new), check).into());
    }

    /// Removes the results of the last run and check.
    pub(super) fn forget_results(&self) {
        if let Some(subject) = &self.app.workbench.subject {
            let key = subject.key();
            self.services.storage.remove(&keys::last_run(&key));
            self.services.storage.remove(&keys::last_check(&key));
        }
        self.dispatch(WorkbenchAction::Cleared.into());
    }

    /// Shows a notice at the top of the page.
    pub(super) fn notify(&self, text: &str) {
        self.dispatch(Action::Notice(Some(Notice { bad: false, text: text.to_owned() })));
    }

    /// Shows a warning at the top of the page.
    pub(super) fn warn(&self, text: &str) {
        self.dispatch(Action::Notice(Some(Notice { bad: true, text: text.to_owned() })));
    }
}
