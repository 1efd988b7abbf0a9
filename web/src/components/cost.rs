//! The costs of each statement and of the run, and the comparison of the learner's design with the accepted ones.

use yew::prelude::*;

use crate::components::comparison::{Shows, comparison};
use crate::controller::Controller;
use crate::meter::{METERS, total};
use crate::route::Route;
use crate::wire::Profile;

/// The most listed statements.
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
                <h3 id="compare-title">{ "Compared with the accepted designs" }</h3>
                if open {
                    <button type="button" class="button" disabled={bench.busy()} onclick={move |_| controller.compare(None)}>
                        { if bench.beside.is_some() { "Measure again" } else { "Measure" } }
                    </button>
                    { " " }<a href={Route::Compare(id.to_owned()).href()}>{ "Compare the designs in detail" }</a>
                    if let Some(measured) = &bench.beside { { comparison(&measured.designs, Shows::Costs) } }
                } else {
                    <p class="muted">{ "Opens when your design passes, or after three different tries." }</p>
                }
            </section>
        }
    });
    let Some(run) = &bench.run else {
        return html! {
            <>
                <p class="muted empty">{ "Run your script to see round trips, documents and index keys examined, and bytes read and written, for each statement and in total." }</p>
                { compare.unwrap_or_default() }
            </>
        };
    };
    let statements = statements(&run.profile);
    let hidden = statements.len().saturating_sub(MAX_ROWS);
    // A meter that is zero for all statements is shown only in the totals.
    let used: Vec<usize> =
        (0..METERS.len()).filter(|&at| statements.iter().any(|one| one.costs[at] > 0.0)).collect();
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
                    <table class="data numbers costs">
                        <thead><tr>
                            <th scope="col">{ "Statement" }</th>
                            { for used.iter().map(|&at| &METERS[at]).map(|meter| html! { <th scope="col" title={meter.help}>{ meter.name }</th> }) }
                        </tr></thead>
                        <tbody>{ for statements.iter().take(MAX_ROWS).map(|one| row(one, &used, controller)) }</tbody>
                    </table>
                </div>
                if hidden > 0 { <p class="muted small">{ format!("The totals include {hidden} more statements.") }</p> }
            }
            { compare.unwrap_or_default() }
        </>
    }
}

/// The total cost of a statement, over all its executions.
struct Statement<'a> {
    first: &'a Profile,
    times: usize,
    /// In the order of the meters.
    costs: [f64; METERS.len()],
}

/// The profile grouped by statement, in order of first execution; a statement in a loop is one group.
fn statements(profile: &[Profile]) -> Vec<Statement<'_>> {
    let mut all: Vec<Statement<'_>> = Vec::new();
    for entry in profile {
        let known = all.iter().position(|one| statement_key(one.first) == statement_key(entry));
        let at = known.unwrap_or_else(|| {
            all.push(Statement { first: entry, times: 0, costs: [0.0; METERS.len()] });
            all.len() - 1
        });
        all[at].times += 1;
        for (sum, meter) in all[at].costs.iter_mut().zip(&METERS) {
            *sum += (meter.of)(entry);
        }
    }
    all
}

/// Identifies a statement: its line, operation, namespace and plan.
fn statement_key(entry: &Profile) -> (Option<u32>, [&str; 3]) {
    (entry.line, [&entry.op, &entry.ns, &entry.plan_summary])
}

fn row(statement: &Statement<'_>, used: &[usize], controller: &Controller) -> Html {
    let Statement { first, times, costs } = statement;
    let place = first.line.map(|line| {
        let controller = controller.clone();
        html! { <>{ " " }<button type="button" class="link" onclick={move |_| controller.go_to(line, 1)} aria-label={format!("Go to line {line}")}>{ format!("line {line}") }</button></> }
    });
    html! {
        <tr>
            <th scope="row">
                <code>{ format!("{} {}", first.op, first.ns) }</code>{ place.unwrap_or_default() }
                if *times > 1 { <span class="muted">{ format!(" ×{times}") }</span> }
                if !first.plan_summary.is_empty() { <div class="muted">{ &first.plan_summary }</div> }
            </th>
            { for used.iter().map(|&at| html! { <td>{ METERS[at].show(costs[at]) }</td> }) }
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_in_a_loop_is_one_row() {
        let of = |line, op: &str| Profile {
            line: Some(line),
            op: op.into(),
            round_trips: 1.0,
            ..Profile::default()
        };
        let profile = [of(2, "insert"), of(3, "query"), of(2, "insert"), of(4, "insert")];
        let seen: Vec<_> =
            statements(&profile).iter().map(|one| (one.first.line, one.times, one.costs[0])).collect();
        assert_eq!(seen, [(Some(2), 2, 2.0), (Some(3), 1, 1.0), (Some(4), 1, 1.0)]);
    }
}
