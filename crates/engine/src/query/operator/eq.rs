//! `$eq`: <https://www.mongodb.com/docs/manual/reference/operator/query/eq/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$eq",
    Place::Field,
    "Matches values equal to the given one, or arrays with such an element.",
    (r#"{"tags": ["jazz", "age"]}"#, r#"{"tags": {"$eq": "jazz"}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    argument.comparison(Equality::new)
}

/// Equality with a value, by BSON comparison.
#[derive(Clone, Debug)]
pub struct Equality {
    value: Value<'static>,
    tag: u8,
    bytes: Box<[u8]>,
}

impl Equality {
    /// Creates the equality with a value.
    ///
    /// # Errors
    /// `BadValue` for undefined.
    pub fn new(value: RawValue<'_>) -> Result<Self> {
        if value.tag == tag::UNDEFINED {
            return Err(Error::bad_value("cannot compare to undefined"));
        }
        Ok(Equality { tag: value.tag, bytes: value.bytes.into(), value: Value::from(value).into_owned() })
    }

    /// Returns the operand.
    pub fn value(&self) -> &Value<'static> {
        &self.value
    }
}

/// Whether values of this type are equal only if their bytes are equal.
fn bytes_decide(tag: u8) -> bool {
    matches!(
        tag,
        tag::STRING | tag::OBJECT_ID | tag::BOOL | tag::DATE | tag::INT32 | tag::INT64 | tag::TIMESTAMP
    )
}

/// Whether a stored value equals an operand given as tag and bytes.
#[inline]
pub(super) fn equal(value: RawValue<'_>, tag: u8, bytes: &[u8]) -> bool {
    if value.tag == tag {
        if value.bytes == bytes {
            // Identical bytes are always equal; even NaN equals NaN here.
            return true;
        }
        if bytes_decide(tag) {
            return false;
        }
    } else if value.tag == tag::EOO {
        return tag == tag::NULL;
    }
    let view = value.view();
    let other = RawValue { tag, bytes }.view();
    view.rank() == other.rank() && compare(view, other).is_eq() && is_same_kind(value.tag, tag)
}

/// Whether both or neither of two types are undefined: null and undefined sort together but are not equal
/// (<https://www.mongodb.com/docs/manual/release-notes/8.0-compatibility/>).
fn is_same_kind(a: u8, b: u8) -> bool {
    (a == tag::UNDEFINED) == (b == tag::UNDEFINED)
}

impl ValuePredicate for Equality {
    #[inline]
    fn matches(&self, value: RawValue<'_>) -> bool {
        equal(value, self.tag, &self.bytes)
    }

    fn depends_only_on_array_length(&self) -> bool {
        let array = RawValue { tag: self.tag, bytes: &self.bytes }.as_array();
        array.is_some_and(RawDoc::is_empty)
    }

    fn may_match_whole_array(&self) -> bool {
        self.tag == tag::ARRAY
    }

    fn bounds(&self) -> Option<Bounds> {
        Some(equality_bounds(&self.value))
    }

    fn equals(&self) -> Option<&Value<'static>> {
        Some(&self.value)
    }

    fn prefix(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    fn describe_negation(&self, out: &mut DocBuilder) -> bool {
        out.append("$ne", &self.value);
        true
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append("$eq", &self.value);
    }
}
