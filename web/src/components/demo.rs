//! The replay on the start page: two clerks return a copy of the same book, and one return is lost. It plays once, by
//! itself; with reduced motion it shows its end.
//!
//! It shows what the starter of the exercise `lost-update` does when the checks let a second client act in between.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::route::Route;

/// The exercise that the replay shows.
pub const EXERCISE: &str = "lost-update";

/// Milliseconds per step.
const PACE: i32 = 1_300;

/// The number in the database before the first step.
const BEFORE: u32 = 4;

/// One step: the clerk, the action, and the number in the database afterwards.
struct Step {
    clerk: usize,
    does: &'static str,
    copies: u32,
}

const STEPS: [Step; 4] = [
    Step { clerk: 0, does: "reads 4", copies: 4 },
    Step { clerk: 1, does: "reads 4", copies: 4 },
    Step { clerk: 1, does: "writes 4 + 1", copies: 5 },
    Step { clerk: 0, does: "writes 4 + 1", copies: 5 },
];

/// The replay and a link to the exercise.
#[component]
pub fn Demo() -> Html {
    // The number of visible steps: all of them without scripts, and before they are loaded.
    let shown = use_state(|| STEPS.len());
    let playing = use_state(|| false);
    {
        let (shown, playing) = (shown.clone(), playing.clone());
        use_effect_with((), move |()| {
            if !browser::reduces_motion() {
                shown.set(0);
                playing.set(true);
            }
        });
    }
    {
        let (shown, playing) = (shown.clone(), playing.clone());
        use_effect_with((*playing, *shown), move |(on, at)| {
            let wanted = Rc::new(Cell::new(true));
            if *on && *at < STEPS.len() {
                let (wanted, next) = (wanted.clone(), at + 1);
                spawn_local(async move {
                    browser::wait(PACE).await;
                    if wanted.get() {
                        shown.set(next);
                    }
                });
            } else if *on {
                playing.set(false);
            }
            move || wanted.set(false)
        });
    }
    let over = *shown == STEPS.len();
    let on_play = {
        let (shown, playing, on) = (shown.clone(), playing.clone(), *playing);
        move |_: MouseEvent| {
            if over {
                shown.set(0);
            }
            playing.set(!on);
        }
    };
    let copies = shown.checked_sub(1).map_or(BEFORE, |at| STEPS[at].copies);
    let label = match (*playing, over) {
        (true, _) => "Pause",
        (false, true) => "Play again",
        (false, false) => "Continue",
    };
    html! {
        <section class="demo" aria-labelledby="demo-title">
            <h2 id="demo-title">{ "Two clerks, one number" }</h2>
            <p class="small muted">{ "Each returns a copy of “Emma”: read the number, add one, write it." }</p>
            <div class="demo-lanes" aria-hidden="true"><span>{ "Clerk 1" }</span><span>{ "Clerk 2" }</span></div>
            <ol class="demo-steps">
                { for STEPS.iter().enumerate().map(|(at, step)| step_row(step, at < *shown, at + 1 == *shown)) }
            </ol>
            <p class={classes!("demo-document", over.then_some("lost"))}>
                <code>{ format!("{{ _id: \"Emma\", copies: {copies} }}") }</code>
                <span class={classes!((!over).then_some("later"))}>{ "Two copies came back. The number is 5, not 6." }</span>
            </p>
            <div class="row">
                <a class="button strong" href={Route::Exercise(EXERCISE.to_owned()).href()}>{ "Try to break it" }</a>
                <button type="button" class="button quiet" onclick={on_play}>{ label }</button>
            </div>
        </section>
    }
}

fn step_row(step: &Step, there: bool, newest: bool) -> Html {
    let clerk = step.clerk + 1;
    html! {
        <li class={classes!(format!("clerk-{clerk}"), (!there).then_some("later"), newest.then_some("newest"))}>
            <span class="sr-only">{ format!("Clerk {clerk} ") }</span>{ step.does }
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_what_a_clerk_wrote_last() {
        let mut copies = BEFORE;
        let mut read = [0; 2];
        for step in STEPS {
            match step.does {
                "reads 4" => read[step.clerk] = copies,
                _ => copies = read[step.clerk] + 1,
            }
            assert_eq!(step.copies, copies);
        }
        assert_eq!(copies, BEFORE + 1, "one of two returns is lost");
    }
}
