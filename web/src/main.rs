//! The page of Schema Dojo: exercises, editor, results and checks.
//!
//! How it hangs together: [`state`] holds everything the page knows and changes it by pure reducers;
//! [`controller`] does what has effects (fetching, storing, asking the [`sandbox`]) and dispatches what came
//! of it; [`components`] and [`pages`] draw the state. There is no database logic here: what a learner sees
//! of the database comes from the sandbox, as data that is not trusted.

// Nothing can be reached from outside a binary: `pub` says what a module offers the others.
#![allow(unreachable_pub)]

mod app;
mod browser;
mod catalogue;
mod components;
mod controller;
mod difference;
mod editor;
mod ejson;
mod generate;
mod host;
mod import;
mod meter;
mod pages;
mod route;
mod sandbox;
mod state;
mod storage;
mod text;
mod wire;

fn main() {
    let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id("page"));
    match root {
        Some(root) => yew::Renderer::<app::AppView>::with_root(root).render(),
        None => yew::Renderer::<app::AppView>::new().render(),
    };
}
