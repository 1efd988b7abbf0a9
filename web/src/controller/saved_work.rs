//! Saving all work to a file and restoring it.

use protocol::number::{plain, read};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

use super::Controller;
use crate::saved_work::{Code, ImportedWork, LONGEST, Work};
use crate::state::Subject;
use crate::storage::{SaveOutcome, keys};
use crate::{browser, host};

impl Controller {
    /// Downloads a file with all of the learner's work.
    pub fn save_work(&self) {
        let this = self.clone();
        spawn_local(async move {
            let work = this.all_work().await;
            if browser::download("schema-dojo-work.json", &work.write()).is_err() {
                this.warn("The browser did not allow the download.");
            }
        });
    }

    /// Reads a file of saved work and compares it with the stored work; reports why a file is invalid.
    pub async fn read_work(&self, file: &File) -> Option<ImportedWork> {
        let read = async {
            if file.size() > LONGEST {
                return Err("This file is too large to be saved work.".to_owned());
            }
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            let text = text.ok_or("The browser could not read the file.")?;
            Work::read(&text, &self.services.library.name)
        };
        match read.await {
            Ok(work) => Some(self.all_work().await.merge(work)),
            Err(reason) => {
                self.warn(&reason);
                None
            }
        }
    }

    /// Stores the contents of a file, and shows them.
    pub fn restore_work(&self, brought: ImportedWork) {
        let this = self.clone();
        spawn_local(async move {
            let storage = &this.services.storage;
            let mut saved = vec![
                storage.set_value(keys::PROGRESS, &brought.progress),
                storage.set_value(keys::REVIEWS, &brought.reviews),
            ];
            for (subject, Code { text, at }) in &brought.code {
                saved.push(storage.set_text(&keys::code(subject), text));
                saved.push(storage.set_text(&keys::code_at(subject), &plain(*at)));
            }
            for (id, text) in &brought.passed {
                saved.push(storage.set_text(&keys::passed(id), text));
            }
            let data = brought.data.is_empty()
                || JsFuture::from(host::set_data(&brought.data)).await.is_ok_and(|kept| kept.is_truthy());
            if saved.contains(&SaveOutcome::ThisVisitOnly) || !data {
                return this.warn("The browser has no room for all of this work. Nothing was lost; free some and try again.");
            }
            // Editor and sandbox restart with it.
            browser::reload();
        });
    }

    async fn all_work(&self) -> Work {
        let storage = &self.services.storage;
        let mut work = Work::new(&self.services.library.name);
        work.progress = storage.value(keys::PROGRESS);
        work.reviews = storage.value(keys::REVIEWS);
        for subject in storage.subjects() {
            if let Some(text) = storage.text(&keys::code(&subject)) {
                let at = storage.text(&keys::code_at(&subject)).and_then(|at| read(&at));
                work.code.insert(subject.clone(), Code { text, at: at.unwrap_or_default() });
            }
            if subject != Subject::Sandbox.key()
                && let Some(text) = storage.text(&keys::passed(&subject))
            {
                work.passed.insert(subject, text);
            }
        }
        work.data =
            JsFuture::from(host::data()).await.ok().and_then(|data| data.as_string()).unwrap_or_default();
        work
    }
}
