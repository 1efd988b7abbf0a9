//! `$pullAll`: <https://www.mongodb.com/docs/manual/reference/operator/update/pullAll/>.

use super::order::Order;
use super::prelude::*;
use super::pull_shared::remove_selected;
use super::value_set::ValueSet;

pub(super) const OPERATOR: Operator = operator(
    "$pullAll",
    "Removes all elements that equal one of the given values.",
    (
        r#"{"_id": 1, "scores": [0, 2, 5, 5, 1]}"#,
        r#"{"$pullAll": {"scores": [0, 5]}}"#,
        r#"{"_id": 1, "scores": [2, 1]}"#,
    ),
    |argument, parsing| match argument.value.as_array() {
        Some(values) => {
            Ok(Rc::new(PullAll { values: values.as_bytes().to_vec(), order: Order::of(parsing) }))
        }
        None => Err(Error::wrong_type(
            ErrorCode::BAD_VALUE,
            "$pullAll requires an array argument but was given a {type}",
            argument.value.tag,
        )),
    },
);

#[derive(Debug)]
struct PullAll {
    values: Vec<u8>,
    order: Order,
}

impl Modifier for PullAll {
    fn change<'a>(&'a self, _: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let values = ValueSet::of(RawDoc::new(&self.values).values(), &self.order);
        remove_selected(value, |element| Ok(values.contains(element)))
    }
}
