//! The link that contains the learner's code.

use yew::prelude::*;

use crate::components::copy_field::CopyField;
use crate::components::dialog::Dialog;
use crate::controller::use_controller;
use crate::state::Action;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The whole address.
    pub link: AttrValue,
}

/// The dialog.
#[component]
pub fn Share(props: &Props) -> Html {
    let controller = use_controller();
    let on_close = Callback::from(move |()| controller.dispatch(Action::Share(None)));
    html! {
        <Dialog title="Share this" {on_close}>
            <p>{ "The link holds your code itself: nothing is sent to a server, and people who open it decide whether to run it." }</p>
            <CopyField label="Link" action="Copy the link" text={props.link.clone()} first=true />
        </Dialog>
    }
}
