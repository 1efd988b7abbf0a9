//! `$in`: <https://www.mongodb.com/docs/manual/reference/operator/query/in/>.

use super::prelude::*;
use super::{Equality, RegexMatch};
use crate::value::ArrayBuilder;

pub(super) const OPERATOR: Operator = operator(
    "$in",
    Place::Field,
    "Matches any of the given values; regular expressions among them match strings.",
    (r#"{"status": "new"}"#, r#"{"status": {"$in": ["new", "open"]}}"#, "true"),
    |argument| parse(argument, "$in"),
);

/// Compiles `$in`; for `$nin`, the part that it negates.
///
/// # Errors
/// `BadValue` for an argument that is not an array, or contains operators.
pub(super) fn parse(argument: &Argument<'_>, name: &str) -> Result<Node> {
    let Some(array) = argument.value.as_array() else {
        return Err(Error::bad_value(format!("{name} needs an array")));
    };
    let mut values: Vec<Value<'static>> = Vec::with_capacity(array.count());
    let mut regexes = Vec::new();
    let collation = argument.context.collation();
    for value in array.values() {
        if value.as_document().is_some_and(parse::is_operator_document) {
            return Err(Error::bad_value("cannot nest $ under $in"));
        }
        match value.tag {
            tag::REGEX => regexes.push(RegexMatch::from_value(value)?),
            tag::UNDEFINED => {
                return Err(Error::bad_value("InMatchExpression equality cannot be undefined"));
            }
            _ => values.push(Value::from(value).into_owned()),
        }
    }
    if collation.is_some() {
        return collated(argument, &values, regexes);
    }
    Membership::node(argument, values, regexes)
}

/// Compiles an `$in` under a collation, which applies to values but not to patterns.
fn collated(argument: &Argument<'_>, values: &[Value<'static>], regexes: Vec<RegexMatch>) -> Result<Node> {
    let mut choices = Vec::with_capacity(1 + regexes.len());
    let mut list = ArrayBuilder::new();
    values.iter().for_each(|value| {
        list.push(value);
    });
    let list = list.finish();
    let one = |value| Argument { value, ..*argument };
    match values {
        [] => {}
        [only] => {
            let mut scratch = Vec::new();
            choices.push(one(only.to_raw(&mut scratch)).comparison(Equality::new)?);
        }
        _ => choices.push(one(RawValue { tag: tag::ARRAY, bytes: &list }).comparison(|list| {
            let values = list.as_array().into_iter().flat_map(RawDoc::values);
            Ok(Membership::of(values.map(|value| Value::from(value).into_owned()).collect()))
        })?),
    }
    choices.extend(regexes.into_iter().map(|regex| argument.leaf(regex)));
    Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Or(choices) })
}

/// Sorts the values, and removes duplicates.
fn order(values: &mut Vec<Value<'static>>) {
    crate::value::sort_by(values, |a, b| compare(a.view(), b.view()));
    values.dedup_by(|a, b| compare(a.view(), b.view()).is_eq());
}

impl Membership {
    /// Creates an `$in` of these values.
    pub fn of(mut values: Vec<Value<'static>>) -> Self {
        order(&mut values);
        Membership { values, regexes: Vec::new(), given: None }
    }

    /// Returns the number of values.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Writes the sorted values as the argument of operator `name`.
    fn describe_as(&self, name: &str, out: &mut DocBuilder) {
        out.array(name, |array| {
            for value in &self.values {
                array.push(value);
            }
            for regex in &self.regexes {
                array.push(&regex.value());
            }
        });
    }

    /// Writes the values as written, as the argument of operator `name`.
    fn describe_given_as(&self, name: &str, out: &mut DocBuilder) {
        match &self.given {
            Some(array) => {
                out.append_array(name, RawDoc::new(array));
            }
            None => self.describe_as(name, out),
        }
    }

    fn node(
        argument: &Argument<'_>,
        mut values: Vec<Value<'static>>,
        mut regexes: Vec<RegexMatch>,
    ) -> Result<Node> {
        let ascending = values.is_sorted_by(|a, b| compare(a.view(), b.view()).is_lt());
        let given = (!ascending || !regexes.is_empty()).then(|| argument.value.bytes.into());
        order(&mut values);
        if argument.context.explains_failures() {
            return Ok(argument.leaf(Membership { values, regexes, given }));
        }
        if values.is_empty() && regexes.len() == 1 {
            return Ok(argument.leaf(regexes.remove(0)));
        }
        if let ([only], true) = (values.as_slice(), regexes.is_empty()) {
            let mut scratch = Vec::new();
            return Ok(argument.leaf(Equality::new(only.to_raw(&mut scratch))?));
        }
        Ok(argument.leaf(Membership { values, regexes, given }))
    }
}

/// Equality with one of several values.
#[derive(Debug)]
pub struct Membership {
    /// Ascending, without duplicates.
    values: Vec<Value<'static>>,
    regexes: Vec<RegexMatch>,
    /// The array as written, if it differs.
    given: Option<Box<[u8]>>,
}

impl ValuePredicate for Membership {
    fn matches(&self, value: RawValue<'_>) -> bool {
        let view = match value.tag {
            tag::EOO => RawValue::NULL.view(),
            _ => value.view(),
        };
        let found = self.values.binary_search_by(|candidate| compare(candidate.view(), view)).is_ok();
        (found && value.tag != tag::UNDEFINED) || self.regexes.iter().any(|regex| regex.matches(value))
    }

    fn may_match_whole_array(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::Array(_)))
    }

    fn bounds(&self) -> Option<Bounds> {
        let of_values = self.values.iter().map(equality_bounds);
        let of_regexes = self.regexes.iter().filter_map(ValuePredicate::bounds);
        let mut all = of_values.chain(of_regexes);
        let mut joined = all.next().unwrap_or_else(|| Bounds::inexact(Vec::new()));
        for bounds in all {
            joined.exact &= bounds.exact;
            joined.key_decides &= bounds.key_decides;
            joined.intervals.extend(bounds.intervals);
        }
        Some(joined.normalised())
    }

    fn is_never(&self) -> bool {
        self.values.is_empty() && self.regexes.is_empty()
    }

    fn reason(&self) -> &'static str {
        "no matching value found in array"
    }

    fn inverse_reason(&self) -> &'static str {
        "matching value found in array"
    }

    fn debug_text(&self, path: &str) -> Option<String> {
        let values = self.values.iter().map(|value| display_value(value.view()));
        let regexes = self.regexes.iter().map(|regex| display_value(regex.value().view()));
        // The server separates the values only by spaces.
        let values: String = values.chain(regexes).map(|value| value + " ").collect();
        Some(format!("{path} $in [ {values}]"))
    }

    fn describe_negation(&self, out: &mut DocBuilder) -> bool {
        self.describe_given_as("$nin", out);
        true
    }

    fn describe_given(&self, out: &mut DocBuilder) {
        self.describe_given_as("$in", out);
    }

    fn describe(&self, out: &mut DocBuilder) {
        self.describe_as("$in", out);
    }
}
