//! Conditions that may also be tested before a `$redact`
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/#-redact----match-sequence-optimization>).
//!
//! A `$redact` takes fields and documents away and changes nothing else. What asks for
//! the presence of a value that it leaves whole holds before when it holds behind.

use crate::aggregate::stage_prelude::*;
use crate::value::tag;

/// Whether a condition that holds of a document with parts taken away holds of the whole one.
pub(super) fn survives_loss(condition: RawDoc<'_>) -> bool {
    condition.iter().all(|element| match element.name() {
        "$and" | "$or" => element
            .value
            .as_array()
            .is_some_and(|items| items.values().all(|item| item.as_document().is_some_and(survives_loss))),
        name if name.starts_with('$') => false,
        // Elements move up when one is taken away.
        name if name.split('.').any(|part| part.bytes().all(|byte| byte.is_ascii_digit())) => false,
        _ => match element.value.as_document() {
            Some(operators) if operators.first().is_some_and(|first| first.name().starts_with('$')) => {
                operators.iter().all(|operator| asks_for_presence(operator.name(), operator.value))
            }
            Some(_) => false,
            None => stays_whole(element.value),
        },
    })
}

fn asks_for_presence(name: &str, operand: RawValue<'_>) -> bool {
    match name {
        "$eq" | "$gt" | "$gte" | "$lt" | "$lte" => stays_whole(operand),
        "$in" | "$all" => operand
            .as_array()
            .is_some_and(|items| items.values().all(stays_whole) && (name == "$in" || !items.is_empty())),
        "$exists" => operand.as_bool() == Some(true),
        "$mod" | "$regex" | "$options" | "$type" => true,
        _ => false,
    }
}

/// Whether a value is whole or gone, and no missing field equals it.
fn stays_whole(value: RawValue<'_>) -> bool {
    !matches!(
        value.tag,
        tag::DOCUMENT | tag::ARRAY | tag::NULL | tag::UNDEFINED | tag::MIN_KEY | tag::MAX_KEY
    )
}
