//! `$arrayToObject`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/arrayToObject/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$arrayToObject",
    "A document from an array of {k, v} documents or of [key, value] pairs.",
    (
        "{}",
        r#"{"$arrayToObject": {"$literal": [{"k": "item", "v": "abc"}, {"k": "qty", "v": 25}]}}"#,
        r#"{"item": "abc", "qty": 25}"#,
    ),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(array) = value.as_array() else {
        return Err(Error::wrong_type(
            40386,
            "$arrayToObject requires an array input, found: {type}",
            value.tag(),
        ));
    };
    let mut fields: Vec<(&str, RawValue<'_>)> = Vec::new();
    let mut pairs = None;
    for item in array.values() {
        let (key, value) = match (item.tag, *pairs.get_or_insert(item.tag)) {
            (tag::ARRAY, tag::ARRAY) => pair(RawDoc::new(item.bytes))?,
            (tag::DOCUMENT, tag::DOCUMENT) => key_value(RawDoc::new(item.bytes))?,
            (other, tag::ARRAY) => {
                return Err(Error::wrong_type(
                    40396,
                    "$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. Array was detected, now found: {type}",
                    other,
                ));
            }
            (other, tag::DOCUMENT) => {
                return Err(Error::wrong_type(
                    40391,
                    "$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. Object was detected, now found: {type}",
                    other,
                ));
            }
            (other, _) => {
                return Err(Error::wrong_type(
                    40398,
                    "Unrecognised input type format for $arrayToObject: {type}",
                    other,
                ));
            }
        };
        if key.contains('\0') {
            return Err(Error::new(4940401, "Key field cannot contain an embedded null byte"));
        }
        // The last value of a key wins, at the position of the first.
        match fields.iter_mut().find(|(known, _)| *known == key) {
            Some(field) => field.1 = value,
            None => fields.push((key, value)),
        }
    }
    let mut out = DocBuilder::new();
    for (key, value) in fields {
        out.append_raw(key, value);
    }
    Ok(Value::document(out.finish()))
}

fn pair(pair: RawDoc<'_>) -> Result<(&str, RawValue<'_>)> {
    let mut values = pair.values();
    let (Some(key), Some(value), None) = (values.next(), values.next(), values.next()) else {
        return Err(Error::new(
            40397,
            format!(
                "$arrayToObject requires an array of size 2 arrays,found array of size: {}",
                pair.count()
            ),
        ));
    };
    match key.as_str() {
        Some(key) => Ok((key, value)),
        None => Err(Error::wrong_type(
            40395,
            "$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: {type}",
            key.tag,
        )),
    }
}

fn key_value(doc: RawDoc<'_>) -> Result<(&str, RawValue<'_>)> {
    let fields = doc.count();
    if fields != 2 {
        return Err(Error::new(
            40392,
            format!(
                "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:{fields}"
            ),
        ));
    }
    let (Some(key), Some(value)) = (doc.get("k"), doc.get("v")) else {
        return Err(Error::new(
            40393,
            "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: "
                .to_owned()
                + &shown(&Value::Document(doc.as_bytes().into())),
        ));
    };
    match key.as_str() {
        Some(key) => Ok((key, value)),
        None => Err(Error::wrong_type(
            40394,
            "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: {type}",
            key.tag,
        )),
    }
}
