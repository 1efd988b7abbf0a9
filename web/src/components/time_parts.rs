//! The parts of each design's model time: a stacked bar, and a table for assistive technology.

use time_model::{PARTS, TimeModel};
use yew::prelude::*;

use crate::components::latency::work;
use crate::meter::{Unit, show};
use crate::wire::Measured;
use protocol::number::plain;

/// The bars under a model.
pub fn time_parts(model: &TimeModel, designs: &[Measured]) -> Html {
    let parts: Vec<[f64; PARTS.len()]> =
        designs.iter().map(|design| model.parts(&work(&design.meters))).collect();
    // A part that is zero in all designs has no column.
    let taken: Vec<usize> = (0..PARTS.len()).filter(|at| parts.iter().any(|own| own[*at] > 0.0)).collect();
    let longest = parts.iter().map(|own| own.iter().sum()).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        <section class="time-parts" aria-label="Where the time goes">
            <h2>{ "Where the time goes" }</h2>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Parts of the model time of each design">
                <table class="data numbers">
                    <thead><tr>
                        <th scope="col">{ "Design" }</th>
                        <td class="time-bar" aria-hidden="true"></td>
                        { for taken.iter().map(|at| html! { <th scope="col"><span class={format!("part part-{at}")} aria-hidden="true"></span>{ "\u{a0}" }{ PARTS[*at] }</th> }) }
                    </tr></thead>
                    <tbody>{ for designs.iter().zip(&parts).map(|(design, own)| html! {
                        <tr class={classes!(design.yours.then_some("yours"))}>
                            <th scope="row">{ &design.name }</th>
                            <td class="time-bar" aria-hidden="true">{ bar(own, longest) }</td>
                            { for taken.iter().map(|at| html! { <td>{ if own[*at] == 0.0 { "–".to_owned() } else { format!("{} ms", show(Unit::Millis, own[*at])) } }</td> }) }
                        </tr>
                    }) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn bar(parts: &[f64], longest: f64) -> Html {
    let mut from = 0.0;
    html! {
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" focusable="false">
            { for parts.iter().enumerate().map(|(at, millis)| {
                let (x, width) = (from, millis / longest * 100.0);
                from += width;
                html! { <rect class={format!("part-{at}")} x={plain(x)} width={plain(width)} height="8" /> }
            }) }
        </svg>
    }
}
