//! The icons of the interface, drawn inline. All are decorative: the adjacent text, or the button's label, has the
//! meaning.

use yew::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A triangle that points right.
    Play,
    /// A square.
    Stop,
    /// A tick.
    Check,
    /// A cross.
    Cross,
    /// A dash.
    Dash,
    /// A star.
    Star,
    /// A light bulb.
    Hint,
    /// A circular arrow.
    Reset,
    /// Two sheets.
    Designs,
    /// A link of a chain.
    Share,
    /// Angle brackets.
    Embed,
    /// An arrow down.
    Export,
    /// Three bars.
    Menu,
    /// A sun.
    Sun,
    /// A moon.
    Moon,
    /// A half-filled disc.
    Auto,
    /// A keyboard.
    Keyboard,
    /// A pencil.
    Edit,
    /// An exclamation mark.
    Alert,
    /// A magnifying glass.
    Search,
}

impl Icon {
    /// The icon at the size of the text.
    pub fn view(self) -> Html {
        let body = match self {
            Icon::Play => html! { <path d="M5 3.5v9l7.5-4.5z" fill="currentColor" stroke="none" /> },
            Icon::Stop => {
                html! { <rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" stroke="none" /> }
            }
            Icon::Check => html! { <path d="M3 8.5l3.2 3.2L13 4.8" /> },
            Icon::Cross => html! { <path d="M4 4l8 8M12 4l-8 8" /> },
            Icon::Dash => html! { <path d="M4 8h8" /> },
            Icon::Star => {
                html! { <path d="M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z" fill="currentColor" stroke="none" /> }
            }
            Icon::Hint => {
                html! { <path d="M6 13h4M6.5 15h3M8 1.5a4.5 4.5 0 0 0-2.7 8.1c.5.4.7.9.7 1.4h4c0-.5.2-1 .7-1.4A4.5 4.5 0 0 0 8 1.5z" /> }
            }
            Icon::Reset => html! { <path d="M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3" /> },
            Icon::Designs => html! { <path d="M5 2.5h8v8M3 5h7.5v8.5H3z" /> },
            Icon::Share => {
                html! { <path d="M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.8-.8" /> }
            }
            Icon::Embed => html! { <path d="M5 4.5L1.5 8 5 11.5M11 4.5L14.5 8 11 11.5" /> },
            Icon::Export => html! { <path d="M8 2v8M4.8 7L8 10.2 11.2 7M2.5 13.5h11" /> },
            Icon::Menu => html! { <path d="M2.5 4h11M2.5 8h11M2.5 12h11" /> },
            Icon::Sun => {
                html! { <path d="M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8L13 13M13 3l-1.2 1.2M4.2 11.8L3 13" /> }
            }
            Icon::Moon => html! { <path d="M13.5 9.7A6 6 0 0 1 6.3 2.5a6 6 0 1 0 7.2 7.2z" /> },
            Icon::Auto => {
                html! { <><circle cx="8" cy="8" r="6" /><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" /></> }
            }
            Icon::Keyboard => {
                html! { <path d="M1.5 4h13v8h-13zM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6" /> }
            }
            Icon::Edit => html! { <path d="M10.8 2.7l2.5 2.5L6 12.5l-3.2.7.7-3.2z" /> },
            Icon::Search => {
                html! { <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3l3.2 3.2" /> }
            }
            Icon::Alert => html! { <path d="M8 4v4.8M8 11.6h.01" /> },
        };
        html! {
            <svg class="icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6"
                stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
                { body }
            </svg>
        }
    }
}
