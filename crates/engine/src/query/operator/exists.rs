//! `$exists`: <https://www.mongodb.com/docs/manual/reference/operator/query/exists/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$exists",
    Place::Field,
    "Matches documents that have the field, even if it is null; with false, those that lack it.",
    (r#"{"a": null}"#, r#"{"a": {"$exists": true}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let exists = argument.leaf(Exists);
    Ok(if Value::from(argument.value).truthy() { exists } else { Node::Not(Box::new(exists)) })
}

#[derive(Debug)]
struct Exists;

impl ValuePredicate for Exists {
    fn matches(&self, value: RawValue<'_>) -> bool {
        value.tag != tag::EOO
    }

    fn depends_only_on_array_length(&self) -> bool {
        true
    }

    fn bounds(&self) -> Option<Bounds> {
        // A missing field is indexed as null.
        Some(Bounds::inexact(vec![Interval::all()]))
    }

    fn negated_bounds(&self) -> Option<Bounds> {
        // A missing field has the entry null, which a stored null has too, so the document must be tested.
        Some(Bounds::inexact(vec![Interval::point(Value::Null)]))
    }

    fn debug_text(&self, path: &str) -> Option<String> {
        Some(format!("{path} exists"))
    }

    fn reason(&self) -> &'static str {
        "path does not exist"
    }

    fn reason_when_missing(&self) -> &'static str {
        self.reason()
    }

    fn inverse_reason(&self) -> &'static str {
        "path does exist"
    }

    fn describe_negation(&self, out: &mut DocBuilder) -> bool {
        out.append_bool("$exists", false);
        true
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_bool("$exists", true);
    }
}
