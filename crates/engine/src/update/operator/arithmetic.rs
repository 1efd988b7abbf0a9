//! The shared implementation of `$inc` and `$mul`.

use super::prelude::*;
use crate::value::{Number, View, display_value};

/// Combines a number with an operand.
#[derive(Debug)]
pub(super) struct Arithmetic {
    operator: &'static str,
    operand: Number,
    /// The operation; `None` if 64 bits overflow.
    apply: fn(Number, Number) -> Option<Number>,
    /// The value of a field that was missing.
    alone: Number,
}

impl Arithmetic {
    /// Compiles `$inc` or `$mul`. `verb` names the operation in error messages.
    ///
    /// # Errors
    /// `TypeMismatch` (14) for an operand that is not a number.
    pub(super) fn parse(
        operator: &'static str,
        verb: &str,
        argument: &Element<'_>,
        apply: fn(Number, Number) -> Option<Number>,
        alone: fn(Number) -> Number,
    ) -> Result<Rc<dyn Modifier>> {
        let operand = argument.value.as_number().ok_or_else(|| {
            Error::type_mismatch(format!(
                "Cannot {verb} with non-numeric argument: {{{}}}",
                display_argument(argument)
            ))
        })?;
        Ok(Rc::new(Arithmetic { operator, operand, apply, alone: alone(operand) }))
    }
}

impl Modifier for Arithmetic {
    fn change<'a>(&'a self, site: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let Some(number) = value.as_number() else {
            return Err(Error::type_mismatch(format!(
                "Cannot apply {} to a value of non-numeric type. {{{}}} has the field '{}' of non-numeric type \
                 {}",
                self.operator,
                site.id(),
                site.trail.name,
                type_name(value.tag)
            )));
        };
        let Some(result) = (self.apply)(number, self.operand) else {
            return Err(Error::bad_value(format!(
                "Failed to apply {} operations to current value ({}{}) for document {{{}}}",
                self.operator,
                type_prefix(number),
                display_value(View::Number(number)),
                site.id()
            )));
        };
        if same(number, result) { Ok(Change::None) } else { Ok(Change::Value(result.into())) }
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(self.alone.into()))
    }
}

/// Whether two numbers have the same type and value. NaN is never the same.
fn same(a: Number, b: Number) -> bool {
    let bytes = |number: Number| {
        let mut out = Vec::with_capacity(16);
        number.write_bytes(&mut out);
        out
    };
    a.tag() == b.tag() && !a.is_nan() && bytes(a) == bytes(b)
}

/// Returns the type prefix in the server's texts of numbers.
fn type_prefix(number: Number) -> &'static str {
    match number {
        Number::Int32(_) => "(NumberInt)",
        Number::Int64(_) => "(NumberLong)",
        Number::Double(_) => "(NumberDouble)",
        Number::Decimal(_) => "(NumberDecimal)",
    }
}
