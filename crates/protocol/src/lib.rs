//! The messages between the page and the sandbox, and what share links hold.
//!
//! A message is a JSON text. The page asks `{"id": n, "type": …}`, the sandbox answers with the same id after
//! any number of `progress` messages. `cargo xtask types` writes the same types into
//! `web/types/protocol.ts`, for the other side.
//!
//! Everything that comes from a sandbox or a link is hostile until it is read here: a message that is not one
//! is `None`, an answer of the wrong shape is a failure with a sentence, nothing panics.

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
