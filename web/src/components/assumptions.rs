//! "What does this assume?": the constants of the time model with their sources.

use protocol::number::plain;
use time_model::{CONSTANTS, DISKS, TimeModel};
use yew::prelude::*;

/// The table, collapsed.
pub fn assumptions(now: &TimeModel) -> Html {
    html! {
        <details class="assumptions">
            <summary>{ "What does this assume?" }</summary>
            <p>{ "Model time is the sum of network delay, transfer time, processor time, disk reads and disk writes. One client waits for one server. Caches other than memory, locks and other clients are ignored, and index pages that a write changes are assumed to be in memory. The exercises’ limits use the figures below, with all data in memory on an SSD." }</p>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Constants of the time model">
                <table class="data">
                    <thead><tr><th scope="col">{ "What" }</th><th scope="col">{ "Figure" }</th><th scope="col">{ "Source" }</th></tr></thead>
                    <tbody>
                        { for CONSTANTS.iter().map(|one| row(one.what, one.value.to_owned(), one.source)) }
                        { for DISKS.iter().map(|disk| {
                            let chosen = if disk == now.disk { " (chosen)" } else { "" };
                            let value = format!("{} ms per read, {} MB/s, {} ms to flush the journal", plain(disk.seek), plain(disk.speed / 1_000.0), plain(disk.sync));
                            row(&format!("{}{chosen}", disk.name), value, disk.source)
                        }) }
                    </tbody>
                </table>
            </div>
        </details>
    }
}

fn row(what: &str, value: String, source: &str) -> Html {
    html! { <tr><th scope="row">{ what.to_owned() }</th><td>{ value }</td><td>{ source.to_owned() }</td></tr> }
}
