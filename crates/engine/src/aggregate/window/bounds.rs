//! The bounds of windows
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/setWindowFields/#std-label-setWindowFields-window>).

use std::ops::Range;

use super::Partition;
use crate::aggregate::document_order::DocumentOrder;
use crate::aggregate::expression::{ParseContext, TimeUnit, compile, find_time_unit};
use crate::arguments::expect_document;
use crate::value::{Number, RawDoc, RawValue, Value, display_value};
use crate::{Error, ErrorCode, Result};

/// A window's extent.
#[derive(Clone, Debug)]
pub(in crate::aggregate) enum Bounds {
    /// Positions relative to the current document.
    Documents(End<i64>, End<i64>),
    /// Values of the sort field relative to the current document's, with a
    /// unit for dates.
    Range(End<Number>, End<Number>, Option<TimeUnit>),
}

/// One end of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::aggregate) enum End<T> {
    /// The start or end of the partition.
    Unbounded,
    /// The current document.
    Current,
    /// A distance from the current document.
    Offset(T),
}

impl Bounds {
    /// The whole partition.
    pub(in crate::aggregate) const WHOLE: Bounds = Bounds::Documents(End::Unbounded, End::Unbounded);

    /// Parses `{ documents: [ … ] }` or `{ range: [ … ], unit: … }`; numbers may be constant expressions.
    ///
    /// # Errors
    /// `FailedToParse` and 53399xx.
    pub(in crate::aggregate) fn parse(
        spec: RawValue<'_>,
        sort: Option<&DocumentOrder>,
        context: &mut ParseContext,
    ) -> Result<Self> {
        let doc = expect_document(spec, ErrorCode::FAILED_TO_PARSE, "'window' field must be an object")?;
        for element in doc {
            if !matches!(element.name(), "documents" | "range" | "unit") {
                return Err(Error::failed_to_parse(format!(
                    "'window' field can only contain 'documents' as the only argument or 'range' with an optional 'unit' field: {}",
                    crate::value::display_document(doc)
                )));
            }
        }
        match (doc.get("documents"), doc.get("range"), doc.get("unit")) {
            (None, None, None) => Ok(Bounds::WHOLE),
            (Some(bounds), None, None) => Self::documents(bounds, sort, context),
            (None, Some(bounds), unit) => Self::range(bounds, unit, sort, context),
            (Some(_), None, Some(_)) => {
                Err(Error::failed_to_parse("'window' field that specifies 'unit' must also specify 'range'"))
            }
            _ => Err(Error::failed_to_parse(
                "'window' field can only contain 'documents' as the only argument or 'range' with an optional 'unit' field",
            )),
        }
    }

    fn documents(
        spec: RawValue<'_>,
        sort: Option<&DocumentOrder>,
        context: &mut ParseContext,
    ) -> Result<Self> {
        let (low, high) = ends(spec, context, |value, constant| {
            constant.and_then(Number::to_i64_exact).filter(|n| i32::try_from(*n).is_ok()).ok_or_else(|| {
                Error::failed_to_parse(format!(
                    "Numeric document-based bounds must be an integer: {}",
                    display_value(value.view())
                ))
            })
        })?;
        let place = |end: End<i64>| match end {
            End::Offset(n) => n,
            _ => 0,
        };
        let unbounded = matches!((low, high), (End::Unbounded, _) | (_, End::Unbounded));
        if !unbounded && place(low) > place(high) {
            return Err(Error::new(
                5339900,
                format!("Lower bound must not exceed upper bound: {}", display_value(spec.view())),
            ));
        }
        if sort.is_none() && (low, high) != (End::Unbounded, End::Unbounded) {
            return Err(Error::new(5339901, "Document-based bounds require a sortBy"));
        }
        Ok(Bounds::Documents(low, high))
    }

    fn range(
        spec: RawValue<'_>,
        unit: Option<RawValue<'_>>,
        sort: Option<&DocumentOrder>,
        context: &mut ParseContext,
    ) -> Result<Self> {
        let (low, high) = ends(spec, context, |value, constant| {
            let number = constant.ok_or_else(|| {
                Error::failed_to_parse(format!(
                    "Range-based bounds expression must be a number: {}",
                    display_value(value.view())
                ))
            })?;
            if unit.is_some() && number.to_i64_exact().is_none() {
                return Err(Error::failed_to_parse(format!(
                    "With 'unit', range-based bounds must be an integer: {}",
                    display_value(value.view())
                )));
            }
            Ok(number)
        })?;
        let unit = match unit {
            None => None,
            Some(unit) => {
                let name = unit
                    .as_str()
                    .ok_or_else(|| Error::failed_to_parse("'unit' must be a string".to_owned()))?;
                let found = find_time_unit(name);
                Some(
                    found
                        .ok_or_else(|| Error::failed_to_parse(format!("unknown time unit value: {name}")))?,
                )
            }
        };
        let place = |end: End<Number>| match end {
            End::Offset(n) => n,
            _ => Number::Int32(0),
        };
        let unbounded = matches!((low, high), (End::Unbounded, _) | (_, End::Unbounded));
        if !unbounded && place(low).compare(place(high)).is_gt() {
            return Err(Error::new(
                5339900,
                format!("Lower bound must not exceed upper bound: {}", display_value(spec.view())),
            ));
        }
        match sort.map(DocumentOrder::parts) {
            Some([only]) if !only.descending => Ok(Bounds::Range(low, high, unit)),
            Some([_]) => Err(Error::new(8947400, "Range-based bounds require an ascending sortBy")),
            _ => Err(Error::new(5339902, "Range-based bounds require sortBy a single field")),
        }
    }

    /// Whether all windows begin at the start of the partition.
    pub(in crate::aggregate) fn has_fixed_start(&self) -> bool {
        matches!(self, Bounds::Documents(End::Unbounded, _) | Bounds::Range(End::Unbounded, ..))
    }

    /// Returns the windows of a partition's documents, as ranges of positions.
    ///
    /// # Errors
    /// 5429413 and others for sort values of a wrong type.
    pub(in crate::aggregate) fn windows(&self, partition: &Partition<'_>) -> Result<Vec<Range<usize>>> {
        let count = partition.documents.len();
        match self {
            Bounds::Documents(low, high) => {
                let length = i64::try_from(count).unwrap_or(i64::MAX);
                let window = |at: usize| {
                    let at = i64::try_from(at).unwrap_or(i64::MAX);
                    let from = match low {
                        End::Unbounded => 0,
                        End::Current => at,
                        End::Offset(n) => at.saturating_add(*n),
                    };
                    let to = match high {
                        End::Unbounded => length,
                        End::Current => at + 1,
                        End::Offset(n) => at.saturating_add(*n).saturating_add(1),
                    };
                    let place = |n: i64| usize::try_from(n.clamp(0, length)).unwrap_or(0);
                    place(from)..place(to).max(place(from))
                };
                Ok((0..count).map(window).collect())
            }
            Bounds::Range(low, high, unit) => range_windows(*low, *high, *unit, partition),
        }
    }
}

/// Parses both ends; `number` receives a bound as written, and its value if it is a constant number.
fn ends<T>(
    spec: RawValue<'_>,
    context: &mut ParseContext,
    number: impl Fn(RawValue<'_>, Option<Number>) -> Result<T>,
) -> Result<(End<T>, End<T>)> {
    let array: Option<RawDoc<'_>> = spec.as_array().filter(|array| array.count() == 2);
    let Some((low, high)) = array.and_then(|array| Some((array.nth(0)?, array.nth(1)?))) else {
        return Err(Error::failed_to_parse(format!(
            "Window bounds must be a 2-element array: {}",
            display_value(spec.view())
        )));
    };
    let mut end = |value: RawValue<'_>| match value.as_str() {
        Some("unbounded") => Ok(End::Unbounded),
        Some("current") => Ok(End::Current),
        Some(_) => Err(Error::failed_to_parse(format!(
            "Window bounds must be 'unbounded', 'current', or a number: {}",
            display_value(value.view())
        ))),
        None => {
            let constant = compile(value, context)?.constant().and_then(Value::as_number);
            number(value, constant).map(End::Offset)
        }
    };
    Ok((end(low)?, end(high)?))
}

/// Returns a value of the sort field; refuses types that can't have a range.
fn checked_position(partition: &Partition<'_>, at: usize, dates: bool) -> Result<Value<'static>> {
    let value = partition.position(at);
    match (&value, dates) {
        (Value::Date(_), true) => Ok(value),
        (_, true) => Err(Error::wrong_type(
            5429513,
            "Invalid range: Expected the sortBy field to be a Date, but it was {type}",
            value.tag(),
        )),
        (Value::Date(_), false) => Err(Error::new(
            5429513,
            "Invalid range: For windows that involve date ranges, a unit must be provided.",
        )),
        _ if value.as_number().is_some() => Ok(value),
        _ => Err(Error::wrong_type(
            5429414,
            "Invalid range: Expected the sortBy field to be a number, but it was {type}",
            value.tag(),
        )),
    }
}

fn range_windows(
    low: End<Number>,
    high: End<Number>,
    unit: Option<TimeUnit>,
    partition: &Partition<'_>,
) -> Result<Vec<Range<usize>>> {
    let count = partition.documents.len();
    let positions =
        (0..count).map(|at| checked_position(partition, at, unit.is_some())).collect::<Result<Vec<_>>>()?;
    let moved = |value: &Value<'static>, offset: Number| -> Result<Value<'static>> {
        match (value, unit) {
            (Value::Date(millis), Some(unit)) => {
                let amount = offset.to_i64_clamped();
                Ok(Value::Date(unit.shift(*millis, amount).unwrap_or(if amount < 0 {
                    i64::MIN
                } else {
                    i64::MAX
                })))
            }
            _ => {
                let number = value.as_number().unwrap_or(Number::Int32(0));
                let sum = number.checked_add(offset);
                Ok(sum.unwrap_or(Number::Double(number.to_f64() + offset.to_f64())).into())
            }
        }
    };
    let mut windows = Vec::with_capacity(count);
    for (at, value) in positions.iter().enumerate() {
        // `current` is the document itself, even if others have the same value.
        let from = match low {
            End::Unbounded => 0,
            End::Current => at,
            End::Offset(n) => first_at_least(&positions, &moved(value, n)?),
        };
        let to = match high {
            End::Unbounded => count,
            End::Current => at + 1,
            End::Offset(n) => first_beyond(&positions, &moved(value, n)?),
        };
        windows.push(from..to.max(from));
    }
    Ok(windows)
}

fn first_at_least(positions: &[Value<'static>], bound: &Value<'_>) -> usize {
    positions.partition_point(|value| crate::value::compare(value.view(), bound.view()).is_lt())
}

fn first_beyond(positions: &[Value<'static>], bound: &Value<'_>) -> usize {
    positions.partition_point(|value| crate::value::compare(value.view(), bound.view()).is_le())
}
