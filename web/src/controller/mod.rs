//! The page's controller: fetches, stores, sends requests to the sandbox, and dispatches the results.
//!
//! Components get it from the context with [`use_controller`]; such a component is rendered again when the state
//! changes.

mod code;
mod documents;
mod moved;
mod persistence;
mod review;
mod run;
mod saved_work;

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::catalogue::Library;
use crate::editor::Editor;
use crate::pages::sandbox::STARTER;
use crate::route::Route;
use crate::sandbox::Sandbox;
use crate::share_link;
use crate::state::{Action, App, Loadable, Outcome, Subject, Tab, Work, WorkbenchAction};
use crate::storage::{Storage, keys};
use crate::wire::{Bundle, Reference, Reply, Request};
use sorted_map::SortedMap;

/// The editor on the page, once it is loaded.
pub type EditorSlot = Rc<RefCell<Option<Editor>>>;

/// Services that live as long as the page, outside of the state.
pub struct Services {
    /// The storage of the learner's work.
    pub storage: Storage,
    /// The source of the exercises.
    pub library: Library,
    /// The database.
    pub sandbox: Sandbox,
    /// The current code; not in the state, so that typing does not render anything.
    pub source: Rc<RefCell<String>>,
    /// The editor.
    pub editor: EditorSlot,
    /// Scroll positions of the exercise texts opened in this visit, by exercise.
    pub places: Places,
}

/// Scroll positions by name.
pub type Places = Rc<RefCell<SortedMap<String, i32>>>;

/// The state and the operations on it. Cheap to clone; every clone sees the newest state.
#[derive(Clone)]
pub struct Controller {
    app: UseReducerHandle<App>,
    services: Rc<Services>,
}

impl PartialEq for Controller {
    fn eq(&self, other: &Self) -> bool {
        self.app == other.app
    }
}

/// The page's controller.
#[hook]
pub fn use_controller() -> Controller {
    use_context::<Controller>()
        .expect("every component is drawn inside the app, which provides the controller")
}

/// Glossary, principles and patterns, fetched on first use.
#[hook]
pub fn use_reference() -> Loadable<Rc<Reference>> {
    let controller = use_controller();
    let reference = controller.app.reference.clone();
    let missing = reference.ready().is_none();
    use_effect_with((), move |()| {
        if missing {
            spawn_local(async move {
                let reference = controller.services.library.reference().await;
                controller.dispatch(Action::Reference(reference));
            });
        }
    });
    reference
}

impl Controller {
    /// A controller for this render.
    pub fn new(app: UseReducerHandle<App>, services: Rc<Services>) -> Controller {
        Controller { app, services }
    }

    /// The state.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Applies an action to the state.
    pub fn dispatch(&self, action: Action) {
        self.app.dispatch(action);
    }

    /// The source of the exercises.
    pub fn library(&self) -> &Library {
        &self.services.library
    }

    /// The slot in which the editor registers itself.
    pub fn editor_slot(&self) -> EditorSlot {
        self.services.editor.clone()
    }

    /// Scroll positions of texts.
    pub fn places(&self) -> Places {
        self.services.places.clone()
    }

    /// The current code.
    pub fn source(&self) -> String {
        if let Some(editor) = &*self.services.editor.borrow() {
            return editor.value();
        }
        self.services.source.borrow().clone()
    }

    /// Runs a command of a shortcut or of the search, by name.
    pub fn command(&self, name: &str) {
        match name {
            "run" => self.run(),
            "check" => self.check(),
            "hint" => self.hint(),
            "reset" => self.reset(),
            "share" => self.share(),
            "embed" => self.dispatch(Action::Embed(true)),
            "export" => self.export(),
            "theme" => self.next_theme(),
            "save" => self.save_work(),
            _ => {}
        }
    }

    /// Opens the place in the URL.
    pub fn navigate(&self, route: Route) {
        let current = self.current(route.clone());
        if current != route {
            browser::replace_address(&current.href());
        }
        let route = current;
        match &route {
            Route::Exercise(id) | Route::Compare(id) => self.open(Subject::Exercise(id.clone()), None),
            Route::Sandbox => self.open(Subject::Sandbox, None),
            // The list may name a successor of an exercise: `listed` continues.
            Route::Shared(_) if self.app.index == Loadable::Loading => {}
            Route::Shared(payload) => self.open_link(payload.clone()),
            Route::Home
            | Route::Path(_)
            | Route::Glossary(_)
            | Route::Principles
            | Route::Patterns
            | Route::Embed
            | Route::Unknown(_) => {}
        }
        self.dispatch(Action::Navigate(route));
    }

    /// Opens the code in a link.
    fn open_link(&self, payload: String) {
        let this = self.clone();
        spawn_local(async move {
            let shared = share_link::unpack(&payload).await;
            // Another place may have been opened in the meantime.
            if Route::of_hash(&browser::hash()) != Some(Route::Shared(payload)) {
                return;
            }
            match shared {
                Ok(shared) => {
                    let route =
                        shared.exercise.map_or(Route::Sandbox, |id| this.current(Route::Exercise(id)));
                    browser::replace_address(&route.href());
                    let subject = match &route {
                        Route::Exercise(id) => Subject::Exercise(id.clone()),
                        _ => Subject::Sandbox,
                    };
                    this.dispatch(Action::Navigate(route));
                    this.open(subject, Some(shared.code));
                }
                Err(reason) => this.warn(&reason),
            }
        });
    }

    fn open(&self, subject: Subject, shared: Option<String>) {
        let bench = &self.app.workbench;
        if bench.subject.as_ref() == Some(&subject) && shared.is_none() {
            return;
        }
        self.stop_work();
        let generation = bench.generation + 1;
        // Dropping it stores the last typed code, which still belongs to the previous subject.
        let editor = self.services.editor.borrow_mut().take();
        drop(editor);
        self.dispatch(WorkbenchAction::Open(subject.clone()).into());
        let own = self.services.storage.text(&keys::code(&subject.key()));
        let is_shared =
            shared.is_some() || self.services.storage.text(&keys::code_before(&subject.key())).is_some();
        self.dispatch(WorkbenchAction::Shared(is_shared).into());
        match subject {
            Subject::Sandbox => {
                let code = shared.or(own).unwrap_or_else(|| STARTER.to_owned());
                self.recall(&subject, &code);
                *self.services.source.borrow_mut() = code;
                self.load(generation, None, true);
            }
            Subject::Exercise(ref id) => {
                let (this, id) = (self.clone(), id.clone());
                spawn_local(async move {
                    let result = this.services.library.bundle(&id).await;
                    if let Ok(bundle) = &result {
                        let code = shared.or(own).unwrap_or_else(|| bundle.starter.clone());
                        // Another exercise may have been opened in the meantime.
                        if this.app.workbench.generation == generation {
                            this.recall(&subject, &code);
                        }
                        *this.services.source.borrow_mut() = code;
                        this.load(generation, Some(bundle.clone()), false);
                    }
                    this.dispatch(WorkbenchAction::Bundle(generation, result).into());
                });
            }
        }
    }

    /// Loads the subject's data into the sandbox, or those of the last visit.
    fn load(&self, generation: u32, bundle: Option<Rc<Bundle>>, kept: bool) {
        let shards = self.app.settings.shards;
        self.ask_to_open(
            generation,
            Request::Open {
                bundle: bundle.and_then(|b| b.raw.clone()),
                seed: None,
                kept,
                shards,
                copied: false,
            },
        );
    }

    /// Makes the Sandbox's database a cluster with this many shards, or one server for 0, keeping its data.
    pub fn cluster(&self, shards: u32) {
        self.settings(|settings| settings.shards = shards);
        let bench = &self.app.workbench;
        if bench.tab == Tab::Shards {
            self.dispatch(WorkbenchAction::Tab(Tab::Output).into());
        }
        self.ask_to_open(
            bench.generation,
            Request::Open { bundle: None, seed: None, kept: true, shards, copied: true },
        );
    }

    fn ask_to_open(&self, generation: u32, request: Request) {
        self.dispatch(WorkbenchAction::Began(Work::Load).into());
        let this = self.clone();
        spawn_local(async move {
            let outcome = match this.services.sandbox.ask(request, None).await {
                Ok(Reply::Opened { collections }) => Outcome::Loaded(collections),
                Ok(other) => Outcome::NotLoaded(unexpected(other)),
                Err(reason) => Outcome::NotLoaded(reason),
            };
            this.ended(generation, outcome).await;
        });
    }
}

fn failed(reply: Reply) -> Outcome {
    Outcome::Failed(unexpected(reply))
}

fn unexpected(reply: Reply) -> String {
    match reply {
        Reply::Failed { message } => message,
        _ => "The sandbox sent an unexpected answer.".to_owned(),
    }
}
