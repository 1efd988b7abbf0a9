//! The search: a field and a list of matches, as in the ARIA combobox pattern.
//!
//! Source: <https://www.w3.org/WAI/ARIA/apg/patterns/combobox/>

use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::browser;
use crate::components::dialog::Dialog;
use crate::controller::{use_controller, use_reference};
use crate::find::{Item, Target, items, operators, search};
use crate::wire::Operator;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// Called when it closes.
    pub on_close: Callback<()>,
    /// Called to show the list of shortcuts.
    pub on_keys: Callback<()>,
}

/// The dialog.
#[component]
pub fn Find(props: &Props) -> Html {
    let controller = use_controller();
    let reference = use_reference();
    let known = use_state(Vec::<Operator>::new);
    let sought = use_state(String::new);
    let at = use_state(|| 0_usize);
    let input = use_node_ref();
    {
        let (known, input, library) = (known.clone(), input.clone(), controller.library().clone());
        use_effect_with((), move |()| {
            if let Some(input) = input.cast::<HtmlElement>() {
                // Focus fails only for a removed element.
                let _ = input.focus();
            }
            wasm_bindgen_futures::spawn_local(async move {
                // Without the list, everything else can still be found.
                if let Some(list) = library.operators().await.and_then(|text| operators(&text)) {
                    known.set(list);
                }
            });
        });
    }
    let app = controller.app();
    let all = items(
        app.index.ready().map(|index| &**index),
        reference.ready().map(|reference| &**reference),
        &known,
        app.workbench.subject.is_some() && browser::has(".code-pane"),
    );
    let found: Vec<Item> = search(&all, &sought).into_iter().cloned().collect();
    let chosen = (*at).min(found.len().saturating_sub(1));

    let choose = {
        let (controller, props) = (controller.clone(), (props.on_close.clone(), props.on_keys.clone()));
        move |item: &Item| {
            let (on_close, on_keys) = &props;
            match &item.target {
                Target::Nothing => return,
                Target::Action("keys") => on_keys.emit(()),
                Target::Action(name) => controller.command(name),
                Target::Place(route) => browser::follow(&route.href()),
            }
            on_close.emit(());
        }
    };
    let on_input = {
        let (sought, at) = (sought.clone(), at.clone());
        move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                sought.set(input.value());
                at.set(0);
            }
        }
    };
    let on_key = {
        let (found, at, choose) = (found.clone(), at.clone(), choose.clone());
        move |event: KeyboardEvent| {
            let last = found.len().saturating_sub(1);
            match event.key().as_str() {
                "ArrowDown" => at.set(if chosen == last { 0 } else { chosen + 1 }),
                "ArrowUp" => at.set(chosen.checked_sub(1).unwrap_or(last)),
                "Enter" => {
                    if let Some(item) = found.get(chosen) {
                        choose(item);
                    }
                }
                _ => return,
            }
            event.prevent_default();
        }
    };
    use_effect_with(chosen, |_| browser::reveal(".found [aria-selected=true]"));
    let results = found.iter().enumerate().map(|(place, item)| {
        let on_click = {
            let (choose, item, at) = (choose.clone(), item.clone(), at.clone());
            move |_: MouseEvent| {
                at.set(place);
                choose(&item);
            }
        };
        html! {
            <li key={format!("{} {}", item.kind, item.name)} id={option_id(place)} role="option" aria-selected={(place == chosen).to_string()} onclick={on_click}>
                <span>{ &item.name }</span>
                <span class="kind">{ item.kind }</span>
                if !item.about.is_empty() { <span class="about">{ &item.about }</span> }
            </li>
        }
    });
    html! {
        <Dialog title="Find anything" class="find" on_close={props.on_close.clone()}>
            <input ref={input} type="text" role="combobox" aria-label="Exercise, term, operator or action" aria-expanded="true"
                aria-controls="found" aria-activedescendant={(!found.is_empty()).then(|| option_id(chosen))}
                autocomplete="off" spellcheck="false" placeholder="Exercise, term, operator or action"
                value={(*sought).clone()} oninput={on_input} onkeydown={on_key} />
            <ul id="found" class="found" role="listbox" aria-label="Found">{ for results }</ul>
            <p class="muted small" role="status">{ if found.is_empty() { "Nothing found." } else { "" } }</p>
        </Dialog>
    }
}

fn option_id(place: usize) -> String {
    format!("found-{place}")
}
