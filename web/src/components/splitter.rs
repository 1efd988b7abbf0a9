//! A line between two panes that can be dragged, or moved with the arrow keys: the window splitter pattern.
//!
//! Source: <https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/>

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::controller::use_controller;

/// The share of the first pane stays within these, in percent.
const RANGE: std::ops::RangeInclusive<u32> = 15..=85;
/// What an arrow key moves, in percent.
const STEP: u32 = 3;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// Under which name the place is kept. Once it is chosen the parent element has `data-split-NAME`, and the
    /// first pane's share is its `--split-NAME`.
    pub name: &'static str,
    /// Whether the panes lie side by side.
    #[prop_or_default]
    pub columns: bool,
    /// The share to say while none was chosen, in percent.
    pub initial: u32,
    /// The accessible name.
    pub label: &'static str,
}

/// The line. Double click or Enter puts it back.
#[component]
pub fn Splitter(props: &Props) -> Html {
    let controller = use_controller();
    let line = use_node_ref();
    let chosen = controller.app().settings.splits.get(props.name).copied();
    let share = chosen.unwrap_or(props.initial);

    use_effect_with((line.clone(), chosen, props.name), |(line, chosen, name)| place(line, name, *chosen));

    let choose = {
        let (controller, name) = (controller.clone(), props.name);
        move |share: Option<u32>| {
            controller.split(name, share.map(|share| share.clamp(*RANGE.start(), *RANGE.end())));
        }
    };
    let on_down = |event: PointerEvent| {
        if let Some(line) = event.target_dyn_into::<HtmlElement>() {
            event.prevent_default();
            // Without capture the line moves only while the pointer is over it.
            let _ = line.set_pointer_capture(event.pointer_id());
            let _ = line.focus();
        }
    };
    let on_move = {
        let (line, name, columns) = (line.clone(), props.name, props.columns);
        move |event: PointerEvent| {
            if let Some(share) = dragged(&event, columns) {
                place(&line, name, Some(share));
            }
        }
    };
    let on_up = {
        let (choose, columns) = (choose.clone(), props.columns);
        move |event: PointerEvent| {
            if let Some(share) = dragged(&event, columns) {
                choose(Some(share));
            }
        }
    };
    let on_double = {
        let choose = choose.clone();
        move |_: MouseEvent| choose(None)
    };
    let on_key = {
        let columns = props.columns;
        move |event: KeyboardEvent| {
            let next = match (event.key().as_str(), columns) {
                ("ArrowLeft", true) | ("ArrowUp", false) => Some(share.saturating_sub(STEP)),
                ("ArrowRight", true) | ("ArrowDown", false) => Some(share + STEP),
                ("Home", _) => Some(*RANGE.start()),
                ("End", _) => Some(*RANGE.end()),
                ("Enter", _) if !event.ctrl_key() && !event.meta_key() => None,
                _ => return,
            };
            event.prevent_default();
            choose(next);
        }
    };
    html! {
        <div class={classes!("splitter", if props.columns { "columns" } else { "rows" })} ref={line} role="separator" tabindex="0"
            aria-label={props.label} aria-orientation={if props.columns { "vertical" } else { "horizontal" }}
            aria-valuenow={share.to_string()} aria-valuemin={RANGE.start().to_string()} aria-valuemax={RANGE.end().to_string()}
            onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up} ondblclick={on_double} onkeydown={on_key}></div>
    }
}

/// The share of the first pane where the pointer is, while it drags the line.
fn dragged(event: &PointerEvent, columns: bool) -> Option<u32> {
    let line =
        event.target_dyn_into::<HtmlElement>().filter(|line| line.has_pointer_capture(event.pointer_id()))?;
    let area = line.parent_element()?.get_bounding_client_rect();
    let (at, start, size) = if columns {
        (f64::from(event.client_x()), area.left(), area.width())
    } else {
        (f64::from(event.client_y()), area.top(), area.height())
    };
    let share = ((at - start) / size.max(1.0) * 100.0)
        .round()
        .clamp(f64::from(*RANGE.start()), f64::from(*RANGE.end()));
    // Within 15 and 85 by the clamp.
    Some(share as u32)
}

fn place(line: &NodeRef, name: &str, share: Option<u32>) {
    let parent = line.cast::<web_sys::Element>().and_then(|line| line.parent_element());
    if let Some(parent) = parent.and_then(|parent| parent.dyn_into::<HtmlElement>().ok()) {
        let (variable, mark) = (format!("--split-{name}"), format!("data-split-{name}"));
        // The names are valid, so neither this nor the rest can fail.
        let _ = parent.toggle_attribute_with_force(&mark, share.is_some());
        let _ = match share {
            Some(share) => parent.style().set_property(&variable, &format!("{share}%")),
            None => parent.style().remove_property(&variable).map(drop),
        };
    }
}
