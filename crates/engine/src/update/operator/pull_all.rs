//! `$pullAll`: <https://www.mongodb.com/docs/manual/reference/operator/update/pullAll/>.

use super::culling::cull;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$pullAll",
    "Removes all elements that equal one of the given values.",
    (
        r#"{"_id": 1, "scores": [0, 2, 5, 5, 1]}"#,
        r#"{"$pullAll": {"scores": [0, 5]}}"#,
        r#"{"_id": 1, "scores": [2, 1]}"#,
    ),
    |argument, _| match argument.value.as_array() {
        Some(values) => Ok(Rc::new(PullAll { values: values.as_bytes().to_vec() })),
        None => Err(Error::bad_value(format!(
            "$pullAll requires an array argument but was given a {}",
            type_name(argument.value.tag)
        ))),
    },
);

#[derive(Debug)]
struct PullAll {
    values: Vec<u8>,
}

impl Modifier for PullAll {
    fn change<'a>(&'a self, _: &Site<'a, '_>, value: RawValue<'a>) -> Result<Change<'a>> {
        let values = RawDoc::new(&self.values);
        cull(value, |element| Ok(values.values().any(|value| compare_raw(value, element).is_eq())))
    }
}
