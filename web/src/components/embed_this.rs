//! The HTML that embeds the open exercise, or the code, in another page.

use yew::prelude::*;

use crate::components::copy_field::CopyField;
use crate::components::dialog::Dialog;
use crate::controller::use_controller;
use crate::embed_code::{element, fence, iframe, script, site};
use crate::route::Route;
use crate::state::Action;

/// The dialog.
#[component]
pub fn EmbedThis() -> Html {
    let controller = use_controller();
    let exercise = controller.app().workbench.exercise().map(str::to_owned);
    let (site, code) = (site(), controller.source());
    let lines = format!("{}\n{}", script(&site), element(exercise.as_deref(), &code));
    let on_close = Callback::from(move |()| controller.dispatch(Action::Embed(false)));
    html! {
        <Dialog title="Embed this" {on_close}>
            <p>{ "Readers edit and run it in your page. Their browser has the database: nothing is sent to a server." }</p>
            <CopyField label="Element, for HTML and Markdown" action="Copy the element" text={lines} rows={4} first=true />
            if exercise.is_none() {
                <CopyField label="Fenced block, for documentation tools" action="Copy the block" text={fence(&site, &code)} rows={4} />
            }
            <CopyField label="Frame, for pages that don't allow scripts" action="Copy the frame"
                text={iframe(&site, exercise.as_deref(), &code)} rows={3} />
            <p><a href={Route::Embed.href()}>{ "How to embed" }</a></p>
        </Dialog>
    }
}
