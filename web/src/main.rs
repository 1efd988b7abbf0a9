//! The page of Schema Dojo: exercises, editor, results and checks.
//!
//! How it hangs together: [`state`] holds everything the page knows and changes it by pure reducers;
//! [`controller`] does what has effects (fetching, storing, asking the [`sandbox`]) and dispatches what came
//! of it; [`components`] and [`pages`] draw the state. There is no database logic here: what a learner sees
//! of the database comes from the sandbox, as data that is not trusted.

// Nothing can be reached from outside a binary: `pub` says what a module offers the others.
#![allow(unreachable_pub)]
// The build's own variant draws the page without a browser: what has effects is left out.
#![cfg_attr(feature = "prerender", allow(dead_code))]

/// A value of JSON, for tests.
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
