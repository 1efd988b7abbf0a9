//! `bsonType`, `type`, `enum`.

use super::unordered::equal;
use super::{Keyword, Rule, Specified};
use crate::value::{DocBuilder, RawValue, TYPE_NAMES, Value, tag, type_name};
use crate::{Error, Result};

const NUMBERS: [u8; 4] = [tag::DOUBLE, tag::INT32, tag::INT64, tag::DECIMAL128];

#[derive(Debug)]
struct OfType {
    specified: Specified,
    tags: Vec<u8>,
}

pub(super) fn bson_type(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    of_types(keyword, |name| {
        if name == "number" {
            return Ok(NUMBERS.to_vec());
        }
        let found = TYPE_NAMES.iter().find(|(.., known)| *known == name);
        let (tag, ..) = found.ok_or_else(|| Error::bad_value(format!("Unknown type name alias: {name}")))?;
        Ok(vec![*tag])
    })
}

pub(super) fn json_type(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    of_types(keyword, |name| match name {
        "array" => Ok(vec![tag::ARRAY]),
        "boolean" => Ok(vec![tag::BOOL]),
        "null" => Ok(vec![tag::NULL]),
        "number" => Ok(NUMBERS.to_vec()),
        "object" => Ok(vec![tag::DOCUMENT]),
        "string" => Ok(vec![tag::STRING]),
        "integer" => Err(Error::failed_to_parse("$jsonSchema type 'integer' is not currently supported.")),
        other => Err(Error::bad_value(format!("Unknown type name alias: {other}"))),
    })
}

fn of_types(
    keyword: &Keyword<'_>,
    tags_of: impl Fn(&str) -> Result<Vec<u8>>,
) -> Result<Option<Box<dyn Rule>>> {
    let names = match (keyword.value.as_str(), keyword.value.as_array()) {
        (Some(name), _) => vec![name.to_owned()],
        (_, Some(array)) => keyword.names(array)?,
        _ => return Err(keyword.must_be("either a string or an array of strings")),
    };
    let mut tags = Vec::new();
    for name in &names {
        tags.extend(tags_of(name)?);
    }
    Ok(Some(Box::new(OfType { specified: Specified::new(keyword), tags })))
}

impl Rule for OfType {
    fn holds(&self, value: RawValue<'_>) -> bool {
        self.tags.contains(&value.tag)
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write_failure("type did not match", value, out);
        out.append_str("consideredType", type_name(value.tag));
    }
}

#[derive(Debug)]
struct OneOfValues {
    specified: Specified,
    values: Vec<Value<'static>>,
}

pub(super) fn one_of_values(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let array = keyword.array()?;
    let mut values: Vec<Value<'static>> = Vec::new();
    for value in array.values().map(Value::from) {
        if values.iter().any(|known| equal(known.view(), value.view())) {
            return Err(Error::failed_to_parse(
                "$jsonSchema keyword 'enum' array cannot contain duplicate values.",
            ));
        }
        values.push(value.into_owned());
    }
    if values.is_empty() {
        return Err(Error::failed_to_parse("$jsonSchema keyword 'enum' cannot be an empty array"));
    }
    Ok(Some(Box::new(OneOfValues { specified: Specified::new(keyword), values })))
}

impl Rule for OneOfValues {
    fn holds(&self, value: RawValue<'_>) -> bool {
        self.values.iter().any(|known| equal(known.view(), value.view()))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write_failure("value was not found in enum", value, out);
    }
}
