//! `$expMovingAvg`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/expMovingAvg/>.

use super::{Partition, WindowContext, WindowFunction, WindowOperator, no_window, window_operator};
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, compile};
use crate::arguments::expect_document;
use crate::value::{Decimal, Number, RawValue, Value, display_value};
use crate::{Error, ErrorCode, Result};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$expMovingAvg",
    "The exponential moving average of the numbers so far.",
    (
        r#"[{"t": 1, "a": 10}, {"t": 2, "a": 20}]"#,
        r#"{"$expMovingAvg": {"input": "$a", "alpha": 0.5}}"#,
        "[10, 15.0]",
    ),
    parse,
)
.without_window(&["input", "N", "alpha"]);

fn parse(
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    no_window("$expMovingAvg", window_context)?;
    if window_context.sort.is_none() {
        return Err(Error::failed_to_parse("$expMovingAvg requires an explicit 'sortBy'"));
    }
    const FORM: &str = "$expMovingAvg sub object must have exactly two fields: An 'input' field, and either an 'N' field or an 'alpha' field";
    let doc = expect_document(
        argument,
        ErrorCode::FAILED_TO_PARSE,
        "$expMovingAvg must have exactly one argument that is an object, found {type}",
    )?;
    let (Some(input), true) = (doc.get("input"), doc.count() == 2) else {
        return Err(Error::failed_to_parse(FORM));
    };
    let weight = match (doc.get("N"), doc.get("alpha")) {
        (Some(n), None) => {
            let whole = n.as_number().and_then(Number::to_i64_exact);
            let Some(whole) = whole else {
                return Err(Error::wrong_type(
                    ErrorCode::FAILED_TO_PARSE,
                    "'N' field must be an integer, but found type {type}",
                    n.tag,
                ));
            };
            if whole <= 0 {
                return Err(Error::failed_to_parse(format!("'N' must be greater than zero. Got {whole}")));
            }
            Weight {
                double: 2.0 / (whole as f64 + 1.0),
                decimal: Decimal::from_i64(2) / (Decimal::from_i64(whole) + Decimal::from_i64(1)),
            }
        }
        (None, Some(alpha)) => {
            let inside = |number: &Number| (0.0..1.0).contains(&number.to_f64()) && !number.is_zero();
            let Some(number) = alpha.as_number().filter(inside) else {
                return Err(Error::failed_to_parse(format!(
                    "'alpha' must be between 0 and 1 (exclusive), found alpha: {}",
                    display_value(alpha.view())
                )));
            };
            Weight { double: number.to_f64(), decimal: number.to_decimal() }
        }
        _ => return Err(Error::failed_to_parse(FORM)),
    };
    Ok(Box::new(ExpMovingAvg { input: compile(input, context)?, weight }))
}

#[derive(Debug)]
struct ExpMovingAvg {
    input: Box<dyn Expression>,
    weight: Weight,
}

/// The weight of a new number in the average.
#[derive(Clone, Copy, Debug)]
struct Weight {
    double: f64,
    decimal: Decimal,
}

impl WindowFunction for ExpMovingAvg {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let mut average: Option<Number> = None;
        let mut out = Vec::with_capacity(partition.documents.len());
        for value in partition.evaluate(self.input.as_ref())? {
            let Some(number) = value.as_number() else {
                out.push(Value::Null);
                continue;
            };
            let next = match (average, number) {
                (None, number) => number,
                (Some(before), number)
                    if matches!(before, Number::Decimal(_)) || matches!(number, Number::Decimal(_)) =>
                {
                    let weight = self.weight.decimal;
                    let rest = Decimal::from_i64(1) - weight;
                    Number::Decimal(number.to_decimal() * weight + before.to_decimal() * rest)
                }
                (Some(before), number) => {
                    let weight = self.weight.double;
                    Number::Double(number.to_f64() * weight + before.to_f64() * (1.0 - weight))
                }
            };
            average = Some(next);
            out.push(next.into());
        }
        Ok(out)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
    }
}
