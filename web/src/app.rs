//! The whole page: provides the controller, keeps the URL and the state together, listens to the keys.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::catalogue::Library;
use crate::components::header::header;
use crate::components::keys::keys;
use crate::components::notice::notice;
use crate::components::share::Share;
use crate::components::sidebar::Sidebar;
use crate::controller::{Controller, Services};
use crate::pages::compare::ComparePage;
use crate::pages::exercise::exercise_page;
use crate::pages::home::home_page;
use crate::pages::path::path_page;
use crate::pages::reference::ReferencePage;
use crate::pages::sandbox::sandbox_page;
use crate::pages::unknown::unknown_page;
use crate::route::Route;
use crate::sandbox::Sandbox;
use crate::state::{Action, App};
use crate::storage::{self, Storage};

/// The root component.
#[component]
pub fn AppView() -> Html {
    let app = use_reducer(initial);
    let services = use_services(&app);
    let controller = Controller::new(app.clone(), (*services).clone());
    // Listeners outlive the render that made them, so that they look the newest controller up.
    let newest = use_mut_ref(|| controller.clone());
    *newest.borrow_mut() = controller.clone();

    let has_moved = use_hash_route(&newest);
    use_run_keys(&newest);
    use_title_and_focus(&app, has_moved);

    let keys_open = use_state(|| false);
    let open_keys = {
        let keys_open = keys_open.clone();
        Callback::from(move |_: MouseEvent| keys_open.set(true))
    };
    let keys_shown = *keys_open;
    let close_keys = Callback::from(move |()| keys_open.set(false));
    let skip = |event: MouseEvent| {
        // Following the link would change the hash, which is the address of the page.
        event.prevent_default();
        browser::focus("#main");
    };
    html! {
        <ContextProvider<Controller> context={controller.clone()}>
            <a class="skip-link" href="#main" onclick={skip}>{ "Skip to the content" }</a>
            { header(&controller, open_keys) }
            <div class={classes!("shell", matches!(app.route, Route::Exercise(_) | Route::Sandbox).then_some("full"))}>
                <Sidebar />
                <main id="main" tabindex="-1" inert={app.drawer_open}>
                    { source(controller.library()) }
                    { notice(&controller) }
                    { page(&app.route, &controller) }
                </main>
            </div>
            if keys_shown { { keys(close_keys) } }
            <p class="sr-only" role="status">{ app.announcement.to_string() }</p>
            if let Some(link) = app.share.clone() { <Share {link} /> }
        </ContextProvider<Controller>>
    }
}

/// What the page works with besides its state, made once; the index of exercises begins to load.
#[hook]
fn use_services(app: &UseReducerHandle<App>) -> Rc<Services> {
    let dispatcher = app.dispatcher();
    let services = use_memo((), |()| {
        let library = Library::of_page();
        Services {
            storage: Storage::browser().scoped(&library.name),
            library,
            sandbox: Sandbox::start(move |result| dispatcher.dispatch(Action::Sandbox(result))),
            source: Default::default(),
            editor: Default::default(),
        }
    });
    let (dispatcher, library) = (app.dispatcher(), services.library.clone());
    use_effect_with((), move |()| {
        spawn_local(async move { dispatcher.dispatch(Action::Index(library.index().await)) });
    });
    services
}

/// Goes where the address says, now and whenever its hash changes. Gives whether the reader has
/// gone somewhere since the visit began.
#[hook]
fn use_hash_route(newest: &Rc<RefCell<Controller>>) -> Rc<RefCell<bool>> {
    let has_moved = use_mut_ref(|| false);
    let (newest, moved) = (newest.clone(), has_moved.clone());
    use_effect_with((), move |()| {
        let go = move || {
            let controller = newest.borrow().clone();
            controller.navigate(Route::parse(&browser::hash()));
        };
        go();
        listen("hashchange", move |_| {
            *moved.borrow_mut() = true;
            go();
        })
    });
    has_moved
}

/// Ctrl or Cmd with Enter runs the code, with Shift too checks it.
#[hook]
fn use_run_keys(newest: &Rc<RefCell<Controller>>) {
    let newest = newest.clone();
    use_effect_with((), move |()| {
        listen("keydown", move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.default_prevented()
            {
                event.prevent_default();
                let controller = newest.borrow().clone();
                if controller.app().workbench.subject.is_some() {
                    controller.command(if event.shift_key() { "check" } else { "run" });
                }
            }
        })
    });
}

/// A new place: its name in the title, and the focus on its heading, as after any change of page. On
/// the first page of a visit one starts at the top.
#[hook]
fn use_title_and_focus(app: &UseReducerHandle<App>, has_moved: Rc<RefCell<bool>>) {
    let title = title(app);
    use_effect_with(title.clone(), move |_| browser::set_title(&title));
    let arrived_at = use_mut_ref(|| app.route.clone());
    let bundle = std::mem::discriminant(&app.workbench.bundle);
    use_effect_with((app.route.clone(), bundle), move |(route, _)| {
        // An exercise's heading comes with its text.
        if *arrived_at.borrow() != *route && (!*has_moved.borrow() || browser::focus("main h1")) {
            arrived_at.replace(route.clone());
        }
    });
}

fn page(route: &Route, controller: &Controller) -> Html {
    match route {
        Route::Home | Route::Shared(_) => home_page(controller),
        Route::Exercise(_) => exercise_page(controller),
        Route::Compare(id) => html! { <ComparePage key={id.clone()} id={id.clone()} /> },
        route @ (Route::Glossary(_) | Route::Principles) => {
            html! { <ReferencePage key="reference" route={route.clone()} /> }
        }
        Route::Path(id) => path_page(controller, id),
        Route::Sandbox => sandbox_page(controller),
        Route::Unknown(_) => unknown_page(),
    }
}

/// Says whose exercises these are when they are not this site's.
fn source(library: &Library) -> Html {
    if library.name.is_empty() {
        return Html::default();
    }
    html! {
        <div class="notice source">
            <p>{ "These exercises come from " }<strong>{ library.name.to_string() }</strong>{ ". Your progress in them is kept apart." }</p>
            <a class="button small" href="./">{ "Back to the site's own" }</a>
        </div>
    }
}

fn initial() -> App {
    let kept = Storage::browser().scoped(&Library::of_page().name);
    let settings: crate::state::Settings = kept.value(storage::keys::SETTINGS);
    browser::set_theme(settings.theme.name());
    App { settings, progress: Rc::new(kept.value(storage::keys::PROGRESS)), ..App::default() }
}

fn title(app: &App) -> String {
    let place = match &app.route {
        Route::Exercise(_) | Route::Compare(_) => {
            app.workbench.bundle.ready().map(|bundle| bundle.title.clone())
        }
        Route::Path(id) => {
            let index = app.index.ready();
            index.and_then(|index| index.tracks.iter().find(|t| t.id == *id)).map(|t| t.title.clone())
        }
        Route::Glossary(_) => Some("Glossary".to_owned()),
        Route::Principles => Some("Principles".to_owned()),
        Route::Sandbox => Some("Sandbox".to_owned()),
        _ => None,
    };
    place.map_or_else(|| "Schema Dojo".to_owned(), |place| format!("{place} · Schema Dojo"))
}

/// Listens on the window until the returned function is called.
fn listen(event: &'static str, handler: impl FnMut(Event) + 'static) -> impl FnOnce() {
    let handler = Closure::<dyn FnMut(Event)>::new(handler);
    let function: js_sys::Function = handler.as_ref().unchecked_ref::<js_sys::Function>().clone();
    if let Some(window) = web_sys::window() {
        // Adding a listener to a window does not fail.
        let _ = window.add_event_listener_with_callback(event, &function);
    }
    move || {
        if let Some(window) = web_sys::window() {
            // Nor does removing it.
            let _ = window.remove_event_listener_with_callback(event, &function);
        }
        drop(handler);
    }
}
