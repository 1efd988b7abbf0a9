//! All work in a file: saved here, restored on another computer.

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::components::dialog::Dialog;
use crate::controller::use_controller;
use crate::saved_work::ImportedWork;
use crate::state::Loadable;

/// Two buttons, and the questions about a file's contents.
#[component]
pub fn WorkFile() -> Html {
    let controller = use_controller();
    let input = use_node_ref();
    let asked = use_state(|| None::<ImportedWork>);
    // Indexes of the questions answered with the file's code.
    let taken = use_state(Vec::<usize>::new);
    let on_save = {
        let controller = controller.clone();
        move |_: MouseEvent| controller.save_work()
    };
    let on_choose = {
        let input = input.clone();
        move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlElement>() {
                input.click();
            }
        }
    };
    let on_file = {
        let (controller, asked, taken) = (controller.clone(), asked.clone(), taken.clone());
        move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
            // Allows selecting the same file again.
            input.set_value("");
            let (controller, asked, taken) = (controller.clone(), asked.clone(), taken.clone());
            spawn_local(async move {
                if let Some(brought) = controller.read_work(&file).await {
                    taken.set(Vec::new());
                    asked.set(Some(brought));
                }
            });
        }
    };
    let title = |subject: &str| -> String {
        let index = match &controller.app().index {
            Loadable::Ready(index) => Some(index),
            _ => None,
        };
        let entry = index.and_then(|i| i.tracks.iter().flat_map(|t| &t.exercises).find(|e| e.id == subject));
        entry.map_or_else(|| subject.trim_start_matches("free/").to_owned(), |entry| entry.title.clone())
    };
    let questions = (*asked).as_ref().map(|brought| {
        let on_apply = {
            let (controller, brought, taken, asked) =
                (controller.clone(), brought.clone(), (*taken).clone(), asked.clone());
            move |_: MouseEvent| {
                let mut brought = brought.clone();
                let answers = std::mem::take(&mut brought.asks).into_iter().enumerate();
                brought.code.extend(answers.filter(|(at, _)| taken.contains(at)).map(|(_, code)| code));
                asked.set(None);
                controller.restore_work(brought);
            }
        };
        let on_close = {
            let asked = asked.clone();
            move |()| asked.set(None)
        };
        let choices = brought.asks.iter().enumerate().map(|(at, (subject, _))| {
            let taken = taken.clone();
            let on_change = move |_: Event| {
                let mut next: Vec<usize> = taken.iter().copied().filter(|other| *other != at).collect();
                if next.len() == taken.len() {
                    next.push(at);
                }
                taken.set(next);
            };
            html! { <li><label><input type="checkbox" onchange={on_change} />{ title(subject) }</label></li> }
        });
        html! {
            <Dialog title="Restore this work?" on_close={on_close}>
                <p>{ format!("The file has new code for {} exercises. Exercises that you solved in either place stay solved.", brought.code.len()) }</p>
                if !brought.asks.is_empty() {
                    <p>{ "For these, the code on this computer may be newer. Choose which to replace with the file's code:" }</p>
                    <ul class="asks">{ for choices }</ul>
                }
                if !brought.data.is_empty() { <p>{ "The file's data will replace the Sandbox's data in this browser." }</p> }
                <div class="row"><button type="button" class="button primary" onclick={on_apply}>{ "Restore" }</button></div>
            </Dialog>
        }
    });
    html! {
        <section class="work-file" aria-labelledby="work-title">
            <h2 id="work-title">{ "Your work" }</h2>
            <p class="muted">{ "Your progress, code and Sandbox are stored in this browser. Save them to a file to move them to another computer. Restoring a file never replaces newer code without asking." }</p>
            <div class="row">
                <button type="button" class="button" onclick={on_save}>{ "Save my work to a file" }</button>
                <button type="button" class="button" onclick={on_choose}>{ "Restore from a file" }</button>
                <input ref={input} type="file" hidden=true accept=".json,application/json" aria-label="File of saved work" onchange={on_file} />
            </div>
            { questions.unwrap_or_default() }
        </section>
    }
}
