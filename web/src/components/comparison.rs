//! The learner's design and the accepted ones: bars, and a table for assistive technology.

use yew::prelude::*;

use crate::meter::{METERS, Meter};
use crate::wire::Measured;
use protocol::number::{fixed, plain};
use sorted_map::SortedMap;

/// The figures of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The cost of the same work with each design.
    Costs,
    /// How many times as much it costs on ten times the data.
    Growth,
}

/// Bars and table of the designs' meters.
pub fn comparison(designs: &[Measured], shows: Shows) -> Html {
    let used: Vec<&Meter> =
        METERS.iter().filter(|meter| designs.iter().any(|d| value(&d.meters, meter) > 0.0)).collect();
    if designs.is_empty() || used.is_empty() {
        return html! { <p class="muted">{ "There is nothing to compare." }</p> };
    }
    html! {
        <>
            <div class="bars" aria-hidden="true">
                { for used.iter().map(|meter| group(meter, designs, shows)) }
            </div>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Meters of each design">
                <table class="data numbers">
                    <caption>{ match shows { Shows::Growth => "Growth of the cost on ten times the data", Shows::Costs => "Cost of the same calls on each design" } }</caption>
                    <thead><tr>
                        <th scope="col">{ "Meter" }</th>
                        { for designs.iter().map(|d| html! { <th scope="col" class={classes!(d.yours.then_some("yours"))}>{ &d.name }</th> }) }
                    </tr></thead>
                    <tbody>
                        { for used.iter().map(|meter| html! {
                            <tr>
                                <th scope="row" title={meter.help}>{ meter.name }</th>
                                { for designs.iter().map(|d| html! { <td>{ show(meter, value(&d.meters, meter), shows) }</td> }) }
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </>
    }
}

fn value(meters: &SortedMap<String, f64>, meter: &Meter) -> f64 {
    meters.get(meter.key).copied().filter(|v| v.is_finite()).unwrap_or(0.0)
}

fn show(meter: &Meter, value: f64, shows: Shows) -> String {
    match (shows, value) {
        (Shows::Costs, _) => meter.show(value),
        // The smaller value is zero, so there is no ratio.
        (Shows::Growth, 0.0) => "–".to_owned(),
        (Shows::Growth, _) => format!("×{}", fixed(value, 1)),
    }
}

fn group(meter: &Meter, designs: &[Measured], shows: Shows) -> Html {
    let most = designs.iter().map(|d| value(&d.meters, meter)).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        <figure class="bar-group">
            <figcaption>{ meter.name }</figcaption>
            { for designs.iter().map(|d| {
                let own = value(&d.meters, meter);
                html! {
                    <div class={classes!("bar", d.yours.then_some("yours"))}>
                        <span class="bar-name">{ &d.name }</span>
                        <svg viewBox="0 0 100 8" preserveAspectRatio="none" focusable="false">
                            <rect class="bar-all" width="100" height="8" />
                            <rect class="bar-own" width={plain(own / most * 100.0)} height="8" />
                        </svg>
                        <span class="bar-value">{ show(meter, own, shows) }</span>
                    </div>
                }
            }) }
        </figure>
    }
}
