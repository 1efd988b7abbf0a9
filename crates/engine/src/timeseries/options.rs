//! The `timeseries` option of a collection
//! (<https://www.mongodb.com/docs/manual/reference/command/create/#std-label-cmd-create-timeseries-options>).

use crate::arguments::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// The options of a time series collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeSeries {
    /// The field with a measurement's time.
    pub time_field: String,
    /// The field that identifies the series.
    pub meta_field: Option<String>,
    /// The granularity, one of [`GRANULARITIES`]; `None` if the span is given instead.
    granularity: Option<&'static str>,
    /// Maximum seconds between the earliest and the latest time in a bucket.
    pub max_span: i64,
    /// The number of seconds to which a bucket's start time is rounded down.
    pub rounding: i64,
}

/// Granularities with maximum span and rounding of buckets in seconds
/// (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-granularity/>).
const GRANULARITIES: [(&str, i64, i64); 3] =
    [("seconds", 3600, 60), ("minutes", 86_400, 3600), ("hours", 2_592_000, 86_400)];

/// Maximum span of a bucket in seconds: a year.
const MAX_SPAN_SECONDS: i64 = 31_536_000;

fn invalid<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::new(ErrorCode::INVALID_OPTIONS, text))
}

/// Parses `bucketMaxSpanSeconds` or `bucketRoundingSeconds`.
fn seconds(fields: &Arguments<'_>, field: &str) -> Result<Option<i64>> {
    let value = fields.integer(field)?;
    let bound = |sign, bound, value| {
        let text = format!("BSON field '{field}' value must be {sign} {bound}, actual value '{value}'");
        Err(Error::new(51024, text))
    };
    match value {
        Some(value) if value < 1 => bound(">=", 1, value),
        Some(value) if value > MAX_SPAN_SECONDS => bound("<=", MAX_SPAN_SECONDS, value),
        value => Ok(value),
    }
}

/// Finds a granularity by name.
fn known_granularity(fields: &Arguments<'_>, name: &str) -> Result<(&'static str, i64, i64)> {
    GRANULARITIES.into_iter().find(|(known, ..)| *known == name).ok_or_else(|| {
        let field = format!("{}.granularity", fields.structure());
        Error::unknown_enumeration_value(&field, name)
    })
}

impl TimeSeries {
    /// The fields of the option.
    const FIELDS: &[&str] =
        &["timeField", "metaField", "granularity", "bucketMaxSpanSeconds", "bucketRoundingSeconds"];

    /// Parses the option of `create`, or that of a dump. `namespace` is used in messages.
    ///
    /// # Errors
    /// `InvalidOptions` (72), 40414 without a time field, `TypeMismatch`, `BadValue` for an unknown
    /// granularity, 51024 for spans out of range.
    pub fn parse(spec: RawDoc<'_>, namespace: &str) -> Result<Self> {
        let fields = Arguments::new("create.timeseries", spec);
        Self::check_form(&fields)?;
        let time_field = fields.string("timeField")?.unwrap_or_default().to_owned();
        let meta_field = fields.string("metaField")?.map(str::to_owned);
        let mut series = TimeSeries { time_field, meta_field, granularity: None, max_span: 0, rounding: 0 };
        series.set_span(&fields)?;
        let top = |name: &str, field: &str| match field.contains('.') {
            true => invalid(format!("{namespace}: '{name}' must be a top-level field and not contain a '.'")),
            false => Ok(()),
        };
        top("timeField", &series.time_field)?;
        if let Some(meta) = &series.meta_field {
            if meta == "_id" {
                return invalid(format!("{namespace}: 'metaField' cannot be \"_id\""));
            }
            if *meta == series.time_field {
                return invalid(format!("{namespace}: 'metaField' cannot be the same as 'timeField'"));
            }
            top("metaField", meta)?;
        }
        Ok(series)
    }

    /// Checks only the fields and their types.
    ///
    /// # Errors
    /// 40414 without a time field, 40415 for unknown fields, `TypeMismatch`, `BadValue` for an unknown
    /// granularity, 51024 for spans out of range.
    pub fn check_form(fields: &Arguments<'_>) -> Result<()> {
        fields.only(Self::FIELDS)?;
        fields.given("timeField")?;
        for field in ["timeField", "metaField"] {
            fields.string(field)?;
        }
        for field in ["bucketMaxSpanSeconds", "bucketRoundingSeconds"] {
            seconds(fields, field)?;
        }
        match fields.string("granularity")? {
            Some(granularity) => known_granularity(fields, granularity).map(drop),
            None => Ok(()),
        }
    }

    /// Parses the span and rounding of buckets.
    fn set_span(&mut self, fields: &Arguments<'_>) -> Result<()> {
        let span = seconds(fields, "bucketMaxSpanSeconds")?;
        let rounding = seconds(fields, "bucketRoundingSeconds")?;
        let granularity = match fields.string("granularity")? {
            None if span.is_none() && rounding.is_none() => Some("seconds"),
            given => given,
        };
        let Some(granularity) = granularity else {
            return match (span, rounding) {
                (Some(span), Some(rounding)) if span == rounding => {
                    (self.granularity, self.max_span, self.rounding) = (None, span, rounding);
                    Ok(())
                }
                (Some(_), Some(_)) => {
                    invalid("Timeseries 'bucketRoundingSeconds' needs to be equal to 'bucketMaxSpanSeconds'")
                }
                (Some(_), None) => invalid(
                    "Timeseries 'bucketMaxSpanSeconds' needs to be set alongside 'bucketRoundingSeconds'",
                ),
                _ => invalid(
                    "Timeseries 'bucketRoundingSeconds' needs to be set alongside 'bucketMaxSpanSeconds'",
                ),
            };
        };
        let (name, max_span, rounded) = known_granularity(fields, granularity)?;
        for (field, given, wanted) in
            [("bucketMaxSpanSeconds", span, max_span), ("bucketRoundingSeconds", rounding, rounded)]
        {
            if given.is_some_and(|given| given != wanted) {
                return invalid(format!(
                    "Timeseries '{field}' is not configurable to a value other than the default of {wanted} for the provided granularity"
                ));
            }
        }
        (self.granularity, self.max_span, self.rounding) = (Some(name), max_span, rounded);
        Ok(())
    }

    /// Applies the options of `collMod`, which may only increase the span of buckets.
    ///
    /// # Errors
    /// `InvalidOptions` (72) for a smaller span; errors of [`Self::parse`].
    pub fn changed(&self, spec: RawDoc<'_>) -> Result<Self> {
        let fields = Arguments::new("collMod.timeseries", spec);
        fields.only(&Self::FIELDS[2..])?;
        let mut changed = self.clone();
        if !spec.is_empty() {
            changed.set_span(&fields)?;
        }
        if changed.max_span >= self.max_span && changed.rounding >= self.rounding {
            return Ok(changed);
        }
        match changed.granularity {
            Some(_) => invalid(
                "Invalid transition for timeseries.granularity. Can only transition from 'seconds' to 'minutes' or 'minutes' to 'hours'.",
            ),
            None => invalid(
                "Invalid transition for timeseries.bucketMaxSpanSeconds and timeseries.bucketRoundingSeconds. Both can only be increased.",
            ),
        }
    }

    /// Returns the option as `listCollections` shows it.
    pub fn document(&self) -> Vec<u8> {
        let mut out = DocBuilder::new();
        out.append_str("timeField", &self.time_field);
        if let Some(meta) = &self.meta_field {
            out.append_str("metaField", meta);
        }
        if let Some(granularity) = self.granularity {
            out.append_str("granularity", granularity);
        }
        out.append_count("bucketMaxSpanSeconds", self.max_span as u64);
        if self.granularity.is_none() {
            out.append_count("bucketRoundingSeconds", self.rounding as u64);
        }
        out.finish()
    }

    /// Returns the start time, in milliseconds, of a bucket whose first measurement is at `millis`.
    pub fn rounded(&self, millis: i64) -> i64 {
        let unit = self.rounding * 1000;
        millis.div_euclid(unit).saturating_mul(unit)
    }
}
