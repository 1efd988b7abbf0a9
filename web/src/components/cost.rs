//! What each statement cost, what the run cost, and how the learner's design compares with the accepted ones.

use yew::prelude::*;

use crate::components::comparison;
use crate::controller::Controller;
use crate::meter::{METERS, Meter, total};
use crate::route::Route;
use crate::wire::Profile;

/// So many statements are listed one by one.
const MAX_ROWS: usize = 200;

/// The tab.
pub fn cost(controller: &Controller) -> Html {
    let app = controller.app();
    let bench = &app.workbench;
    let compare = bench.exercise().map(|id| {
        let open = app.progress.of(id).designs_open();
        let controller = controller.clone();
        html! {
            <section class="compare" aria-labelledby="compare-title">
                <h3 id="compare-title">{ "Beside the accepted designs" }</h3>
                if open {
                    <button type="button" class="button" disabled={bench.busy()} onclick={move |_| controller.compare(1)}>
                        { if bench.comparisons.contains_key(&1) { "Measure again" } else { "Measure" } }
                    </button>
                    { " " }<a href={Route::Compare(id.to_owned()).href()}>{ "All about the designs" }</a>
                    if let Some(measured) = bench.comparisons.get(&1) { { comparison::comparison(&measured.designs, false) } }
                } else {
                    <p class="muted">{ "Opens when your design passes, or after three tries." }</p>
                }
            </section>
        }
    });
    let Some(run) = &bench.run else {
        return html! {
            <>
                <p class="muted empty">{ "After a run: round trips, documents and index keys examined, bytes read and written, for each statement and in all." }</p>
                { compare.unwrap_or_default() }
            </>
        };
    };
    let hidden = run.profile.len().saturating_sub(MAX_ROWS);
    html! {
        <>
            <dl class="totals">
                { for METERS.iter().map(|meter| html! {
                    <div title={meter.help}><dt>{ meter.name }</dt><dd>{ meter.show(total(&run.profile, meter)) }</dd></div>
                }) }
            </dl>
            if run.profile.is_empty() {
                <p class="muted">{ "The last run sent no commands." }</p>
            } else {
                <div class="table-scroll" tabindex="0" role="region" aria-label="Cost of each statement">
                    <table class="data numbers">
                        <thead><tr>
                            <th scope="col">{ "Statement" }</th>
                            <th scope="col">{ "Plan" }</th>
                            { for METERS.iter().map(|meter| html! { <th scope="col"><abbr title={format!("{}: {}", meter.name, meter.help)}>{ meter.short }</abbr></th> }) }
                        </tr></thead>
                        <tbody>{ for run.profile.iter().take(MAX_ROWS).enumerate().map(|(at, entry)| row(at, entry, controller)) }</tbody>
                    </table>
                </div>
                if hidden > 0 { <p class="muted small">{ format!("{hidden} more statements are in the totals.") }</p> }
            }
            { compare.unwrap_or_default() }
        </>
    }
}

fn row(at: usize, entry: &Profile, controller: &Controller) -> Html {
    let place = entry.line.map(|line| {
        let controller = controller.clone();
        html! { <>{ " " }<button type="button" class="link" onclick={move |_| controller.go_to(line, 1)} aria-label={format!("Go to line {line}")}>{ format!(":{line}") }</button></> }
    });
    html! {
        <tr key={at}>
            <th scope="row"><code>{ format!("{} {}", entry.op, entry.ns) }</code>{ place.unwrap_or_default() }</th>
            <td class="plan">{ &entry.plan_summary }</td>
            { for METERS.iter().map(|meter: &Meter| html! { <td>{ meter.show((meter.of)(entry)) }</td> }) }
        </tr>
    }
}
