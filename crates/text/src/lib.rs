//! Text search: tokenizing, stemming, the content of text indexes and the evaluation of `$text`.
//!
//! <https://www.mongodb.com/docs/manual/core/indexes/index-types/index-text/>,
//! <https://www.mongodb.com/docs/manual/reference/operator/query/text/>

mod english;
mod language;
mod search;
mod spec;
mod words;

pub use language::Language;
pub use search::no_index;
pub use search::{Search, TextQuery};
pub use spec::TextSpec;
pub use words::Sensitivity;
