//! A message at the top of the page that stays until it is put away.

use yew::prelude::*;

use crate::components::icon::{Icon, IconView};
use crate::controller::use_controller;
use crate::state::Action;

/// The message, when there is one.
#[component]
pub fn NoticeView() -> Html {
    let controller = use_controller();
    let notice = controller.app().notice.clone();
    let on_close = move |_| controller.dispatch(Action::Notice(None));
    html! {
        <div role="status">
            if let Some(notice) = notice {
                <div class={classes!("notice", notice.bad.then_some("bad"))}>
                    <p>{ notice.text }</p>
                    <button type="button" class="button small quiet" onclick={on_close} aria-label="Put this message away"><IconView icon={Icon::Cross} /></button>
                </div>
            }
        </div>
    }
}
