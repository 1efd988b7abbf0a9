//! The documents of the last run, looked at, edited and imported.

use std::future::Future;

use serde_json::Value as Json;

use super::{Controller, unexpected};
use crate::browser;
use crate::ejson;
use crate::state::{Outcome, Work, WorkbenchAction};
use crate::wire::{Reply, Request, StageView};

impl Controller {
    /// A page of a collection: how many documents there are, and some of them as extended JSON.
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
                Reply::Stages(stages) => Ok(stages),
                other => Err(unexpected(other)),
            }
        }
    }

    /// What a picture shows, as JSON.
    pub fn picture(&self, ask: String) -> impl Future<Output = Result<String, String>> + use<> {
        let sandbox = self.services.sandbox.clone();
        async move {
            match sandbox.ask(Request::Picture { ask }, None).await? {
                Reply::Picture(text) => Ok(text),
                other => Err(unexpected(other)),
            }
        }
    }

    /// Puts `after` in the place of `before`; both are extended JSON.
    pub async fn edit_document(
        &self,
        db: &str,
        collection: &str,
        before: &str,
        after: &str,
    ) -> Result<(), String> {
        let read = serde_json::from_str(after).map_err(|e| format!("not valid extended JSON: {e}"))?;
        check_dates(&read)?;
        let request = Request::Edit {
            db: db.to_owned(),
            collection: collection.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        match self.services.sandbox.ask(request, None).await? {
            Reply::Edited(collections) => {
                self.ended(self.app.workbench.generation, Outcome::Imported(collections)).await;
                Ok(())
            }
            other => Err(unexpected(other)),
        }
    }

    /// Inserts documents into a collection.
    pub async fn import(&self, collection: &str, documents: Vec<Json>) -> Result<(), String> {
        let generation = self.app.workbench.generation;
        if self.app.workbench.busy() {
            return Err("Something is running: import when it has ended.".to_owned());
        }
        documents.iter().try_for_each(check_dates)?;
        // The shell is the one way into the database, for the page too.
        let quoted = ejson::quoted;
        let source = format!(
            "db.getCollection({}).insertMany(EJSON.parse({}))",
            quoted(collection),
            quoted(&Json::from(documents).to_string())
        );
        self.dispatch(WorkbenchAction::Began(Work::Import).into());
        let (outcome, answer) = match self.services.sandbox.ask(Request::Run { source }, None).await {
            Ok(Reply::Result(result)) => (
                Outcome::Imported(result.collections),
                result.error.map_or(Ok(()), |error| Err(error.message)),
            ),
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

/// Refuses a `$date` that is none: JavaScript's dates have a value for that, which is stored as 1970.
fn check_dates(value: &Json) -> Result<(), String> {
    match value {
        Json::Array(items) => items.iter().try_for_each(check_dates),
        Json::Object(fields) => match fields.get("$date").and_then(Json::as_str) {
            Some(text) if !browser::is_date(text) => {
                Err(format!("{{\"$date\": {}}} is no date", ejson::quoted(text)))
            }
            _ => fields.values().try_for_each(check_dates),
        },
        _ => Ok(()),
    }
}
