//! The operands of `$derivative` and `$integral`: numbers over the sort field.

use super::{Bounds, Partition, WindowContext};
use crate::aggregate::expression::{
    Dependencies, Expression, ParseContext, TimeUnit, compile, find_time_unit,
};
use crate::value::{Number, RawValue, Value, type_name};
use crate::{Error, Result};

/// The operands of `$derivative` or `$integral`.
#[derive(Debug)]
pub(super) struct Curve {
    name: &'static str,
    input: Box<dyn Expression>,
    /// Milliseconds of the unit, when the sort field contains dates.
    pub unit: Option<Number>,
    /// The window.
    pub bounds: Bounds,
}

impl Curve {
    /// Parses `{ input, unit }`.
    ///
    /// # Errors
    /// `FailedToParse`; 5490704, 5490710 for the unit.
    pub(super) fn parse(
        name: &'static str,
        argument: RawValue<'_>,
        window_context: &WindowContext<'_>,
        context: &mut ParseContext,
    ) -> Result<Self> {
        if window_context.sort.map_or(0, |sort| sort.parts().len()) != 1 {
            return Err(Error::failed_to_parse(format!("{name} requires a non-compound sortBy")));
        }
        let Some(doc) = argument.as_document() else {
            return Err(Error::failed_to_parse(format!(
                "{name} expects an object, but found {}",
                type_name(argument.tag)
            )));
        };
        for element in doc {
            if !matches!(element.name(), "input" | "unit") {
                return Err(Error::failed_to_parse(format!(
                    "{name} got unexpected argument: {}",
                    element.name()
                )));
            }
        }
        let Some(input) = doc.get("input") else {
            return Err(Error::failed_to_parse(format!("{name} requires an 'input' expression")));
        };
        let unit = match doc.get("unit").map(|unit| unit.as_str()) {
            None => None,
            Some(name) => {
                let unit = name.and_then(find_time_unit).and_then(TimeUnit::fixed_millis);
                let millis =
                    unit.ok_or_else(|| Error::new(5490710, "unit must be 'week' or smaller".to_owned()))?;
                Some(Number::Int64(millis))
            }
        };
        let bounds = window_context.bounds.clone().unwrap_or(Bounds::WHOLE);
        Ok(Curve { name, input: compile(input, context)?, unit, bounds })
    }

    /// Returns the points of a partition, dates in milliseconds; `None` where the input isn't a number.
    ///
    /// # Errors
    /// 5624900 to 5624902, for `$integral` 5423901 and 5423902, when sort values have a wrong type.
    pub(super) fn points(&self, partition: &Partition<'_>) -> Result<Vec<Option<(Number, Number)>>> {
        let name = self.name;
        let values = partition.evaluate(self.input.as_ref())?;
        let mut points = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            let x = match (partition.position(at), self.unit) {
                (Value::Date(millis), Some(_)) => Number::Int64(millis),
                (_, Some(_)) if name == "$integral" => {
                    return Err(Error::new(
                        5423901,
                        "$integral with 'unit' expects the sortBy field to be a Date",
                    ));
                }
                (other, None) if name == "$integral" => other.as_number().ok_or_else(|| {
                    Error::new(5423902, "$integral (with no 'unit') expects the sortBy field to be numeric")
                })?,
                (Value::Date(_), None) => {
                    return Err(Error::new(
                        5624901,
                        format!("{name} where the sortBy is a Date requires a 'unit'"),
                    ));
                }
                (_, Some(_)) => {
                    return Err(Error::new(
                        5624900,
                        format!("{name} with 'unit' expects the sortBy field to be a Date"),
                    ));
                }
                (other, None) => other.as_number().ok_or_else(|| {
                    Error::new(
                        5624902,
                        format!(
                            "{name} expects the sortBy field to be numeric or a Date, but found {}",
                            type_name(other.tag())
                        ),
                    )
                })?,
            };
            points.push(value.as_number().map(|y| (x, y)));
        }
        Ok(points)
    }

    /// Adds the fields that the input reads.
    pub(super) fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
    }
}
