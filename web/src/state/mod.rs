//! The page's whole state, changed only by [`Action`]s. The reducers are pure: fetching, storing and requests to the
//! sandbox are the job of the [`controller`](crate::controller), which dispatches the results.

mod last_results;
mod progress;
mod reviews;
mod settings;
mod workbench;

use std::rc::Rc;

use yew::{AttrValue, Reducible};

pub use last_results::{LastCheck, LastRun, fingerprint};
pub use progress::{Progress, Standing};
pub use reviews::Reviews;
pub use settings::{Settings, Theme};
pub use workbench::{Outcome, Pane, Subject, Tab, Task, Work, Workbench, WorkbenchAction};

use crate::catalogue::Index;
use crate::route::Route;
use crate::wire::Reference;

/// Something that is loaded asynchronously.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Loadable<T> {
    /// Not loaded yet.
    #[default]
    Loading,
    /// Loaded.
    Ready(T),
    /// Not loadable, with a sentence for the learner.
    Failed(String),
}

impl<T> Loadable<T> {
    /// The value, if it is loaded.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Loadable::Ready(value) => Some(value),
            _ => None,
        }
    }
}

/// A message that stays until it is dismissed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether it reports a failure.
    pub bad: bool,
    /// One sentence.
    pub text: String,
}

/// The whole state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct App {
    /// The current route.
    pub route: Route,
    /// The list of tracks and exercises.
    pub index: Loadable<Rc<Index>>,
    /// Glossary, principles and patterns, once a component has requested them.
    pub reference: Loadable<Rc<Reference>>,
    /// Whether the database is ready.
    pub sandbox: Loadable<()>,
    /// The learner's settings.
    pub settings: Settings,
    /// The learner's progress.
    pub progress: Rc<Progress>,
    /// The exercise or free page that is open.
    pub workbench: Workbench,
    /// The message at the top of the page.
    pub notice: Option<Notice>,
    /// The next announcement for screen readers.
    pub announcement: Rc<str>,
    /// On narrow screens the list of exercises is a drawer.
    pub drawer_open: bool,
    /// The link of the Share dialog, while it is open.
    pub share: Option<AttrValue>,
    /// Whether the dialog *Embed this* is open.
    pub embed: bool,
    /// The glossary term that is open beside a text.
    pub term: Option<AttrValue>,
}

/// An action on the state.
#[derive(Debug)]
pub enum Action {
    /// The URL changed.
    Navigate(Route),
    /// The list of exercises arrived or failed.
    Index(Result<Rc<Index>, String>),
    /// The reference arrived or failed.
    Reference(Result<Rc<Reference>, String>),
    /// The sandbox started or failed.
    Sandbox(Result<(), String>),
    /// The learner changed a setting.
    Settings(Settings),
    /// Progress changed.
    Progress(Rc<Progress>),
    /// Show a message, or dismiss it.
    Notice(Option<Notice>),
    /// Open or close the drawer.
    Drawer(bool),
    /// Open the Share dialog with this link, or close it.
    Share(Option<AttrValue>),
    /// Open the dialog *Embed this*, or close it.
    Embed(bool),
    /// Open a glossary term beside the text, or close it.
    Term(Option<AttrValue>),
    /// An action on the open exercise.
    Workbench(WorkbenchAction),
}

impl From<WorkbenchAction> for Action {
    fn from(action: WorkbenchAction) -> Action {
        Action::Workbench(action)
    }
}

impl Reducible for App {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            Action::Navigate(route) => {
                next.drawer_open = false;
                next.term = None;
                next.share = None;
                next.embed = false;
                next.route = route;
            }
            Action::Index(result) => next.index = result.into(),
            Action::Reference(result) => next.reference = result.into(),
            Action::Sandbox(result) => next.sandbox = result.into(),
            Action::Settings(settings) => next.settings = settings,
            Action::Progress(progress) => next.progress = progress,
            Action::Notice(notice) => next.notice = notice,
            Action::Drawer(open) => next.drawer_open = open,
            Action::Share(link) => next.share = link,
            Action::Embed(open) => next.embed = open,
            Action::Term(term) => next.term = term,
            Action::Workbench(action) => {
                if let Some(said) = next.workbench.apply(action) {
                    next.announcement = said.into();
                }
            }
        }
        Rc::new(next)
    }
}

impl<T> From<Result<T, String>> for Loadable<T> {
    fn from(result: Result<T, String>) -> Loadable<T> {
        match result {
            Ok(value) => Loadable::Ready(value),
            Err(message) => Loadable::Failed(message),
        }
    }
}
