//! `$gt $gte $lt $lte`: order within the types comparable with the argument
//! (<https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/>).

use std::cmp::Ordering;

use super::prelude::*;

/// An ordering comparison with a value.
#[derive(Debug)]
pub(super) struct Range {
    name: &'static str,
    value: Value<'static>,
    tag: u8,
    bytes: Box<[u8]>,
    number: Option<Number>,
    /// The operand as a double, if it is a number and not NaN.
    double: Option<f64>,
    relation: Relation,
}

/// Compiles `$gt`, `$gte`, `$lt` or `$lte`.
///
/// # Errors
/// `BadValue` for a regular expression.
pub(super) fn parse(argument: &Argument<'_>, name: &'static str, relation: Relation) -> Result<Node> {
    let value = argument.value;
    match value.tag {
        tag::REGEX => {
            let field = argument.path_text();
            Err(Error::bad_value(format!("Can't have RegEx as arg to predicate over field '{field}'.")))
        }
        tag::UNDEFINED => Err(Error::bad_value("cannot compare to undefined")),
        _ => argument.comparison(|value| {
            Ok(Range {
                name,
                value: Value::from(value).into_owned(),
                tag: value.tag,
                bytes: value.bytes.into(),
                number: value.as_number(),
                double: value.as_double().filter(|number| !number.is_nan()),
                relation,
            })
        }),
    }
}

impl Range {
    #[inline]
    fn accepts(&self, order: Ordering) -> bool {
        match order {
            Ordering::Equal => self.relation.is_inclusive(),
            Ordering::Greater => self.relation.is_above(),
            Ordering::Less => !self.relation.is_above(),
        }
    }
}

impl ValuePredicate for Range {
    #[inline]
    fn matches(&self, value: RawValue<'_>) -> bool {
        if let (Some(bound), Some(number)) = (self.double, value.as_double()) {
            // NaN is neither above nor below a number.
            return match self.relation {
                Relation::GreaterOrEqual => number >= bound,
                Relation::Greater => number > bound,
                Relation::LessOrEqual => number <= bound,
                Relation::Less => number < bound,
            };
        }
        if let Some(bound) = self.number {
            let Some(number) = value.as_number() else { return false };
            // NaN is neither above nor below a number, and equals itself.
            if number.is_nan() || bound.is_nan() {
                return self.relation.is_inclusive() && number.is_nan() && bound.is_nan();
            }
            return self.accepts(number.compare(bound));
        }
        match self.tag {
            // MinKey is below and MaxKey above every other value.
            tag::MIN_KEY | tag::MAX_KEY if value.tag != self.tag => {
                return self.relation.is_above() == (self.tag == tag::MIN_KEY);
            }
            tag::NULL => {
                return self.relation.is_inclusive() && matches!(value.tag, tag::NULL | tag::EOO);
            }
            _ => {}
        }
        let bound = RawValue { tag: self.tag, bytes: &self.bytes }.view();
        let view = value.view();
        view.rank() == bound.rank() && self.accepts(compare(view, bound))
    }

    fn may_match_whole_array(&self) -> bool {
        matches!(self.tag, tag::ARRAY | tag::MIN_KEY | tag::MAX_KEY)
    }

    fn bounds(&self) -> Option<Bounds> {
        let interval = Interval::range(&self.value, self.relation)?;
        let inclusive = self.relation.is_inclusive();
        match self.value {
            Value::Null | Value::Undefined if !inclusive => Some(Bounds::inexact(Vec::new())),
            Value::Null => Some(Bounds::inexact(vec![Interval::point(Value::Null)])),
            // An index has a separate key for each element of an array. An array that is less than the
            // operand has a first element that is not greater than the operand's.
            Value::Array(_) if !self.relation.is_above() => {
                Some(Bounds::inexact(vec![Interval { low: Interval::all().low, ..interval }]))
            }
            Value::Array(_) => None,
            _ if self.number.is_some_and(|n| n.is_nan()) && !inclusive => Some(Bounds::inexact(Vec::new())),
            // Beyond the last value of a type the interval is empty.
            _ => Some(Bounds::exact(interval).normalised()),
        }
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append(self.name, &self.value);
    }
}
