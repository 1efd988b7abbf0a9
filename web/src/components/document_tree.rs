//! A document as a tree of fields. Branches are `<details>` elements, which every browser and screen reader can open;
//! their content is rendered when they are first opened.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::ejson::Value;

/// Parts of a branch that are rendered at a time.
const BATCH: usize = 100;
/// A top-level branch with at most this many parts is initially open.
const OPEN_FROM_START: usize = 6;

/// The tree of a document.
pub fn document_tree(value: Rc<Value>) -> Html {
    html! { <Parts {value} depth={0} /> }
}

#[derive(Properties, PartialEq)]
struct PartsProps {
    value: Rc<Value>,
    depth: u32,
}

#[component]
fn Parts(props: &PartsProps) -> Html {
    let limit = use_state(|| BATCH);
    let (parts, total): (Html, usize) = match &*props.value {
        Value::Document(fields) => (
            fields.iter().take(*limit).map(|(name, value)| part(name, value, false, props.depth)).collect(),
            fields.len(),
        ),
        Value::Array(items) => (
            items
                .iter()
                .take(*limit)
                .enumerate()
                .map(|(at, value)| part(&at.to_string(), value, true, props.depth))
                .collect(),
            items.len(),
        ),
        Value::Leaf(leaf) => {
            return html! { <code class={classes!("leaf", leaf.kind)}>{ &leaf.text }</code> };
        }
    };
    let more = {
        let limit = limit.clone();
        move |_| limit.set(*limit + BATCH)
    };
    html! {
        <ul class="tree">
            { parts }
            if total > *limit {
                <li><button type="button" class="link" onclick={more}>{ format!("Show {} more of {total}", BATCH.min(total - *limit)) }</button></li>
            }
        </ul>
    }
}

fn part(name: &str, value: &Value, index: bool, depth: u32) -> Html {
    html! {
        <li key={name.to_owned()}>
            {
                match value {
                    Value::Leaf(leaf) => html! {
                        <><span class={classes!("key", index.then_some("index"))}>{ name }</span>{ ": " }<code class={classes!("leaf", leaf.kind)} title={leaf.kind}>{ &leaf.text }</code></>
                    },
                    branch => html! { <Branch name={name.to_owned()} {index} {depth} value={Rc::new(branch.clone())} /> },
                }
            }
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct BranchProps {
    name: String,
    index: bool,
    depth: u32,
    value: Rc<Value>,
}

#[component]
fn Branch(props: &BranchProps) -> Html {
    let size = match &*props.value {
        Value::Document(fields) => fields.len(),
        Value::Array(items) => items.len(),
        Value::Leaf(_) => 0,
    };
    let open = use_state(|| props.depth == 0 && size <= OPEN_FROM_START);
    let on_toggle = {
        let open = open.clone();
        move |event: Event| {
            let now = event
                .target()
                .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
                .is_some_and(|e| e.has_attribute("open"));
            if now != *open {
                open.set(now);
            }
        }
    };
    let kind = if matches!(&*props.value, Value::Array(_)) {
        format!("Array({size})")
    } else {
        format!("Object({size})")
    };
    html! {
        <details open={*open} ontoggle={on_toggle}>
            <summary>
                <span class={classes!("key", props.index.then_some("index"))}>{ &props.name }</span>
                <span class="kind">{ kind }</span>
                if !*open { <code class="preview">{ props.value.summary(80) }</code> }
            </summary>
            if *open { <Parts value={props.value.clone()} depth={props.depth + 1} /> }
        </details>
    }
}
