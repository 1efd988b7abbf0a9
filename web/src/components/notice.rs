//! A message at the top of the page, until it is dismissed.

use yew::prelude::*;

use crate::components::icon::Icon;
use crate::controller::Controller;
use crate::state::Action;

/// The message, if there is one.
pub fn notice(controller: &Controller) -> Html {
    let notice = controller.app().notice.clone();
    let controller = controller.clone();
    let on_close = move |_| controller.dispatch(Action::Notice(None));
    html! {
        <div role="status">
            if let Some(notice) = notice {
                <div class={classes!("notice", notice.bad.then_some("bad"))}>
                    <p>{ notice.text }</p>
                    <button type="button" class="button small quiet" onclick={on_close} aria-label="Dismiss this message">{ Icon::Cross.view() }</button>
                </div>
            }
        </div>
    }
}
