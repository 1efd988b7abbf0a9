//! Where the reader is: the URL's hash, the title of the page, and the focus on arrival.

use yew::prelude::*;

use super::Newest;
use super::listen::listen;
use crate::browser;
use crate::route::Route;
use crate::state::App;

/// Follows the hash, names the place in the title, and moves the focus to its heading, as after any change of page.
#[hook]
pub fn use_place(app: &App, newest: &Newest) {
    // Whether the reader has gone somewhere: on the first page of a visit one starts at the top.
    let gone = use_mut_ref(|| false);
    {
        let (newest, gone) = (newest.clone(), gone.clone());
        use_effect_with((), move |()| {
            let go = move || {
                let controller = newest.borrow().clone();
                controller.navigate(Route::parse(&browser::hash()));
            };
            go();
            listen("hashchange", move |_| {
                *gone.borrow_mut() = true;
                go();
            })
        });
    }
    use_effect_with(title(app), |title| browser::set_title(title));
    let arrived_at = use_mut_ref(|| app.route.clone());
    let bundle = std::mem::discriminant(&app.workbench.bundle);
    use_effect_with((app.route.clone(), bundle), move |(route, _)| {
        // An exercise's heading comes with its text.
        if *arrived_at.borrow() != *route && (!*gone.borrow() || browser::focus("main h1")) {
            arrived_at.replace(route.clone());
        }
    });
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
