//! The current place: the URL, the page's title, and the focus after navigation.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlAnchorElement, MouseEvent};
use yew::prelude::*;

use super::Newest;
use super::listen::listen;
use crate::browser;
use crate::components::term::TEXTS;
use crate::route::{self, Route};
use crate::state::{Action, App};

/// Handles links and history events, sets the page's title, and moves the focus to the heading after navigation, as
/// after loading a page.
#[hook]
pub fn use_place(app: &App, newest: &Newest) {
    // Whether the reader has navigated: on the first page of a visit the focus stays at the top.
    let gone = use_mut_ref(|| false);
    {
        let (newest, gone) = (newest.clone(), gone.clone());
        use_effect_with((), move |()| {
            let go = {
                let newest = newest.clone();
                move |route: Route| {
                    let controller = newest.borrow().clone();
                    controller.navigate(route);
                }
            };
            go(current_route());
            let moved = {
                let (go, gone) = (go.clone(), gone.clone());
                move |_: Event| {
                    *gone.borrow_mut() = true;
                    go(current_route());
                    browser::scroll_back();
                }
            };
            // A changed hash triggers both events; navigating to the current place changes nothing.
            let ends = [listen("popstate", moved.clone()), listen("hashchange", moved)];
            let clicked = listen("click", move |event| {
                let Some((route, in_text)) = clicked_route(&event) else { return };
                event.prevent_default();
                if let (Route::Glossary(Some(term)), true) = (&route, in_text) {
                    let controller = newest.borrow().clone();
                    return controller.dispatch(Action::Term(Some(term.clone().into())));
                }
                let href = route.href();
                if browser::address(&href) != browser::location() {
                    browser::push_address(&href);
                }
                *gone.borrow_mut() = true;
                go(route);
                browser::scroll_to_top();
            });
            move || {
                ends.into_iter().for_each(|end| end());
                clicked();
            }
        });
    }
    use_effect_with(title(app), |title| browser::set_title(title));
    let arrived_at = use_mut_ref(|| app.route.clone());
    let bundle = std::mem::discriminant(&app.workbench.bundle);
    use_effect_with((app.route.clone(), bundle), move |(route, _)| {
        // An exercise's heading appears only with its text.
        if *arrived_at.borrow() != *route && (!*gone.borrow() || browser::focus("main h1")) {
            arrived_at.replace(route.clone());
        }
    });
}

/// The place in the URL. Hashes, the links of earlier versions, are replaced by the new URL.
fn current_route() -> Route {
    match Route::of_hash(&browser::hash()) {
        Some(route) => {
            if !matches!(route, Route::Shared(_)) {
                browser::replace_address(&route.href());
            }
            route
        }
        None => Route::of_path(&browser::path()),
    }
}

/// The place that a click leads to, if the link is internal and not opened elsewhere. Also whether the link is in a
/// text beside which a term can be shown.
fn clicked_route(event: &Event) -> Option<(Route, bool)> {
    let click = event.dyn_ref::<MouseEvent>()?;
    let modified = click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key();
    // The places of another host's list are hashes, which the browser follows itself.
    if event.default_prevented() || click.button() != 0 || modified || !route::query().is_empty() {
        return None;
    }
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let link = target.closest("a[href]").ok()??.dyn_into::<HtmlAnchorElement>().ok()?;
    if !link.target().is_empty() || link.has_attribute("download") || link.href().contains(['?', '#']) {
        return None;
    }
    let route = Route::of_path(&browser::path_in_site(&link.href())?);
    let in_text = link.closest(TEXTS).ok()?.is_some();
    (!matches!(route, Route::Unknown(_))).then_some((route, in_text))
}

/// The title of the page.
pub fn title(app: &App) -> String {
    let place = match &app.route {
        Route::Exercise(_) => app.workbench.bundle.ready().map(|bundle| bundle.title.clone()),
        Route::Compare(_) => {
            app.workbench.bundle.ready().map(|bundle| format!("{}: the designs compared", bundle.title))
        }
        Route::Path(id) => {
            let index = app.index.ready();
            index.and_then(|index| index.tracks.iter().find(|t| t.id == *id)).map(|t| t.title.clone())
        }
        Route::Glossary(term) => {
            let all = app.reference.ready().map(|reference| &reference.glossary);
            let term = all.zip(term.as_ref()).and_then(|(all, id)| all.iter().find(|term| term.id == *id));
            Some(term.map_or_else(|| "Glossary".to_owned(), |term| term.term.clone()))
        }
        Route::Principles => Some("Principles".to_owned()),
        Route::Patterns => Some("MongoDB's patterns".to_owned()),
        Route::Sandbox => Some("Sandbox".to_owned()),
        Route::Embed => Some("Embed".to_owned()),
        _ => None,
    };
    place.map_or_else(|| "Schema Dojo".to_owned(), |place| format!("{place} · Schema Dojo"))
}
