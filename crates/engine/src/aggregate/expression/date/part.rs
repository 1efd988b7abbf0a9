//! The implementation of `$year`, `$hour` and similar operators.

use super::super::prelude::*;
use super::date_time::{DateTime, millis};
use super::zone::ZoneArgument;

/// Returns one part of a date.
pub(in super::super) type TakePart = fn(&DateTime) -> Value<'static>;

/// Compiles [`Compile::DatePart`].
pub(in super::super) fn compile_part(
    name: &'static str,
    take: TakePart,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let named = argument.as_document().filter(|doc| doc.operator().is_none());
    let (date, zone) = match named {
        Some(doc) => {
            for element in doc {
                if !matches!(element.name(), "date" | "timezone") {
                    return Err(Error::new(
                        40535,
                        format!("unrecognized option to {name}: \"{}\"", element.name()),
                    ));
                }
            }
            let Some(date) = doc.get("date") else {
                return Err(Error::new(
                    40539,
                    format!(
                        "missing 'date' argument to {name}, provided: {name}: {}",
                        crate::value::display_document(doc)
                    ),
                ));
            };
            let zone = doc.get("timezone").map(|zone| compile_partial(zone, context)).transpose()?;
            (compile_partial(date, context)?, zone)
        }
        None => {
            let mut operands = compile_operands(argument, context)?;
            if operands.len() != 1 {
                return Err(Error::new(
                    40536,
                    format!(
                        "{name} accepts exactly one argument if given an array, but was given {}",
                        operands.len()
                    ),
                ));
            }
            (operands.remove(0), None)
        }
    };
    let zone = ZoneArgument::new(name, zone);
    Ok(fold(Part { name, take, date, zone }, context))
}

struct Part {
    name: &'static str,
    take: TakePart,
    date: Box<dyn Expression>,
    zone: ZoneArgument,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple(self.name).field(&self.date).field(&self.zone).finish()
    }
}

impl Expression for Part {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let date = self.date.evaluate(scope)?;
        if date.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(zone) = self.zone.evaluate(self.name, scope)? else {
            return Ok(Value::Null);
        };
        Ok((self.take)(&DateTime::new(zone.local(millis(&date)?))))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.date.dependencies(out);
        self.zone.dependencies(out);
    }
}

/// Returns a part as a 32-bit integer.
pub(super) fn small(part: i64) -> Value<'static> {
    Value::Int32(i32::try_from(part).unwrap_or(i32::MAX))
}
