//! The page of Schema Dojo: exercises, editor, results and checks.
//!
//! Structure: [`state`] holds all of the page's data and changes them in pure reducers; [`controller`] performs side
//! effects (fetching, storing, requests to the [`sandbox`]) and dispatches the results; [`components`] and [`pages`]
//! render the state. There is no database logic here: all database results come from the sandbox, as untrusted data.

// Nothing is reachable from outside a binary: `pub` marks a module's interface.
#![allow(unreachable_pub)]
// The prerenderer renders the page without a browser and has no side effects.
#![cfg_attr(feature = "prerender", allow(dead_code))]

/// A JSON value, for tests.
#[cfg(test)]
macro_rules! json {
    ($($json:tt)*) => { protocol::json::parse(&serde_json::json!($($json)*).to_string()).unwrap() };
}

mod app;
mod browser;
mod catalogue;
mod components;
mod controller;
mod data;
mod difference;
mod editor;
mod ejson;
mod embed_code;
mod empty_function;
mod find;
mod generate;
mod host;
mod meter;
mod pages;
#[cfg(feature = "prerender")]
mod prerender;
mod route;
mod sandbox;
mod saved_work;
mod share_link;
mod state;
mod storage;
mod text;
mod wire;

#[cfg(not(feature = "prerender"))]
fn main() {
    yew::Renderer::<app::AppView>::with_root(host::root()).render();
}

#[cfg(feature = "prerender")]
fn main() -> Result<(), String> {
    prerender::main()
}
