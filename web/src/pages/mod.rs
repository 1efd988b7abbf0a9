//! The pages of the site, one per file.

pub mod compare;
pub mod embed;
pub mod exercise;
pub mod home;
pub mod path;
pub mod reference;
pub mod sandbox;
pub mod unknown;

use yew::prelude::*;

use crate::controller::Controller;
use crate::route::Route;

/// The page of the current place.
pub fn page(controller: &Controller) -> Html {
    match &controller.app().route {
        Route::Home | Route::Shared(_) => home::home_page(controller),
        Route::Exercise(_) => exercise::exercise_page(controller),
        Route::Compare(id) => html! { <compare::ComparePage key={id.clone()} id={id.clone()} /> },
        Route::Glossary(_) | Route::Principles | Route::Patterns => reference::reference_page(controller),
        Route::Path(id) => path::path_page(controller, id),
        Route::Sandbox => sandbox::sandbox_page(controller),
        Route::Embed => embed::embed_page(),
        Route::Unknown(_) => unknown::unknown_page(),
    }
}
