//! BSON values: reading, writing, order, numbers, paths, key encoding.

mod builder;
mod circle;
mod collation;
mod compare;
mod decimal;
mod display;
mod function;
mod hexadecimal;
mod integer;
pub mod key;
mod number;
mod owned;
mod path;
mod raw;
mod sort;
mod type_name;
mod validate;
mod view;
mod wide;

pub use builder::{ArrayBuilder, DocBuilder, IndexName, write_string};
pub use collation::{Collation, is_combining_mark, without_marks};
pub use compare::{compare, compare_arrays, compare_documents, compare_raw};
pub use decimal::{Decimal, Parts};
pub use display::{display_document, display_evaluated, display_value, general};
pub use function::{Function, angle, evaluate, power};
pub use hexadecimal::{from_hexadecimal, hexadecimal, uuid_text};
pub use integer::{natural_number, whole_number};
pub use number::{Number, f64_to_i64_exact};
pub use owned::Value;
pub use path::{Part as PathPart, Path};
pub use raw::{EMPTY_DOCUMENT, Element, Elements, RawDoc, RawValue, tag, value_length};
pub use sort::{first_eight, in_order_of_keys, sort, sort_by, sorted_positions};
pub use type_name::{TYPE_NAMES, type_name};
pub use validate::{MAX_DEPTH, MAX_DOCUMENT_BYTES, validate, validate_depth};
pub use view::View;
