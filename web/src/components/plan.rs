//! The plan of each query: explain's stages as a tree, with what each examined.

use protocol::json::Value as Json;
use sorted_map::SortedMap;
use yew::prelude::*;

use crate::components::picture::Picture;
use crate::components::stages::Stages;
use crate::controller::use_controller;
use crate::ejson::Value;
use crate::meter::{Unit, show};
use crate::wire::Profile;
use protocol::number;

/// The most selectable statements.
const MAX_STATEMENTS: usize = 200;

/// The tab.
#[component]
pub fn Plan() -> Html {
    let controller = use_controller();
    let bench = &controller.app().workbench;
    let chosen = use_state(|| 0_usize);
    let planned: Vec<&Profile> = bench
        .run
        .iter()
        .flat_map(|run| run.profile.iter())
        .filter(|entry| entry.explain.is_some() || entry.pipeline.is_some())
        .take(MAX_STATEMENTS)
        .collect();
    let Some(entry) = planned.get(*chosen).or_else(|| planned.first()) else {
        let text = match bench.run {
            Some(_) => "The last run had no query, so nothing was planned. Call a function that reads.",
            None => {
                "Run your script to see which index each query used, or that it read the whole collection."
            }
        };
        return html! { <p class="muted empty">{ text }</p> };
    };
    let on_choose = {
        let chosen = chosen.clone();
        move |event: Event| {
            let value = event
                .target_dyn_into::<web_sys::HtmlSelectElement>()
                .and_then(|select| select.value().parse().ok());
            if let Some(value) = value {
                chosen.set(value);
            }
        }
    };
    let labels = labels(&planned);
    let options = labels.into_iter().enumerate().map(|(at, label)| {
        html! { <option value={at.to_string()} selected={at == *chosen}>{ label }</option> }
    });
    html! {
        <>
            <label class="field"><span>{ "Statement" }</span><select onchange={on_choose}>{ for options }</select></label>
            if let Some(explain) = &entry.explain {
                { summary(explain) }
                { tree(explain) }
                if let Some(planned) = entry.planned {
                    <Picture kind="advice" data={format!("[{planned},{}]", bench.data_version)} />
                }
                <details class="raw"><summary>{ "The full explain output" }</summary>
                    <pre tabindex="0"><code>{ format!("{explain:#}") }</code></pre>
                </details>
            }
            if let Some(pipeline) = entry.pipeline {
                <h3>{ "Stage by stage" }</h3>
                <Stages {pipeline} />
            }
        </>
    }
}

/// The statements' labels: line, command, condition, and plan; equal labels are numbered.
fn labels(planned: &[&Profile]) -> Vec<String> {
    let mut seen = SortedMap::<String, u32>::default();
    let label = |entry: &&Profile| {
        let line = entry.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let label =
            format!("{line}{} {}{} — {}", entry.op, entry.ns, asked(&entry.command), entry.plan_summary);
        let times = seen.or_default(label.clone());
        *times += 1;
        if *times == 1 { label } else { format!("{label} ({times})") }
    };
    planned.iter().map(label).collect()
}

/// A command's condition in short: its filter, pipeline or key.
fn asked(command: &Json) -> String {
    let inner = |list: &str| &command[list][0]["q"];
    let parts = [
        &command["filter"],
        &command["query"],
        &command["pipeline"],
        inner("updates"),
        inner("deletes"),
        &command["q"],
        &command["key"],
    ];
    let asked = parts.into_iter().find(|part| !part.is_null());
    asked.map(|part| format!(" {}", Value::from(part).summary(60))).unwrap_or_default()
}

fn summary(explain: &Json) -> Html {
    let stats = &explain["executionStats"];
    let counts = [
        ("nReturned", "Returned"),
        ("totalDocsExamined", "Documents examined"),
        ("totalKeysExamined", "Keys examined"),
    ]
    .into_iter()
    .filter_map(|(key, name)| number(&stats[key]).map(|n| (name, n)));
    html! {
        <dl class="totals">
            { for counts.map(|(name, n)| html! { <div><dt>{ name }</dt><dd>{ show(Unit::Count, n) }</dd></div> }) }
        </dl>
    }
}

/// The executed stages if present, otherwise the chosen plan. An aggregation has one part for its cursor and one per
/// later stage.
fn tree(explain: &Json) -> Html {
    if let Some(stages) = explain["stages"].as_array() {
        return html! {
            <ol class="pipeline">{ for stages.iter().map(|stage| {
                let name = stage.as_object().and_then(|o| o.keys().find(|k| k.starts_with('$'))).cloned().unwrap_or_default();
                let cursor = &stage["$cursor"];
                html! {
                    <li>
                        <div class="stage"><strong>{ &name }</strong>{ counts(stage) }</div>
                        if cursor.is_object() { { tree(cursor) } }
                    </li>
                }
            }) }</ol>
        };
    }
    let executed = &explain["executionStats"]["executionStages"];
    let root = if executed.is_object() { executed } else { &explain["queryPlanner"]["winningPlan"] };
    if root.is_object() {
        html! { <ul class="plan-tree">{ stage(root, 0) }</ul> }
    } else {
        Html::default()
    }
}

/// The most levels of a plan; real plans are shallow.
const MAX_DEPTH: u32 = 32;

fn stage(node: &Json, depth: u32) -> Html {
    let name = node["stage"].as_str().unwrap_or("?");
    let class = match name {
        "COLLSCAN" => "costly",
        "SORT" => "costly",
        "IXSCAN" | "IDHACK" | "COUNT_SCAN" | "DISTINCT_SCAN" | "PROJECTION_COVERED" | "EXPRESS_IXSCAN" => {
            "cheap"
        }
        _ => "",
    };
    let details = ["indexName", "keyPattern", "direction", "indexBounds", "filter", "sortPattern", "limitAmount", "transformBy"]
        .into_iter()
        .filter(|key| !node[*key].is_null())
        .map(|key| html! { <><dt>{ key }</dt><dd><code>{ Value::from(&node[key]).summary(240).trim_matches('"').to_owned() }</code></dd></> });
    let inner = std::iter::once(&node["inputStage"])
        .chain(node["inputStages"].as_array().into_iter().flatten())
        .filter(|n| n.is_object());
    html! {
        <li>
            <div class={classes!("stage", class)}>
                <strong>{ name }</strong>
                { counts(node) }
                <dl>{ for details }</dl>
            </div>
            if depth < MAX_DEPTH {
                <ul>{ for inner.map(|node| stage(node, depth + 1)) }</ul>
            }
        </li>
    }
}

fn counts(node: &Json) -> Html {
    let parts = [("nReturned", "returned"), ("docsExamined", "documents"), ("keysExamined", "keys")]
        .into_iter()
        .filter_map(|(key, name)| number(&node[key]).map(|n| format!("{} {name}", show(Unit::Count, n))));
    html! { <span class="counts">{ parts.collect::<Vec<_>>().join(" · ") }</span> }
}

/// A number in either form of extended JSON.
fn number(value: &Json) -> Option<f64> {
    if let Some(n) = value.as_f64() {
        return Some(n);
    }
    let (_, text) = value.as_object().filter(|map| map.len() == 1)?.iter().next()?;
    number::read(text.as_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_on_one_line_look_different() {
        let of = |filter: Json| Profile {
            line: Some(3),
            op: "query".into(),
            ns: "test.books".into(),
            plan_summary: "COLLSCAN".into(),
            command: Json::from([("find", "books".into()), ("filter", filter)]),
            ..Profile::default()
        };
        let all = [of(json!({"a": 1})), of(json!({"b": 1})), of(json!({"a": 1}))];
        let labels = labels(&all.iter().collect::<Vec<_>>());
        assert_ne!(labels[0], labels[1]);
        assert!(labels[0].contains('a') && labels[1].contains('b'), "{labels:?}");
        assert_eq!(labels[2], format!("{} (2)", labels[0]));
    }

    #[test]
    fn numbers_of_both_forms_are_read() {
        assert_eq!(number(&json!(3)), Some(3.0));
        assert_eq!(number(&json!({"$numberLong": "4"})), Some(4.0));
        assert_eq!(number(&json!("5")), None);
        assert_eq!(number(&json!(null)), None);
    }
}
