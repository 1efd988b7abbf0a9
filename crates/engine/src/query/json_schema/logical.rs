//! `allOf`, `anyOf`, `oneOf`, `not`.

use super::{Keyword, Rule, Schema};
use crate::value::{DocBuilder, RawValue};
use crate::{Error, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantifier {
    All,
    Any,
    One,
}

#[derive(Debug)]
struct Several {
    name: &'static str,
    quantifier: Quantifier,
    schemas: Vec<Schema>,
}

fn several(keyword: &Keyword<'_>, quantifier: Quantifier) -> Result<Option<Box<dyn Rule>>> {
    let array = keyword.array()?;
    if array.is_empty() {
        return Err(Error::bad_value(format!(
            "$jsonSchema keyword '{}' must be a non-empty array",
            keyword.name
        )));
    }
    let schema = |value: RawValue<'_>| {
        if value.as_document().is_none() {
            return Err(Error::type_mismatch(format!(
                "$jsonSchema keyword '{}' must be an array of objects, but found an element of type {}",
                keyword.name,
                crate::value::type_name(value.tag)
            )));
        }
        keyword.schema(value)
    };
    let schemas = array.values().map(schema).collect::<Result<Vec<_>>>()?;
    Ok(Some(Box::new(Several { name: keyword.name, quantifier, schemas })))
}

pub(super) fn all_of(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    several(keyword, Quantifier::All)
}

pub(super) fn any_of(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    several(keyword, Quantifier::Any)
}

pub(super) fn one_of(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    several(keyword, Quantifier::One)
}

impl Rule for Several {
    fn holds(&self, value: RawValue<'_>) -> bool {
        let mut matching = self.schemas.iter().filter(|schema| schema.matches(value));
        match self.quantifier {
            Quantifier::All => matching.count() == self.schemas.len(),
            Quantifier::Any => matching.next().is_some(),
            Quantifier::One => matching.count() == 1,
        }
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", self.name);
        let matching: Vec<usize> =
            (0..self.schemas.len()).filter(|&index| self.schemas[index].matches(value)).collect();
        if self.quantifier == Quantifier::One && !matching.is_empty() {
            out.append_str("reason", "more than one subschema matched");
            out.array("matchingSchemaIndexes", |array| {
                for index in &matching {
                    array.push(&crate::value::Value::Int32(*index as i32));
                }
            });
            return;
        }
        out.array("schemasNotSatisfied", |array| {
            for (index, schema) in self.schemas.iter().enumerate().filter(|(_, s)| !s.matches(value)) {
                array.document(|out| {
                    out.append_i32("index", index as i32);
                    schema.annotations(out);
                    out.array("details", |details| schema.broken_rules(value, details));
                });
            }
        });
    }
}

#[derive(Debug)]
struct Not(Schema);

pub(super) fn not(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    Ok(Some(Box::new(Not(keyword.schema(keyword.value)?))))
}

impl Rule for Not {
    fn holds(&self, value: RawValue<'_>) -> bool {
        !self.0.matches(value)
    }

    fn explain(&self, _value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "not");
        out.append_str("reason", "child expression matched");
    }
}
