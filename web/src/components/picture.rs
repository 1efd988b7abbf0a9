//! A picture of the data, drawn by the module `pictures.js`, which is loaded with the first picture so that it adds
//! nothing to the initial download.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::controller::{Controller, use_controller};

#[wasm_bindgen]
extern "C" {
    /// The module.
    type Module;

    #[wasm_bindgen(method, catch)]
    fn draw(
        this: &Module,
        parent: &HtmlElement,
        kind: &str,
        data: &str,
        ask: &Function,
    ) -> Result<(), JsValue>;
}

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The kind of picture: a name in `web/pictures/index.ts`.
    pub kind: &'static str,
    /// The data as JSON; a change redraws the picture.
    pub data: AttrValue,
}

/// The element in which the module draws.
#[component]
pub fn Picture(props: &Props) -> Html {
    let controller = use_controller();
    let place = use_node_ref();
    let failed = use_state(|| false);
    {
        let (place, failed) = (place.clone(), failed.clone());
        use_effect_with((props.kind, props.data.clone()), move |(kind, data)| {
            let ask = sandbox_callback(&controller);
            let function: Function = ask.as_ref().unchecked_ref::<Function>().clone();
            if let Some(parent) = place.cast::<HtmlElement>() {
                let (kind, data) = (*kind, data.clone());
                spawn_local(async move {
                    if draw(&parent, kind, &data, &function).await.is_err() {
                        failed.set(true);
                    }
                });
            }
            // JavaScript uses the closure as long as the picture exists.
            move || drop(ask)
        });
    }
    html! {
        <>
            <div ref={place} class="picture"></div>
            if *failed { <p class="callout bad">{ "The pictures could not be loaded. Reload the page to try again." }</p> }
        </>
    }
}

/// The function through which the module sends requests to the sandbox.
fn sandbox_callback(controller: &Controller) -> Closure<dyn FnMut(String) -> Promise> {
    let controller = controller.clone();
    Closure::new(move |ask: String| {
        let answer = controller.picture(ask);
        future_to_promise(async move { answer.await.map(JsValue::from).map_err(JsValue::from) })
    })
}

async fn draw(parent: &HtmlElement, kind: &str, data: &str, ask: &Function) -> Result<(), JsValue> {
    let base = parent.base_uri()?.unwrap_or_default();
    let url = web_sys::Url::new_with_base("pictures.js", &base)?.href();
    let module: Module = JsFuture::from(crate::host::load(&url)).await?.unchecked_into();
    module.draw(parent, kind, data, ask)
}
