//! `$size`: <https://www.mongodb.com/docs/manual/reference/operator/query/size/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$size",
    Place::Field,
    "Matches arrays with exactly this number of elements.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"tags": {"$size": 2}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let shown = format!("$size: {}", display_value(argument.value.view()));
    let wrong = |what: &str| Error::bad_value(format!("Failed to parse $size. Expected {what}: {shown}"));
    let number = argument.value.as_number().ok_or_else(|| wrong("a number in"))?;
    let size = number.to_i64_exact().ok_or_else(|| wrong("an integer"))?;
    let size = u32::try_from(size).map_err(|_| wrong("a non-negative number in"))?;
    Ok(argument.leaf(Size(size as usize)))
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

    fn reason(&self) -> &'static str {
        "array length was not equal to given size"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_count("$size", self.0 as u64);
    }
}
