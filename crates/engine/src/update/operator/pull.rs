//! `$pull`: <https://www.mongodb.com/docs/manual/reference/operator/update/pull/>.

use super::culling::cull;
use super::owned;
use super::prelude::*;
use crate::query::{ElementFilter, Filter, FilterContext};
use crate::value::{DocBuilder, compare, tag};

pub(super) const OPERATOR: Operator = operator(
    "$pull",
    "Removes all elements that equal a value or match a condition.",
    (
        r#"{"_id": 1, "scores": [3, 8, 5]}"#,
        r#"{"$pull": {"scores": {"$gte": 5}}}"#,
        r#"{"_id": 1, "scores": [3]}"#,
    ),
    |argument, parsing| Ok(Rc::new(Pull::parse(argument.value, parsing.context)?)),
);

#[derive(Debug)]
enum Pull {
    /// Elements equal to a value.
    Equal(Value<'static>),
    /// Documents that match a filter.
    Documents(Filter),
    /// Elements that match operators.
    Operators(ElementFilter),
}

impl Pull {
    fn parse(argument: RawValue<'_>, context: &FilterContext) -> Result<Self> {
        if argument.tag == tag::REGEX {
            let mut condition = DocBuilder::new();
            condition.append_raw("$regex", argument);
            let condition = condition.finish();
            return ElementFilter::parse_operators(RawDoc::new(&condition), context).map(Pull::Operators);
        }
        let Some(condition) = argument.as_document() else { return Ok(Pull::Equal(owned(argument))) };
        let first = condition.first();
        let on_element = first.is_some_and(|first| {
            first.key.starts_with(b"$") && !matches!(first.key, b"$and" | b"$or" | b"$nor" | b"$expr")
        });
        if on_element {
            return ElementFilter::parse_operators(condition, context).map(Pull::Operators);
        }
        Filter::parse(condition, context).map(Pull::Documents)
    }

    fn picks(&self, element: RawValue<'_>) -> Result<bool> {
        match self {
            Pull::Equal(value) => Ok(compare(value.view(), element.view()).is_eq()),
            Pull::Documents(filter) => element.as_document().map_or(Ok(false), |doc| filter.matches(doc)),
            Pull::Operators(condition) => condition.matches(element),
        }
    }
}

impl Modifier for Pull {
    fn change<'a>(&'a self, _: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        cull(value, |element| self.picks(element))
    }
}
