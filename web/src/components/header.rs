//! The header: name, navigation, theme, shortcuts.

use yew::prelude::*;

use crate::browser;
use crate::components::icon::Icon;
use crate::controller::Controller;
use crate::route::Route;
use crate::state::{Action, Loadable, Theme};

/// The header; `on_keys` opens the list of shortcuts, `on_find` the search.
pub fn header(controller: &Controller, on_keys: Callback<MouseEvent>, on_find: Callback<()>) -> Html {
    let app = controller.app();
    let (theme_icon, theme_name) = match app.settings.theme {
        Theme::Auto => (Icon::Auto, "as the system"),
        Theme::Light => (Icon::Sun, "light"),
        Theme::Dark => (Icon::Moon, "dark"),
    };
    let on_theme = {
        let controller = controller.clone();
        move |_| controller.next_theme()
    };
    let on_drawer = {
        let (controller, open) = (controller.clone(), !app.drawer_open);
        move |_| controller.dispatch(Action::Drawer(open))
    };
    let place = |route: Route, label: &'static str, here: bool| {
        html! { <a href={route.href()} aria-current={here.then_some("page")}>{ label }</a> }
    };
    let learning = matches!(app.route, Route::Home | Route::Path(_) | Route::Compare(_) | Route::Exercise(_));
    html! {
        <header class="topbar">
            <button class="button quiet drawer-button" type="button" onclick={on_drawer}
                aria-expanded={app.drawer_open.to_string()} aria-controls="sidebar" aria-label="List of exercises">
                { Icon::Menu.view() }
            </button>
            <a class="brand" href={Route::Home.href()}>
                <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
                    <rect width="32" height="32" rx="8" fill="currentColor" />
                    <path d="M9 12.5h14M9 12.5V11l7-3 7 3v1.5M11.5 12.5V24M20.5 12.5V24M9 17h14" fill="none" stroke="var(--surface)"
                        stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" />
                </svg>
                <span>{ "Schema Dojo" }</span>
            </a>
            <nav class="places" aria-label="Places">
                { place(Route::Home, "Exercises", learning) }
                { place(Route::Principles, "Ideas", matches!(app.route, Route::Principles | Route::Patterns | Route::Glossary(_))) }
                { place(Route::Sandbox, "Sandbox", app.route == Route::Sandbox) }
            </nav>
            <div class="topbar-end">
                { engine_state(&app.sandbox) }
                <button class="button quiet find-button" type="button" onclick={move |_| on_find.emit(())} aria-label="Find anything"
                    title="Find anything (Ctrl or Cmd + K)" aria-keyshortcuts="Control+K Meta+K">
                    { Icon::Search.view() }
                </button>
                <button class="button quiet keys-button" type="button" onclick={on_keys} aria-label="Keyboard shortcuts" title="Keyboard shortcuts">
                    { Icon::Keyboard.view() }
                </button>
                <button class="button quiet" type="button" onclick={on_theme} aria-label={format!("Theme: {theme_name}. Change")} title={format!("Theme: {theme_name}")}>
                    { theme_icon.view() }
                </button>
            </div>
        </header>
    }
}

fn engine_state(sandbox: &Loadable<()>) -> Html {
    let (class, text) = match sandbox {
        Loadable::Loading => ("waiting", "Starting the database"),
        Loadable::Ready(()) => ("ready", "Database ready"),
        Loadable::Failed(_) => ("failed", "Database not available"),
    };
    let again = |_: MouseEvent| browser::reload();
    html! {
        <>
            <span class={classes!("engine-state", class)}><span class="dot" aria-hidden="true"></span><span>{ text }</span></span>
            if matches!(sandbox, Loadable::Failed(_)) {
                <button class="button small" type="button" onclick={again}>{ "Try again" }</button>
            }
        </>
    }
}
