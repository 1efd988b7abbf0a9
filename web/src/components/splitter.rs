//! A separator between two panes that is dragged, or moved with the arrow keys: the window splitter pattern.
//!
//! Source: <https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/>

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::controller::use_controller;

/// The range of the first pane's share, in percent.
const RANGE: std::ops::RangeInclusive<u32> = 15..=85;
/// The step of an arrow key, in percent.
const STEP: u32 = 3;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The name under which the position is stored. Once set, the parent element has `data-split-NAME`, and the first
    /// pane's share is its `--split-NAME`.
    pub name: &'static str,
    /// The reported share until one is chosen, in percent.
    pub initial: u32,
    /// The accessible name.
    pub label: &'static str,
}

/// The separator. Double click or Enter resets it. The styles of the parent, a flex container, determine whether the
/// panes are side by side or stacked.
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
            // Without pointer capture the separator moves only while the pointer is over it.
            let _ = line.set_pointer_capture(event.pointer_id());
            let _ = line.focus();
        }
    };
    let on_move = {
        let (line, name) = (line.clone(), props.name);
        move |event: PointerEvent| {
            if let Some(share) = dragged(&event) {
                place(&line, name, Some(share));
            }
        }
    };
    let on_up = {
        let choose = choose.clone();
        move |event: PointerEvent| {
            if let Some(share) = dragged(&event) {
                choose(Some(share));
            }
        }
    };
    let on_double = {
        let choose = choose.clone();
        move |_: MouseEvent| choose(None)
    };
    let on_key = move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowLeft" | "ArrowUp" => Some(share.saturating_sub(STEP)),
            "ArrowRight" | "ArrowDown" => Some(share + STEP),
            "Home" => Some(*RANGE.start()),
            "End" => Some(*RANGE.end()),
            "Enter" if !event.ctrl_key() && !event.meta_key() => None,
            _ => return,
        };
        event.prevent_default();
        choose(next);
    };
    html! {
        <div class="splitter" ref={line} role="separator" tabindex="0" aria-label={props.label}
            aria-valuenow={share.to_string()} aria-valuemin={RANGE.start().to_string()} aria-valuemax={RANGE.end().to_string()}
            onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up} ondblclick={on_double} onkeydown={on_key}></div>
    }
}

/// The first pane's share at the pointer, while it drags.
fn dragged(event: &PointerEvent) -> Option<u32> {
    let line =
        event.target_dyn_into::<HtmlElement>().filter(|line| line.has_pointer_capture(event.pointer_id()))?;
    let parent = line.parent_element()?;
    let area = parent.get_bounding_client_rect();
    // Other elements may precede the first pane.
    let first = line.previous_element_sibling()?.get_bounding_client_rect();
    let (at, start, size) = if side_by_side(&parent) {
        (f64::from(event.client_x()), first.left(), area.width())
    } else {
        (f64::from(event.client_y()), first.top(), area.height())
    };
    let share = ((at - start) / size.max(1.0) * 100.0)
        .round()
        .clamp(f64::from(*RANGE.start()), f64::from(*RANGE.end()));
    // Clamped to 15 to 85.
    Some(share as u32)
}

/// Whether an element's children are in a row.
fn side_by_side(parent: &Element) -> bool {
    let style = web_sys::window().and_then(|window| window.get_computed_style(parent).ok().flatten());
    style.and_then(|style| style.get_property_value("flex-direction").ok()).is_some_and(|it| it == "row")
}

/// Moves the separator; without a share, resets it to the styles' position.
fn place(line: &NodeRef, name: &str, share: Option<u32>) {
    let line = line.cast::<Element>();
    let parent = line.as_ref().and_then(|line| line.parent_element());
    if let (Some(line), Some(parent)) = (line, parent.and_then(|it| it.dyn_into::<HtmlElement>().ok())) {
        let orientation = if side_by_side(&parent) { "vertical" } else { "horizontal" };
        let (variable, mark) = (format!("--split-{name}"), format!("data-split-{name}"));
        // The names are valid, so none of these calls fails.
        let _ = line.set_attribute("aria-orientation", orientation);
        let _ = parent.toggle_attribute_with_force(&mark, share.is_some());
        let _ = match share {
            Some(share) => parent.style().set_property(&variable, &format!("{share}%")),
            None => parent.style().remove_property(&variable).map(drop),
        };
    }
}
