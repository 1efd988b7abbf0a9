//! `$pull`: <https://www.mongodb.com/docs/manual/reference/operator/update/pull/>.

use super::order::Order;
use super::prelude::*;
use super::pull_shared::remove_selected;
use super::{Parsing, owned};
use crate::query::{ElementFilter, Filter, is_value_operator};
use crate::value::{DocBuilder, tag};

pub(super) const OPERATOR: Operator = operator(
    "$pull",
    "Removes all elements that equal a value or match a condition.",
    (
        r#"{"_id": 1, "scores": [3, 8, 5]}"#,
        r#"{"$pull": {"scores": {"$gte": 5}}}"#,
        r#"{"_id": 1, "scores": [3]}"#,
    ),
    |argument, parsing| Ok(Rc::new(Pull::parse(argument.value, parsing)?)),
);

#[derive(Debug)]
enum Pull {
    /// Elements equal to a value.
    Equal(Value<'static>, Order),
    /// Documents that match a filter.
    Documents(Filter),
    /// Elements that match operators.
    Operators(ElementFilter),
}

impl Pull {
    fn parse(argument: RawValue<'_>, parsing: &Parsing<'_>) -> Result<Self> {
        let context = parsing.context.for_update();
        if argument.tag == tag::REGEX {
            let mut condition = DocBuilder::new();
            condition.append_raw("$regex", argument);
            let condition = condition.finish();
            return ElementFilter::parse_operators(RawDoc::new(&condition), &context).map(Pull::Operators);
        }
        let Some(condition) = argument.as_document() else {
            return Ok(Pull::Equal(owned(argument), Order::of(parsing)));
        };
        let first = condition.first();
        let on_element = first.is_some_and(|first| is_value_operator(first.name()));
        if on_element {
            return ElementFilter::parse_operators(condition, &context).map(Pull::Operators);
        }
        Filter::parse(condition, &context).map(Pull::Documents)
    }

    fn picks(&self, element: RawValue<'_>) -> Result<bool> {
        match self {
            Pull::Equal(value, order) => {
                let mut scratch = Vec::new();
                Ok(order.equal(value.to_raw(&mut scratch), element))
            }
            Pull::Documents(filter) => element.as_document().map_or(Ok(false), |doc| filter.matches(doc)),
            Pull::Operators(condition) => condition.matches(element),
        }
    }
}

impl Modifier for Pull {
    fn change<'a>(&'a self, _: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        remove_selected(value, |element| self.picks(element))
    }
}
