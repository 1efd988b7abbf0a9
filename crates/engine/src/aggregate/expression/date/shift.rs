//! The implementation of `$dateAdd` and `$dateSubtract`.

use super::super::prelude::*;
use super::date_time::millis_of;
use super::unit::{Unit, fold_checked};
use super::zone::ZoneArgument;

/// Compiles `$dateAdd` (`sign` is 1) or `$dateSubtract` (-1).
pub(super) fn parse(
    name: &'static str,
    sign: i64,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        name,
        argument,
        &["startDate", "unit", "amount", "timezone"],
        (5166400, "{op} expects an object as its argument.found input type:{type}"),
        (
            5166401,
            "Unrecognized argument to {op}: {name}. Expected arguments are startDate, unit, amount, and optionally timezone.",
        ),
    )?;
    if ["startDate", "unit", "amount"].iter().any(|field| named.raw(field).is_none()) {
        return Err(Error::new(
            5166402,
            format!("{name} requires startDate, unit, and amount to be present"),
        ));
    }
    let shift = Shift {
        name,
        sign,
        date: named.compile("startDate", context)?,
        unit: named.compile("unit", context)?,
        amount: named.compile("amount", context)?,
        zone: ZoneArgument::new(name, named.compile_optional("timezone", context)?),
    };
    let fault =
        shift.unit.constant().filter(|unit| !unit.is_nullish()).and_then(|unit| read_unit(name, unit).err());
    Ok(fold_checked(shift, fault, context))
}

#[derive(Debug)]
struct Shift {
    name: &'static str,
    sign: i64,
    date: Box<dyn Expression>,
    unit: Box<dyn Expression>,
    amount: Box<dyn Expression>,
    zone: ZoneArgument,
}

impl Expression for Shift {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let name = self.name;
        let date = self.date.evaluate(scope)?;
        let unit = self.unit.evaluate(scope)?;
        let amount = self.amount.evaluate(scope)?;
        if date.is_nullish() || unit.is_nullish() || amount.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(zone) = self.zone.evaluate(name, scope)? else {
            return Ok(Value::Null);
        };
        let millis = millis_of(&date).ok_or_else(|| {
            Error::new(5166403, format!("{name} requires startDate to be convertible to a date"))
        })?;
        let unit_name = unit;
        let unit = read_unit(name, &unit_name)?;
        let amount = amount
            .as_number()
            .and_then(Number::to_i64_exact)
            .ok_or_else(|| Error::new(5166405, format!("{name} expects integer amount of time units")))?;
        let amount =
            amount.checked_mul(self.sign).filter(|amount| unit.allows(*amount)).ok_or_else(|| {
                let (code, shown) = if amount == i64::MIN && self.sign < 0 {
                    (6045000, format!("dateSubtract 'amount' parameter value: {amount}"))
                } else {
                    (5976500, format!("dateAdd 'amount' parameter value: {}", amount * self.sign))
                };
                Error::new(code, format!("invalid {shown} {}", unit_name.as_str().unwrap_or_default()))
            })?;
        unit.add(millis, amount, &zone)
            .map(Value::Date)
            .ok_or_else(|| Error::new(5166406, format!("{name} overflowed")))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.date.dependencies(out);
        self.unit.dependencies(out);
        self.amount.dependencies(out);
        self.zone.dependencies(out);
    }
}

fn read_unit(name: &str, unit: &Value<'_>) -> Result<Unit> {
    let Some(unit) = unit.as_str() else {
        let found = type_name(unit.tag());
        return Err(Error::new(5439013, format!("{name} requires 'unit' to be a string, but got {found}")));
    };
    Unit::find(unit).ok_or_else(|| Error::failed_to_parse(format!("unknown time unit value: {unit}")))
}
