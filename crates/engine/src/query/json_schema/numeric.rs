//! `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`.

use super::{Keyword, Rule, Specified};
use crate::value::{DocBuilder, Number, RawValue};
use crate::{Error, Result};

#[derive(Debug)]
struct Limit {
    specified: Specified,
    limit: Number,
    below: bool,
    exclusive: bool,
}

fn limit(keyword: &Keyword<'_>, below: bool, exclusive: &str) -> Result<Option<Box<dyn Rule>>> {
    let is_exclusive = match keyword.schema.get(exclusive) {
        None => false,
        Some(value) => value.as_bool().ok_or_else(|| {
            Error::type_mismatch(format!("$jsonSchema keyword '{exclusive}' must be a boolean"))
        })?,
    };
    Ok(Some(Box::new(Limit {
        limit: keyword.number()?,
        below,
        exclusive: is_exclusive,
        specified: Specified::new(keyword),
    })))
}

pub(super) fn minimum(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    limit(keyword, false, "exclusiveMinimum")
}

pub(super) fn maximum(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    limit(keyword, true, "exclusiveMaximum")
}

fn exclusive(keyword: &Keyword<'_>, of: &str) -> Result<Option<Box<dyn Rule>>> {
    keyword.boolean()?;
    if keyword.schema.get(of).is_none() {
        return Err(Error::failed_to_parse(format!(
            "$jsonSchema keyword '{of}' must be a present if {} is present",
            keyword.name
        )));
    }
    // `minimum` or `maximum` reads this keyword.
    Ok(None)
}

pub(super) fn exclusive_minimum(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    exclusive(keyword, "minimum")
}

pub(super) fn exclusive_maximum(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    exclusive(keyword, "maximum")
}

impl Rule for Limit {
    fn holds(&self, value: RawValue<'_>) -> bool {
        let Some(number) = value.as_number() else { return true };
        if number.is_nan() || self.limit.is_nan() {
            return number.is_nan() && self.limit.is_nan() && !self.exclusive;
        }
        let order = number.compare(self.limit);
        (order.is_eq() && !self.exclusive) || if self.below { order.is_lt() } else { order.is_gt() }
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write_failure("comparison failed", value, out);
    }
}

#[derive(Debug)]
struct MultipleOf {
    specified: Specified,
    divisor: Number,
}

pub(super) fn multiple_of(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let divisor = keyword.number()?;
    if divisor.is_nan() || divisor.compare(Number::Int32(0)).is_le() {
        return Err(Error::failed_to_parse("$jsonSchema keyword 'multipleOf' must have a positive value"));
    }
    Ok(Some(Box::new(MultipleOf { divisor, specified: Specified::new(keyword) })))
}

impl Rule for MultipleOf {
    fn holds(&self, value: RawValue<'_>) -> bool {
        let Some(number) = value.as_number() else { return true };
        if let (Some(number), Some(divisor)) = (number.integer(), self.divisor.integer()) {
            return number % divisor == 0;
        }
        // Calculate in decimal, as the server does, so that 0.3 is a multiple of 0.1.
        let (number, divisor) = (number.to_decimal(), self.divisor.to_decimal());
        let remainder = number % divisor;
        remainder.is_zero()
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        let reason = "considered value is not a multiple of the specified value";
        self.specified.write_failure(reason, value, out);
    }
}
