//! The model that graded a program, shown after a pass.

use yew::prelude::*;

use crate::wire::Bundle;

/// The model's source in a collapsed section; empty for an exercise without a model.
pub fn model_source(bundle: &Bundle) -> Html {
    let Some(source) = &bundle.model else {
        return Html::default();
    };
    html! {
        <details class="model-source">
            <summary><strong>{ "The model" }</strong><span>{ "what your program was compared with" }</span></summary>
            <pre tabindex="0"><code>{ source }</code></pre>
        </details>
    }
}
