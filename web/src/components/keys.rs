//! The list of shortcuts.

use yew::prelude::*;

use crate::components::dialog::Dialog;

const KEYS: [(&str, &str); 10] = [
    ("Ctrl or ⌘ + Enter", "Run"),
    ("Ctrl or ⌘ + Shift + Enter", "Check"),
    ("Ctrl or ⌘ + Space", "Complete the word at the cursor (Ctrl on every system)"),
    ("Ctrl or ⌘ + Z", "Undo in the editor; also after Reset"),
    ("Ctrl or ⌘ + F", "Search in the editor"),
    ("Ctrl or ⌘ + K", "Find anything: exercises, words, operators, actions"),
    ("F6, Shift + F6", "From text to code and results, and back"),
    ("Escape, then Tab", "Leave the editor"),
    ("← → Home End", "Move between the tabs of the results"),
    ("Escape", "Close a dialog, the list of exercises or a document that is being edited"),
];

/// The dialog; `on_close` is called when it closes.
pub fn keys(on_close: Callback<()>) -> Html {
    html! {
        <Dialog title="Keyboard shortcuts" {on_close}>
            <dl class="keys">
                { for KEYS.iter().map(|(key, what)| html! { <div><dt><kbd>{ *key }</kbd></dt><dd>{ *what }</dd></div> }) }
            </dl>
        </Dialog>
    }
}
