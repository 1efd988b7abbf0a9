//! Object operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#object-expression-operators>).

mod get_field;
mod merge_objects;
mod set_field;
mod unset_field;

use super::prelude::*;

pub(crate) use merge_objects::Merged;

pub(super) const TABLE: &[Operator] =
    &[get_field::OPERATOR, merge_objects::OPERATOR, set_field::OPERATOR, unset_field::OPERATOR];

/// Returns the constant `field` of `$getField`, `$setField` and `$unsetField`.
fn constant_name(
    operator: &str,
    raw: Option<RawValue<'_>>,
    field: &dyn Expression,
    not_constant: i32,
    not_string: i32,
) -> Result<Box<str>> {
    if let Some(path) = field.field_path() {
        let path = path.as_str();
        return Err(Error::new(
            4161108,
            format!(
                "'${path}' is a field path reference which is not allowed in this context. Did you mean {{$literal: '${path}'}}?"
            ),
        ));
    }
    // Only a literal counts as constant: the server checks before evaluating.
    let written = raw.is_none_or(|raw| match raw.as_document().and_then(RawDoc::first) {
        Some(first) => matches!(first.name(), "$literal" | "$const"),
        None => !raw.is_array(),
    });
    match field.constant().filter(|_| written) {
        Some(Value::String(name)) => Ok(name.as_ref().into()),
        Some(other) => Err(Error::new(
            not_string,
            format!(
                "{operator} requires 'field' to evaluate to type String, but got {}",
                type_name(other.tag())
            ),
        )),
        None => Err(Error::new(
            not_constant,
            format!("{operator} requires 'field' to evaluate to a constant, but got a non-constant argument"),
        )),
    }
}
