//! Prerenders the text of every place into the files of the site, so that it is readable before any script is loaded.
//! The build runs this natively after writing the exercises: the components that render the page in a browser render it
//! as HTML here, with nothing solved and the database still loading. In the browser, the page then replaces that text.

mod document;
mod places;

use std::fs;
use std::path::Path;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use protocol::json::FromJson;
use yew::LocalServerRenderer;
use yew::prelude::*;

use self::document::Document;
use self::places::{Place, places};
use crate::app::frame;
use crate::catalogue::Library;
use crate::controller::{Controller, Services};
use crate::sandbox::Sandbox;
use crate::state::App;
use crate::storage::{Backend, Storage};
use crate::wire::{Bundle, Index, Reference};

/// Writes the files of all places and prints their paths. The arguments are the site's folder and the HTML template.
pub fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [site, template] = &arguments[..] else {
        return Err("usage: schema-dojo-web SITE TEMPLATE".to_owned());
    };
    let site = Path::new(site);
    let template = fs::read_to_string(template).map_err(|error| format!("{template}: {error}"))?;
    let index: Rc<Index> = Rc::new(read(site, "index")?);
    let reference: Rc<Reference> = Rc::new(read(site, "reference")?);
    for place in places(&index, &reference, |id| read::<Bundle>(site, id))? {
        let path = place.path();
        let folder = site.join(&path);
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(failed)?;
        let text = Document { template: &template, place: &place, text: &draw(&place)? }.write()?;
        fs::write(folder.join("index.html"), text).map_err(failed)?;
        println!("{path}index.html");
    }
    for (id, successor) in index.moved.keys().map(|id| (id, index.current(id))) {
        for kind in ["exercise", "compare"] {
            let path = format!("{kind}/{id}/");
            let folder = site.join(&path);
            let written = fs::create_dir_all(&folder)
                .and_then(|()| fs::write(folder.join("index.html"), document::redirect(successor)));
            written.map_err(|error| format!("{}: {error}", folder.display()))?;
            println!("{path}index.html");
        }
    }
    Ok(())
}

/// Reads one of the data files of the page.
fn read<T: FromJson>(site: &Path, id: &str) -> Result<T, String> {
    let path = site.join(format!("exercises/{id}.json"));
    let fault = |reason: String| format!("{}: {reason}", path.display());
    let text = fs::read_to_string(&path).map_err(|error| fault(error.to_string()))?;
    let value = protocol::json::parse(&text).map_err(|error| fault(error.to_string()))?;
    T::from_json(value).map_err(|error| fault(error.to_string()))
}

/// Renders a place's page as HTML.
fn draw(place: &Place) -> Result<String, String> {
    let props = Props { app: place.app.clone() };
    let mut drawing = pin!(LocalServerRenderer::<StaticPage>::with_props(props).hydratable(false).render());
    // Rendering waits only for its own buffer.
    for _ in 0..100_000 {
        if let Poll::Ready(html) = drawing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return Ok(html);
        }
    }
    Err(format!("{} waits for something while it is drawn", place.path()))
}

#[derive(Properties, PartialEq)]
struct Props {
    app: App,
}

/// The page with a state that does not change.
#[component]
fn StaticPage(props: &Props) -> Html {
    let app = use_reducer(|| props.app.clone());
    let services = std::rc::Rc::new(Services {
        storage: Storage::new(EmptyStorage),
        library: Library::default(),
        sandbox: Sandbox::default(),
        source: Rc::default(),
        editor: Rc::default(),
        places: Rc::default(),
    });
    let controller = Controller::new(app, services);
    html! {
        <ContextProvider<Controller> context={controller.clone()}>
            { frame(&controller, Callback::noop(), Callback::noop()) }
        </ContextProvider<Controller>>
    }
}

/// The empty storage of a first-time visitor.
struct EmptyStorage;

impl Backend for EmptyStorage {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&self, _: &str, _: &str) -> bool {
        false
    }

    fn remove(&self, _: &str) {}

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}
