//! The messages between the page and the sandbox, and the contents of share links.
//!
//! A message is JSON text. The page sends `{"id": n, "type": …}`. The sandbox answers with the same id,
//! after any number of `progress` messages. `cargo xtask types` generates the same types in
//! `web/types/protocol.ts`.
//!
//! Everything from a sandbox or a link is hostile until it is parsed here. An invalid message is `None`, an
//! answer of the wrong shape is a failure with a sentence, and nothing panics.

#[expect(missing_docs, reason = "each type says what it is; fields have the names of the messages")]
mod answer;
pub mod json;
pub mod limits;
pub mod number;
mod reply;
mod request;
mod share;
pub mod typescript;

pub use answer::*;
pub use reply::Reply;
pub use request::{Raw, Request};
pub use share::Shared;
