//! The whole page: provides the controller, and the frame around each page.

mod address;
mod listen;
mod other_tabs;
mod shortcuts;

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

#[cfg(feature = "prerender")]
pub use self::address::title;
use self::address::use_place;
pub use self::listen::listen_on;
use self::other_tabs::use_other_tabs;
use self::shortcuts::use_shortcuts;
use crate::browser;
use crate::catalogue::Library;
use crate::components::embed_this::EmbedThis;
use crate::components::exercise_source::source;
use crate::components::find::Find;
use crate::components::header::header;
use crate::components::keys::keys;
use crate::components::notice::notice;
use crate::components::share::Share;
use crate::components::sidebar::Sidebar;
use crate::components::skip_links::skip_links;
use crate::components::term::TermPopover;
use crate::controller::{Controller, Services};
use crate::host;
use crate::pages::page;
use crate::route::Route;
use crate::sandbox::Sandbox;
use crate::state::{Action, App, Loadable};
use crate::storage::{self, Storage};

/// The controller of the last render, for listeners, which outlive the render that created them.
type Newest = Rc<RefCell<Controller>>;

/// The root component.
#[component]
pub fn AppView() -> Html {
    let app = use_reducer(initial);
    let services = {
        let app = app.dispatcher();
        use_memo((), |()| {
            let library = Library::of_page();
            Services {
                storage: Storage::browser().scoped(&library.name),
                library,
                sandbox: Sandbox::start(move |result| app.dispatch(Action::Sandbox(result))),
                source: Default::default(),
                editor: Default::default(),
                places: Default::default(),
            }
        })
    };
    let controller = Controller::new(app.clone(), services.clone());
    let newest = use_mut_ref(|| controller.clone());
    *newest.borrow_mut() = controller.clone();

    {
        let (newest, library) = (newest.clone(), services.library.clone());
        use_effect_with((), move |()| {
            spawn_local(async move {
                let index = library.index().await;
                let controller = newest.borrow().clone();
                controller.listed(index);
            });
        });
    }
    use_place(&app, &newest);
    use_other_tabs(&newest);

    {
        // The prerendered text stays on the page until this can replace it.
        let there = is_loaded(&app);
        use_effect_with(there, |there| {
            if *there {
                host::shown();
            }
        });
    }

    let keys_open = use_state(|| false);
    let open_keys = {
        let keys_open = keys_open.clone();
        Callback::from(move |_: MouseEvent| keys_open.set(true))
    };
    let show_keys = {
        let keys_open = keys_open.clone();
        Callback::from(move |()| keys_open.set(true))
    };
    let find_open = use_state(|| false);
    let open_find = {
        let find_open = find_open.clone();
        Callback::from(move |()| find_open.set(true))
    };
    let close_find = {
        let find_open = find_open.clone();
        Callback::from(move |()| find_open.set(false))
    };
    use_shortcuts(&newest, open_find.clone());
    let keys_shown = *keys_open;
    let close_keys = Callback::from(move |()| keys_open.set(false));
    html! {
        <ContextProvider<Controller> context={controller.clone()}>
            { frame(&controller, open_keys, open_find) }
            if keys_shown { { keys(close_keys) } }
            <p class="sr-only" role="status">{ app.announcement.to_string() }</p>
            if let Some(link) = app.share.clone() { <Share {link} /> }
            if app.embed { <EmbedThis /> }
            if let Some(id) = app.term.clone() { <TermPopover {id} /> }
            if *find_open { <Find on_close={close_find} on_keys={show_keys} /> }
        </ContextProvider<Controller>>
    }
}

/// Header, list of exercises and the current page; the build also prerenders these into the site's files.
pub fn frame(controller: &Controller, open_keys: Callback<MouseEvent>, open_find: Callback<()>) -> Html {
    let app = controller.app();
    let full = matches!(app.route, Route::Exercise(_) | Route::Sandbox);
    html! {
        <>
            { skip_links(controller, full) }
            { header(controller, open_keys, open_find) }
            <div class={classes!("shell", full.then_some("full"))}>
                <Sidebar />
                <main id="main" tabindex="-1" inert={app.drawer_open}>
                    { source(controller.library()) }
                    { notice(controller) }
                    { page(controller) }
                </main>
            </div>
        </>
    }
}

/// Whether everything that the page shows first has arrived or has failed.
fn is_loaded(app: &App) -> bool {
    let of_place = match &app.route {
        Route::Exercise(id) | Route::Compare(id) => {
            let gone = app.index.ready().is_some_and(|index| index.current(id) != id);
            !gone && app.workbench.bundle != Loadable::Loading
        }
        Route::Glossary(_) | Route::Principles | Route::Patterns => app.reference != Loadable::Loading,
        Route::Shared(_) => app.notice.is_some(),
        Route::Home | Route::Path(_) | Route::Sandbox | Route::Embed | Route::Unknown(_) => true,
    };
    of_place && app.index != Loadable::Loading
}

fn initial() -> App {
    let kept = Storage::browser().scoped(&Library::of_page().name);
    let settings: crate::state::Settings = kept.value(storage::keys::SETTINGS);
    browser::set_theme(settings.theme.name());
    App { settings, progress: std::rc::Rc::new(kept.value(storage::keys::PROGRESS)), ..App::default() }
}
