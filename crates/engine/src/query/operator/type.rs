//! `$type`: <https://www.mongodb.com/docs/manual/reference/operator/query/type/>.

use super::prelude::*;
use crate::value::TYPE_NAMES;

pub(super) const OPERATOR: Operator = operator(
    "$type",
    Place::Field,
    "Matches values of a BSON type, given by name or number, or of one of several types.",
    (r#"{"zip": "2030"}"#, r#"{"zip": {"$type": ["string", "number"]}}"#, "true"),
    parse,
);

/// The types that `number` includes.
const NUMBERS: [u8; 4] = [tag::DOUBLE, tag::INT32, tag::INT64, tag::DECIMAL128];

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let given = Value::from(argument.value).into_owned();
    let mut types = OfType { given, tags: Vec::new(), number: false };
    match argument.value.as_array() {
        Some(array) => array.values().try_for_each(|value| types.add(value))?,
        None => types.add(argument.value)?,
    }
    if types.tags.is_empty() {
        let path = argument.path_text();
        return Err(Error::failed_to_parse(format!("{path} must match at least one type")));
    }
    Ok(argument.leaf(types))
}

#[derive(Debug)]
struct OfType {
    /// The argument as written.
    given: Value<'static>,
    tags: Vec<u8>,
    /// Whether `number` was written, which explain shows.
    number: bool,
}

impl OfType {
    fn add(&mut self, value: RawValue<'_>) -> Result<()> {
        if let Some(name) = value.as_str() {
            if name == "number" {
                self.number = true;
                self.tags.extend(NUMBERS);
                return Ok(());
            }
            let found = TYPE_NAMES.iter().find(|(.., known)| *known == name);
            let (byte, ..) =
                found.ok_or_else(|| Error::bad_value(format!("Unknown type name alias: {name}")))?;
            self.tags.push(*byte);
            return Ok(());
        }
        let Some(number) = value.as_number() else {
            return Err(Error::type_mismatch("type must be represented as a number or a string"));
        };
        let code = number.to_i64_exact();
        if code == Some(0) {
            return Err(Error::bad_value("Invalid numerical type code: 0. Instead use {$exists:false}."));
        }
        let found = TYPE_NAMES.iter().find(|(_, known, _)| Some(i64::from(*known)) == code);
        let (byte, ..) = found.ok_or_else(|| {
            Error::bad_value(format!("Invalid numerical type code: {}", display_value(value.view())))
        })?;
        self.tags.push(*byte);
        Ok(())
    }
}

impl ValuePredicate for OfType {
    fn matches(&self, value: RawValue<'_>) -> bool {
        self.tags.contains(&value.tag)
    }

    fn bounds(&self) -> Option<Bounds> {
        // An index holds an array's elements, so arrays may be anywhere.
        if self.tags.contains(&tag::ARRAY) {
            return Some(Bounds::inexact(vec![Interval::all()]));
        }
        let intervals = self.tags.iter().map(|tag| Interval::of_type(*tag));
        let bounds = intervals.collect::<Option<Vec<_>>>().map(Bounds::inexact)?;
        // The range of numbers contains only numbers.
        let numbers_alone = self.number && self.tags.len() == NUMBERS.len();
        Some(Bounds { exact: numbers_alone, key_decides: numbers_alone, ..bounds })
    }

    fn reason(&self) -> &'static str {
        "type did not match"
    }

    fn inverse_reason(&self) -> &'static str {
        "type did match"
    }

    fn shows_types(&self) -> bool {
        true
    }

    fn describe_given(&self, out: &mut DocBuilder) {
        out.append("$type", &self.given);
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.array("$type", |array| {
            if self.number {
                array.push_str("number");
            }
            for (byte, code, _) in TYPE_NAMES {
                let implied = self.number && NUMBERS.contains(byte);
                if self.tags.contains(byte) && !implied {
                    array.push(&Value::Int32(*code));
                }
            }
        });
    }
}
