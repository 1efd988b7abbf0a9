//! `$options`: the option letters of `$regex`.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$options",
    Place::Field,
    "Option letters of `$regex`: i ignores case, m lets ^ and $ match at line ends, s lets . match newlines, x ignores white space.",
    (r#"{"sku": "ABC"}"#, r#"{"sku": {"$regex": "^abc", "$options": "i"}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    if argument.siblings.get("$regex").is_none() {
        return Err(Error::bad_value("$options needs a $regex"));
    }
    // `$regex` reads the letters.
    Ok(Node::always())
}
