//! A glossary term in a popover beside the text that uses it, opened by its link.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::browser;
use crate::controller::{use_controller, use_reference};
use crate::route::Route;
use crate::state::{Action, Loadable};
use crate::text::blocks;
use protocol::number::plain;

/// The parts of a page in which links to terms open the popover.
pub const TEXTS: &str = ".text-pane, .replay, .prose .aside";

/// Pixels between the popover and adjacent elements.
const GAP: f64 = 8.0;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The term's id.
    pub id: AttrValue,
}

/// The popover: the browser's own, which closes with Escape and with a click elsewhere.
#[component]
pub fn TermPopover(props: &Props) -> Html {
    let controller = use_controller();
    let reference = use_reference();
    let popover = use_node_ref();
    let there = reference.ready().is_some();
    {
        let popover = popover.clone();
        use_effect_with((props.id.clone(), there), move |(id, _)| {
            if let Some(popover) = popover.cast::<HtmlElement>() {
                // Fails if it is already open.
                let _ = popover.show_popover();
                place(&popover, id);
                let _ = popover.focus();
            }
        });
    }
    let on_toggle = {
        let controller = controller.clone();
        move |event: Event| {
            let open = event.target_dyn_into::<Element>().is_some_and(|element| {
                // Only an invalid selector is an error; this one is valid.
                element.matches(":popover-open").unwrap_or_default()
            });
            if !open {
                controller.dispatch(Action::Term(None));
            }
        }
    };
    let body = match &reference {
        Loadable::Loading => html! { <p class="muted">{ "Loading…" }</p> },
        Loadable::Failed(reason) => html! { <p class="callout bad">{ reason }</p> },
        Loadable::Ready(reference) => match reference.glossary.iter().find(|term| *term.id == *props.id) {
            None => html! { <p class="muted">{ "The glossary does not have this term." }</p> },
            Some(term) => html! {
                <>
                    <p><strong>{ &term.term }</strong></p>
                    if !term.sql.is_empty() { <p class="small muted">{ format!("In SQL: {}", term.sql) }</p> }
                    { blocks(&term.text, 3) }
                </>
            },
        },
    };
    let close = Callback::from(move |_: MouseEvent| controller.dispatch(Action::Term(None)));
    let page = Route::Glossary(Some(props.id.to_string())).href();
    html! {
        <div class="term" ref={popover} popover="auto" role="dialog" aria-label="Glossary" tabindex="-1" ontoggle={on_toggle}>
            { body }
            <div class="row">
                <a href={page} onclick={close.clone()}>{ "Open its page" }</a>
                <button type="button" class="button small" onclick={close}>{ "Close" }</button>
            </div>
        </div>
    }
}

/// Positions the popover below the term's link, or above it if there is more room.
fn place(popover: &HtmlElement, id: &str) {
    let selector = format!("a[href=\"{}\"]", Route::Glossary(Some(id.to_owned())).href());
    let Some((link, (width, height))) = browser::find_visible(&selector).zip(browser::window_size()) else {
        return;
    };
    let (link, own) = (link.get_bounding_client_rect(), popover.get_bounding_client_rect());
    let left = link.left().min(width - own.width() - GAP).max(GAP);
    let below = link.bottom() + GAP;
    let top = if below + own.height() > height { (link.top() - GAP - own.height()).max(GAP) } else { below };
    for (name, value) in [("left", left), ("top", top)] {
        // The names and values are valid.
        let _ = popover.style().set_property(name, &format!("{}px", plain(value)));
    }
}
