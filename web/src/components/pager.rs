//! Buttons that change the page of a long list.

use yew::prelude::*;

/// The buttons of a list of `total` entries, with `size` per page and `skip` entries before the page.
pub fn pager(total: u64, size: u64, skip: &UseStateHandle<u64>) -> Html {
    if total <= size {
        return Html::default();
    }
    let (from, to) = (**skip + 1, (**skip + size).min(total));
    let go = |to: u64| {
        let skip = skip.clone();
        move |_| skip.set(to)
    };
    let last = (total - 1) / size * size;
    html! {
        <nav class="pager" aria-label="Pages of documents">
            <button type="button" class="button small" disabled={**skip == 0} onclick={go(0)}>{ "First" }</button>
            <button type="button" class="button small" disabled={**skip == 0} onclick={go(skip.saturating_sub(size))}>{ "Previous" }</button>
            <span aria-live="polite">{ format!("{from} to {to} of {total}") }</span>
            <button type="button" class="button small" disabled={to >= total} onclick={go(**skip + size)}>{ "Next" }</button>
            <button type="button" class="button small" disabled={to >= total} onclick={go(last)}>{ "Last" }</button>
        </nav>
    }
}
