//! Conditions that may be tested before a `$redact` too
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/#-redact----match-sequence-optimization>).
//!
//! A `$redact` only removes fields and documents. So a condition that requires the presence of an
//! atomic value holds for the input whenever it holds for the output.

use crate::aggregate::stage_prelude::*;
use crate::value::tag;

/// Whether the condition holds for a document whenever it holds for its redacted form.
pub(super) fn holds_before_redact(condition: RawDoc<'_>) -> bool {
    condition.iter().all(|element| match element.name() {
        "$and" | "$or" => element.value.as_array().is_some_and(|items| {
            items.values().all(|item| item.as_document().is_some_and(holds_before_redact))
        }),
        name if name.starts_with('$') => false,
        // Removing an element changes the positions of later ones.
        name if name.split('.').any(|part| part.bytes().all(|byte| byte.is_ascii_digit())) => false,
        _ => match element.value.as_document() {
            Some(operators) if operators.first().is_some_and(|first| first.name().starts_with('$')) => {
                operators.iter().all(|operator| requires_presence(operator.name(), operator.value))
            }
            Some(_) => false,
            None => is_atomic(element.value),
        },
    })
}

fn requires_presence(name: &str, operand: RawValue<'_>) -> bool {
    match name {
        "$eq" | "$gt" | "$gte" | "$lt" | "$lte" => is_atomic(operand),
        "$in" | "$all" => operand
            .as_array()
            .is_some_and(|items| items.values().all(is_atomic) && (name == "$in" || !items.is_empty())),
        "$exists" => operand.as_bool() == Some(true),
        "$mod" | "$regex" | "$options" | "$type" => true,
        _ => false,
    }
}

/// Whether `$redact` can only keep or drop the value, and no missing field equals it.
fn is_atomic(value: RawValue<'_>) -> bool {
    !matches!(
        value.tag,
        tag::DOCUMENT | tag::ARRAY | tag::NULL | tag::UNDEFINED | tag::MIN_KEY | tag::MAX_KEY
    )
}
