//! What the page does: fetches, stores, asks the sandbox, and dispatches what came of it.
//!
//! Components take it from the context with [`use_controller`]; a component that does so is drawn anew when
//! the state changes.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use serde_json::Value as Json;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::catalogue::Library;
use crate::components::task_text::DESIGNS_ID;
use crate::editor::{Diagnostic, Editor};
use crate::pages::sandbox::STARTER;
use crate::route::Route;
use crate::sandbox::{OnProgress, Sandbox};
use crate::state::{Action, App, Notice, Outcome, Progress, Settings, Subject, Work, WorkbenchAction};
use crate::storage::{Saved, Storage, keys};
use crate::wire::{Bundle, Raw, Reply, Request, Shared, StageView};

/// The editor that is on the page, if it has arrived.
pub type EditorSlot = Rc<RefCell<Option<Editor>>>;

/// What lives as long as the page and does not belong to the state.
#[derive(Clone)]
pub struct Services {
    /// Where work is kept.
    pub storage: Storage,
    /// Where the exercises come from.
    pub library: Library,
    /// The database.
    pub sandbox: Sandbox,
    /// The code as it is now; the state does not hold it, so that typing draws nothing anew.
    pub source: Rc<RefCell<String>>,
    /// The editor.
    pub editor: EditorSlot,
}

/// The state and what can be done with it. Cheap to clone; a clone sees the state of when it was made.
#[derive(Clone)]
pub struct Controller {
    app: UseReducerHandle<App>,
    services: Services,
}

impl PartialEq for Controller {
    fn eq(&self, other: &Self) -> bool {
        self.app == other.app
    }
}

/// The controller of the page.
#[hook]
pub fn use_controller() -> Controller {
    use_context::<Controller>()
        .expect("every component is drawn inside the app, which provides the controller")
}

impl Controller {
    /// A controller for this render.
    pub fn new(app: UseReducerHandle<App>, services: Services) -> Controller {
        Controller { app, services }
    }

    /// The state.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Changes the state.
    pub fn dispatch(&self, action: Action) {
        self.app.dispatch(action);
    }

    /// Where the exercises come from.
    pub fn library(&self) -> &Library {
        &self.services.library
    }

    /// Where the editor puts itself.
    pub fn editor_slot(&self) -> EditorSlot {
        self.services.editor.clone()
    }

    /// The code as it is now.
    pub fn source(&self) -> String {
        if let Some(editor) = &*self.services.editor.borrow() {
            return editor.value();
        }
        self.services.source.borrow().clone()
    }

    /// A key that the editor leaves to the page.
    pub fn command(&self, name: &str) {
        match name {
            "run" => self.run(),
            "check" => self.check(),
            _ => {}
        }
    }

    // ---- opening -------------------------------------------------------------------------------------------

    /// Goes to where the URL says.
    pub fn navigate(&self, route: Route) {
        match &route {
            Route::Exercise(id) | Route::Compare(id) => self.open(Subject::Exercise(id.clone()), None),
            Route::Sandbox => self.open(Subject::Sandbox, None),
            Route::Shared(payload) => match Shared::decode(payload) {
                Ok(shared) => {
                    let route = shared.exercise.clone().map_or(Route::Sandbox, Route::Exercise);
                    browser::replace_hash(&route.href());
                    self.dispatch(Action::Navigate(route));
                    let subject = shared.exercise.map_or(Subject::Sandbox, Subject::Exercise);
                    return self.open(subject, Some(shared.code));
                }
                Err(reason) => self.notice(true, &reason),
            },
            Route::Home | Route::Path(_) | Route::Glossary(_) | Route::Principles | Route::Unknown(_) => {}
        }
        self.dispatch(Action::Navigate(route));
    }

    fn open(&self, subject: Subject, shared: Option<String>) {
        let bench = &self.app.workbench;
        if bench.subject.as_ref() == Some(&subject) && shared.is_none() {
            return;
        }
        self.stop_work();
        let generation = bench.generation + 1;
        // It hands over what was typed last, which still belongs to the subject that is left.
        let editor = self.services.editor.borrow_mut().take();
        drop(editor);
        self.dispatch(WorkbenchAction::Open(subject.clone()).into());
        let own = self.services.storage.text(&keys::code(&subject.key()));
        let is_shared =
            shared.is_some() || self.services.storage.text(&keys::code_before(&subject.key())).is_some();
        self.dispatch(WorkbenchAction::Shared(is_shared).into());
        match subject {
            Subject::Sandbox => {
                *self.services.source.borrow_mut() = shared.or(own).unwrap_or_else(|| STARTER.to_owned());
                self.load(generation, None);
            }
            Subject::Exercise(id) => {
                let this = self.clone();
                spawn_local(async move {
                    let result = this.services.library.bundle(&id).await;
                    if let Ok(bundle) = &result {
                        *this.services.source.borrow_mut() =
                            shared.or(own).unwrap_or_else(|| bundle.starter.clone());
                        this.load(generation, Some(bundle.clone()));
                    }
                    this.dispatch(WorkbenchAction::Bundle(generation, result).into());
                });
            }
        }
    }

    /// Gives the sandbox the data of the subject.
    fn load(&self, generation: u32, bundle: Option<Rc<Bundle>>) {
        self.dispatch(WorkbenchAction::Began(Work::Load).into());
        let this = self.clone();
        spawn_local(async move {
            let outcome = match this
                .services
                .sandbox
                .ask(Request::Open { bundle: bundle.and_then(|b| b.raw.clone()) }, None)
                .await
            {
                Ok(Reply::Opened(collections)) => Outcome::Loaded(collections),
                Ok(other) => failed(other),
                Err(reason) => Outcome::Failed(reason),
            };
            this.ended(generation, outcome).await;
        });
    }

    // ---- code ----------------------------------------------------------------------------------------------

    /// The learner typed.
    pub fn edited(&self, text: &str) {
        if *self.services.source.borrow() == text {
            return;
        }
        *self.services.source.borrow_mut() = text.to_owned();
        self.changed(text);
    }

    fn changed(&self, text: &str) {
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

    /// Sets the learner's own code aside before changed code from a link takes its place. What is set aside
    /// already stays: it is older than the link.
    fn back_up(&self, key: &str) {
        let storage = &self.services.storage;
        if storage.text(&keys::code_before(key)).is_none()
            && let Some(own) = storage.text(&keys::code(key))
        {
            self.saved(storage.set_text(&keys::code_before(key), &own));
        }
    }

    fn store_code(&self, text: &str) {
        if let Some(subject) = &self.app.workbench.subject {
            let saved = self.services.storage.set_text(&keys::code(&subject.key()), text);
            self.saved(saved);
        }
    }

    /// Says once that the browser keeps nothing.
    fn saved(&self, saved: Saved) {
        if saved == Saved::ThisVisitOnly && self.app.notice.is_none() {
            self.notice(true, "The browser does not let this page store anything (its storage is full or switched off). Your work lasts until you close the page: use Export or Share to keep it.");
        }
    }

    /// Puts another text into the editor, where undo can bring the old one back.
    pub fn replace_code(&self, text: &str) {
        self.show_code(text);
        self.changed(text);
    }

    fn show_code(&self, text: &str) {
        // First, so that the editor's own message about the change finds nothing new.
        *self.services.source.borrow_mut() = text.to_owned();
        match &*self.services.editor.borrow() {
            Some(editor) => editor.set_value(text),
            None => browser::set_plain_code(text),
        }
    }

    /// Puts the starter code back and fills the collections anew.
    pub fn reset(&self) {
        let bench = &self.app.workbench;
        let bundle = bench.bundle.ready().cloned();
        let text = bundle.as_ref().map_or(STARTER, |bundle| bundle.starter.as_str());
        self.replace_code(text);
        self.stop_work();
        self.load(bench.generation, bundle);
        self.notice(
            false,
            "The starter code and the data are back. Undo in the editor brings your code back.",
        );
    }

    /// Leaves the shared code for the learner's own.
    pub fn own_code(&self) {
        let bench = &self.app.workbench;
        let Some(subject) = &bench.subject else {
            return;
        };
        let (key, storage) = (subject.key(), &self.services.storage);
        let starter = bench.bundle.ready().map_or(STARTER, |bundle| bundle.starter.as_str());
        let own = storage.text(&keys::code_before(&key)).or_else(|| storage.text(&keys::code(&key)));
        let own = own.unwrap_or_else(|| starter.to_owned());
        self.show_code(&own);
        self.store_code(&own);
        storage.remove(&keys::code_before(&key));
        self.dispatch(WorkbenchAction::Shared(false).into());
    }

    /// Makes the shared code the learner's own in place of what was there.
    pub fn keep_shared(&self) {
        let Some(subject) = &self.app.workbench.subject else {
            return;
        };
        self.store_code(&self.source());
        self.services.storage.remove(&keys::code_before(&subject.key()));
        self.dispatch(WorkbenchAction::Shared(false).into());
    }

    /// Puts the cursor there.
    pub fn go_to(&self, line: u32, column: u32) {
        if let Some(editor) = &*self.services.editor.borrow() {
            editor.go_to(line, column);
        }
    }

    /// Gives a new editor what it should know: the fault of the last run, words to complete.
    pub fn refresh_editor(&self) {
        self.mark_fault(self.app.workbench.run.as_ref().and_then(|run| run.error.as_ref()));
        let this = self.clone();
        spawn_local(async move { this.refresh_words().await });
    }

    /// Tells the editor which names there are now.
    async fn refresh_words(&self) {
        if let Ok(Reply::Vocabulary(words)) = self.services.sandbox.ask(Request::Complete, None).await
            && let Some(editor) = &*self.services.editor.borrow()
        {
            editor.set_completions(&words);
        }
    }

    // ---- running -------------------------------------------------------------------------------------------

    /// Runs the code.
    pub fn run(&self) {
        let source = self.source();
        self.work(Work::Run, Request::Run { source }, |reply| match reply {
            Reply::Result(result) => Outcome::Ran(Rc::new(result)),
            other => failed(other),
        });
    }

    /// Grades the code.
    pub fn check(&self) {
        let Some(bundle) = self.raw_bundle() else {
            return;
        };
        let source = self.source();
        self.work(Work::Check, Request::Check { bundle, source }, |reply| match reply {
            Reply::Report(report) => Outcome::Checked(Rc::new(report)),
            other => failed(other),
        });
    }

    /// Measures the code beside the accepted designs, on so many times the data.
    pub fn compare(&self, scale: u32) {
        let Some(bundle) = self.raw_bundle() else {
            return;
        };
        let source = self.source();
        self.work(Work::Compare, Request::Compare { bundle, source, scale }, move |reply| match reply {
            Reply::Comparison(comparison) => Outcome::Compared(scale, Rc::new(comparison)),
            other => failed(other),
        });
    }

    fn raw_bundle(&self) -> Option<Raw> {
        self.app.workbench.bundle.ready()?.raw.clone()
    }

    /// Stops what runs. The sandbox answers the request that was under way.
    pub fn stop(&self) {
        self.dispatch(WorkbenchAction::Stopping.into());
        self.services.sandbox.stop();
    }

    /// Stops what runs, except loading, which is short and would only be begun again.
    fn stop_work(&self) {
        if self.app.workbench.task.as_ref().is_some_and(|task| task.work != Work::Load) {
            self.services.sandbox.stop();
        }
    }

    fn work(&self, work: Work, request: Request, read: impl FnOnce(Reply) -> Outcome + 'static) {
        if self.app.workbench.busy() {
            return;
        }
        let generation = self.app.workbench.generation;
        self.dispatch(WorkbenchAction::Began(work).into());
        let this = self.clone();
        spawn_local(async move {
            let on_progress: OnProgress = {
                let this = this.clone();
                Rc::new(move |done, total, label| {
                    this.dispatch(WorkbenchAction::Progress { generation, done, total, label }.into());
                })
            };
            let outcome = this
                .services
                .sandbox
                .ask(request, Some(on_progress))
                .await
                .map_or_else(Outcome::Failed, read);
            this.ended(generation, outcome).await;
        });
    }

    async fn ended(&self, generation: u32, outcome: Outcome) {
        match &outcome {
            Outcome::Checked(report) => {
                if let Some(id) = self.app.workbench.exercise() {
                    self.progress(|progress| progress.checked(id, report.passed, report.stars));
                }
            }
            Outcome::Ran(result) => self.mark_fault(result.error.as_ref()),
            _ => {}
        }
        let names_changed =
            !matches!(outcome, Outcome::Failed(_) | Outcome::Checked(_) | Outcome::Compared(..));
        let checked = matches!(outcome, Outcome::Checked(_));
        self.dispatch(WorkbenchAction::Ended(generation, outcome).into());
        if checked {
            // What is wrong may stand below a long list of what is right.
            browser::reveal(".check.failed");
        }
        if names_changed {
            self.refresh_words().await;
        }
    }

    fn mark_fault(&self, error: Option<&crate::wire::ScriptError>) {
        let diagnostics: Vec<Diagnostic> = error
            .and_then(|e| {
                Some(Diagnostic { line: e.line?, column: e.column.unwrap_or(1), message: e.message.clone() })
            })
            .into_iter()
            .collect();
        if let Some(editor) = &*self.services.editor.borrow() {
            editor.set_diagnostics(&diagnostics);
        }
    }

    // ---- documents -----------------------------------------------------------------------------------------

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

    /// Puts `after` in the place of `before`; both are extended JSON.
    pub async fn edit_document(
        &self,
        db: &str,
        collection: &str,
        before: &str,
        after: &str,
    ) -> Result<(), String> {
        crate::ejson::Value::parse(after)?;
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
        // The shell is the one way into the database, for the page too.
        let quoted = crate::ejson::quoted;
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

    // ---- the rest ------------------------------------------------------------------------------------------

    /// Opens one more hint and goes to it.
    pub fn hint(&self) {
        let Some(bundle) = self.app.workbench.bundle.ready() else {
            return;
        };
        let available = bundle.hints.len();
        self.progress(|progress| progress.hinted(&bundle.id, available));
        let shown = (self.app.progress.of(&bundle.id).hints + 1).min(available);
        browser::focus_soon(format!("#hint-{shown}"));
    }

    /// Goes to the accepted designs.
    pub fn show_designs(&self) {
        browser::focus_soon(format!("#{DESIGNS_ID}"));
    }

    /// Makes the link that holds the code.
    pub fn share(&self) {
        let shared =
            Shared { exercise: self.app.workbench.exercise().map(str::to_owned), code: self.source() };
        match shared.encode() {
            Ok(payload) => {
                let link = browser::address(&Route::Shared(payload).href());
                self.dispatch(Action::Share(Some(link.into())));
            }
            Err(reason) => self.notice(true, &reason),
        }
    }

    /// Gives the learner a script for the real mongosh.
    pub fn export(&self) {
        let name = format!("{}.js", self.app.workbench.exercise().unwrap_or("sandbox"));
        let (this, source) = (self.clone(), self.source());
        spawn_local(async move {
            let text = match this.services.sandbox.ask(Request::Export, None).await {
                Ok(Reply::Exported(text)) => format!("{text}\n{source}"),
                // Without a database there is still the code.
                _ => source,
            };
            if browser::download(&name, &text).is_err() {
                this.notice(true, "The browser did not allow the download.");
            }
        });
    }

    /// The next theme.
    pub fn next_theme(&self) {
        let theme = self.app.settings.theme.next();
        browser::set_theme(theme.name());
        self.settings(|settings| settings.theme = theme);
    }

    /// Moves a line between two panes, or puts it back.
    pub fn split(&self, name: &str, share: Option<u32>) {
        self.settings(|settings| match share {
            Some(share) => drop(settings.splits.insert(name.to_owned(), share)),
            None => drop(settings.splits.remove(name)),
        });
    }

    fn settings(&self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.app.settings.clone();
        change(&mut settings);
        let saved = self.services.storage.set_value(keys::SETTINGS, &settings);
        self.saved(saved);
        self.dispatch(Action::Settings(settings));
    }

    fn progress(&self, change: impl FnOnce(&Progress) -> Progress) {
        // What another tab of this browser has stored since must not be lost.
        let stored: Progress = self.services.storage.value(keys::PROGRESS);
        let next = change(&stored);
        let saved = self.services.storage.set_value(keys::PROGRESS, &next);
        self.saved(saved);
        self.dispatch(Action::Progress(Rc::new(next)));
    }

    fn notice(&self, bad: bool, text: &str) {
        self.dispatch(Action::Notice(Some(Notice { bad, text: text.to_owned() })));
    }
}

fn failed(reply: Reply) -> Outcome {
    Outcome::Failed(unexpected(reply))
}

fn unexpected(reply: Reply) -> String {
    match reply {
        Reply::Failed(message) => message,
        _ => "The sandbox gave an answer to another question.".to_owned(),
    }
}
