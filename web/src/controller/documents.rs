//! The documents of the last run: viewing, editing and importing.

use std::future::Future;

use super::{Controller, unexpected};
use crate::data;
use crate::state::{Outcome, Work, WorkbenchAction};
use crate::wire::{Reply, Request, StageView};

impl Controller {
    /// A page of a collection: the number of documents, and some of them as extended JSON.
    pub fn documents(
        &self,
        db: &str,
        collection: &str,
        skip: u64,
        limit: u64,
    ) -> impl Future<Output = Result<(u64, Vec<String>), String>> + use<> {
        let request =
            Request::Documents { db: db.to_owned(), collection: collection.to_owned(), skip, limit };
        let sandbox = self.services.sandbox.clone();
        async move {
            match sandbox.ask(request, None).await? {
                Reply::Documents(page) => Ok((page.total, page.docs)),
                other => Err(unexpected(other)),
            }
        }
    }

    /// An aggregation of the last run stage by stage.
    pub fn stages(&self, pipeline: u32) -> impl Future<Output = Result<Vec<StageView>, String>> + use<> {
        let sandbox = self.services.sandbox.clone();
        async move {
            match sandbox.ask(Request::Stages { pipeline }, None).await? {
                Reply::Stages { stages } => Ok(stages),
                other => Err(unexpected(other)),
            }
        }
    }

    /// The data of a picture, as JSON.
    pub fn picture(&self, ask: String) -> impl Future<Output = Result<String, String>> + use<> {
        let sandbox = self.services.sandbox.clone();
        async move {
            match sandbox.ask(Request::Picture { ask }, None).await? {
                Reply::Picture { text } => Ok(text),
                other => Err(unexpected(other)),
            }
        }
    }

    /// Replaces a document; both are extended JSON.
    pub async fn edit_document(
        &self,
        db: &str,
        collection: &str,
        before: &str,
        after: &str,
    ) -> Result<(), String> {
        let request = Request::Edit {
            db: db.to_owned(),
            collection: collection.to_owned(),
            before: data::bson(before).await?,
            after: data::bson(after).await?,
        };
        match self.services.sandbox.ask(request, None).await? {
            Reply::Edited { collections } => {
                self.ended(self.app.workbench.generation, Outcome::Imported(collections)).await;
                Ok(())
            }
            other => Err(unexpected(other)),
        }
    }

    /// Stores parts, given as JSON by the module `data.js`. Returns the first rejected part as JSON; empty if all are
    /// stored.
    pub async fn import(&self, parts: String) -> Result<String, String> {
        let generation = self.app.workbench.generation;
        if self.app.workbench.busy() {
            return Err("Wait until the current run has ended, and import again.".to_owned());
        }
        self.dispatch(WorkbenchAction::Began(Work::Import).into());
        let (outcome, answer) = match self.services.sandbox.ask(Request::Import { parts }, None).await {
            Ok(Reply::Imported { collections, refused }) => (Outcome::Imported(collections), Ok(refused)),
            Ok(other) => {
                let reason = unexpected(other);
                (Outcome::Failed(reason.clone()), Err(reason))
            }
            Err(reason) => (Outcome::Failed(reason.clone()), Err(reason)),
        };
        self.ended(generation, outcome).await;
        answer
    }
}
