//! `$size`: <https://www.mongodb.com/docs/manual/reference/operator/query/size/>.

use super::prelude::*;
use crate::value::natural_number;

pub(super) const OPERATOR: Operator = operator(
    "$size",
    Place::Field,
    "Matches arrays with exactly this number of elements.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"tags": {"$size": 2}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let shown = format!("$size: {}", display_value(argument.value.view()));
    let wrong = |what: String| Error::bad_value(format!("Failed to parse $size. {what}"));
    let size = natural_number(argument.value, &shown).map_err(wrong)?;
    // An array's length always fits a 32-bit number.
    Ok(argument.leaf(Size(usize::try_from(size).unwrap_or(usize::MAX))))
}

#[derive(Debug)]
struct Size(usize);

impl ValuePredicate for Size {
    fn matches(&self, value: RawValue<'_>) -> bool {
        value.as_array().is_some_and(|array| array.count() == self.0)
    }

    fn array_mode(&self) -> ArrayMode {
        ArrayMode::WholeOnly
    }

    fn depends_only_on_array_length(&self) -> bool {
        true
    }

    fn reason(&self) -> &'static str {
        "array length was not equal to given size"
    }

    fn inverse_reason(&self) -> &'static str {
        "array length was equal to given size"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_count("$size", self.0 as u64);
    }
}
