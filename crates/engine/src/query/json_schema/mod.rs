//! `$jsonSchema`: draft 4 of JSON Schema over BSON.
//!
//! A keyword restricts only values of its own type: `minimum` ignores strings. Each keyword is a [`Rule`];
//! the table [`KEYWORDS`] lists them.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/>.

mod array;
mod logical;
mod numeric;
mod object;
mod string;
#[cfg(test)]
mod tests;
mod types;
mod unordered;

use crate::value::{ArrayBuilder, DocBuilder, Number, RawDoc, RawValue, natural_number, sort_by, type_name};
use crate::{Error, Result};

/// Maximum nesting depth of schemas.
const MAX_DEPTH: usize = 100;

/// A compiled keyword.
pub(super) trait Rule {
    /// Whether the value satisfies the rule.
    fn holds(&self, value: RawValue<'_>) -> bool;

    /// Writes the failure of the value as `errInfo` shows it.
    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder);
}

opaque_debug!(Rule);

/// A compiled schema.
#[derive(Debug, Default)]
pub(super) struct Schema {
    title: Option<String>,
    description: Option<String>,
    rules: Vec<Box<dyn Rule>>,
}

/// A keyword's value, with the context to compile it.
pub(super) struct Keyword<'a> {
    name: &'static str,
    value: RawValue<'a>,
    schema: RawDoc<'a>,
    depth: usize,
}

/// Compiles a keyword; `None` when it restricts nothing alone.
type Parse = fn(&Keyword<'_>) -> Result<Option<Box<dyn Rule>>>;

/// All keywords. The server reports failures in this order, whatever the order in the schema.
const KEYWORDS: &[(&str, Parse)] = &[
    ("pattern", string::pattern),
    ("maxLength", string::max_length),
    ("minLength", string::min_length),
    ("multipleOf", numeric::multiple_of),
    ("maximum", numeric::maximum),
    ("exclusiveMaximum", numeric::exclusive_maximum),
    ("minimum", numeric::minimum),
    ("exclusiveMinimum", numeric::exclusive_minimum),
    ("minItems", array::min_items),
    ("maxItems", array::max_items),
    ("uniqueItems", array::unique_items),
    ("items", array::items),
    ("additionalItems", array::additional_items),
    ("properties", object::properties),
    ("patternProperties", object::pattern_properties),
    ("additionalProperties", object::additional_properties),
    ("required", object::required),
    ("minProperties", object::min_properties),
    ("maxProperties", object::max_properties),
    ("dependencies", object::dependencies),
    ("allOf", logical::all_of),
    ("anyOf", logical::any_of),
    ("oneOf", logical::one_of),
    ("not", logical::not),
    ("enum", types::one_of_values),
    ("bsonType", types::bson_type),
    ("type", types::json_type),
];

/// Keywords of draft 4 that the server rejects.
const UNSUPPORTED: &[&str] = &["$ref", "$schema", "default", "definitions", "format", "id"];

impl Schema {
    /// Compiles a schema.
    ///
    /// # Errors
    /// `FailedToParse` (9) or `TypeMismatch` (14) for invalid schemas.
    pub(super) fn parse(schema: RawDoc<'_>) -> Result<Schema> {
        Self::parse_at(schema, 0)
    }

    fn parse_at(schema: RawDoc<'_>, depth: usize) -> Result<Schema> {
        if depth > MAX_DEPTH {
            return Err(Error::failed_to_parse("$jsonSchema is nested too deeply"));
        }
        let mut compiled = Schema::default();
        let mut rules = Vec::new();
        for element in schema {
            let name = element.name();
            if let Some(at) = KEYWORDS.iter().position(|(known, _)| *known == name) {
                let (known, parse) = KEYWORDS[at];
                let keyword = Keyword { name: known, value: element.value, schema, depth };
                rules.extend(parse(&keyword)?.map(|rule| (at, rule)));
                continue;
            }
            let text = || {
                element.value.as_str().map(str::to_owned).ok_or_else(|| {
                    Error::type_mismatch(format!("$jsonSchema keyword '{name}' must be of type string"))
                })
            };
            match name {
                "title" => compiled.title = Some(text()?),
                "description" => compiled.description = Some(text()?),
                _ if UNSUPPORTED.contains(&name) => {
                    return Err(Error::failed_to_parse(format!(
                        "$jsonSchema keyword '{name}' is not currently supported"
                    )));
                }
                _ => {
                    return Err(Error::failed_to_parse(format!("Unknown $jsonSchema keyword: {name}")));
                }
            }
        }
        if schema.get("type").is_some() && schema.get("bsonType").is_some() {
            return Err(Error::failed_to_parse(
                "Cannot specify both $jsonSchema keywords 'type' and 'bsonType'",
            ));
        }
        sort_by(&mut rules, |(a, _), (b, _)| a.cmp(b));
        compiled.rules = rules.into_iter().map(|(_, rule)| rule).collect();
        Ok(compiled)
    }

    /// Whether a value satisfies the schema.
    pub(super) fn matches(&self, value: RawValue<'_>) -> bool {
        self.rules.iter().all(|rule| rule.holds(value))
    }

    /// Writes title and description, which `errInfo` shows next to the details.
    fn annotations(&self, out: &mut DocBuilder) {
        for (name, text) in [("title", &self.title), ("description", &self.description)] {
            if let Some(text) = text {
                out.append_str(name, text);
            }
        }
    }

    /// Writes the failed rules.
    fn broken_rules(&self, value: RawValue<'_>, array: &mut ArrayBuilder) {
        for rule in self.rules.iter().filter(|rule| !rule.holds(value)) {
            array.document(|out| rule.explain(value, out));
        }
    }

    /// Writes `errInfo.details` for a document that fails the schema.
    pub(super) fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "$jsonSchema");
        self.annotations(out);
        out.array("schemaRulesNotSatisfied", |array| self.broken_rules(value, array));
    }
}

impl<'a> Keyword<'a> {
    fn must_be(&self, what: &str) -> Error {
        Error::type_mismatch(format!("$jsonSchema keyword '{}' must be {what}", self.name))
    }

    fn document(&self) -> Result<RawDoc<'a>> {
        self.value.as_document().ok_or_else(|| self.must_be("an object"))
    }

    fn array(&self) -> Result<RawDoc<'a>> {
        self.value.as_array().ok_or_else(|| {
            self.must_be(&format!("an array, but found an element of type {}", type_name(self.value.tag)))
        })
    }

    fn number(&self) -> Result<Number> {
        self.value.as_number().ok_or_else(|| self.must_be("a number"))
    }

    fn boolean(&self) -> Result<bool> {
        self.value.as_bool().ok_or_else(|| self.must_be("a boolean"))
    }

    /// Parses a non-negative integer.
    fn count(&self) -> Result<usize> {
        self.number()?;
        let shown = format!("{}: {}", self.name, crate::value::display_value(self.value.view()));
        let count = natural_number(self.value, &shown).map_err(Error::failed_to_parse)?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Parses a nested schema.
    fn schema(&self, value: RawValue<'_>) -> Result<Schema> {
        let schema = value.as_document().ok_or_else(|| self.must_be("an object"))?;
        Schema::parse_at(schema, self.depth + 1)
    }

    /// Parses a list of distinct names.
    fn names(&self, array: RawDoc<'_>) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::with_capacity(array.count());
        for value in array.values() {
            let name = value.as_str().ok_or_else(|| {
                self.must_be(&format!(
                    "an array of strings, but found an element of type {}",
                    type_name(value.tag)
                ))
            })?;
            if names.iter().any(|known| known == name) {
                return Err(Error::failed_to_parse(format!(
                    "$jsonSchema keyword '{}' array cannot contain duplicate values",
                    self.name
                )));
            }
            names.push(name.to_owned());
        }
        if names.is_empty() {
            return Err(Error::failed_to_parse(format!(
                "$jsonSchema keyword '{}' cannot be an empty array",
                self.name
            )));
        }
        Ok(names)
    }
}

/// A keyword as written, for `specifiedAs`.
#[derive(Debug)]
struct Specified {
    name: &'static str,
    spec: Vec<u8>,
}

impl Specified {
    fn new(keyword: &Keyword<'_>) -> Self {
        let mut spec = DocBuilder::new();
        spec.append_raw(keyword.name, keyword.value);
        Specified { name: keyword.name, spec: spec.finish() }
    }

    /// Writes `operatorName` and `specifiedAs`.
    fn write(&self, out: &mut DocBuilder) {
        out.append_str("operatorName", self.name);
        out.append_doc("specifiedAs", RawDoc::new(&self.spec));
    }

    /// Like [`Self::write`], with reason and value.
    fn write_failure(&self, reason: &str, value: RawValue<'_>, out: &mut DocBuilder) {
        self.write(out);
        out.append_str("reason", reason);
        out.append_raw("consideredValue", value);
    }
}
