//! `required`, `properties`, `patternProperties`, `additionalProperties`,
//! `minProperties`, `maxProperties`, `dependencies`.

use super::{Keyword, Rule, Schema, Specified};
use crate::Result;
use crate::regex::Regex;
use crate::value::{DocBuilder, Element, RawDoc, RawValue};

#[derive(Debug)]
struct Required {
    specified: Specified,
    names: Vec<String>,
}

pub(super) fn required(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let names = keyword.names(keyword.array()?)?;
    Ok(Some(Box::new(Required { specified: Specified::new(keyword), names })))
}

impl Rule for Required {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_document().is_none_or(|doc| self.names.iter().all(|name| doc.get(name).is_some()))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write(out);
        let doc = value.as_document().unwrap_or(RawDoc::empty());
        out.array("missingProperties", |array| {
            // The server lists them in alphabetical order.
            let mut missing: Vec<&String> =
                self.names.iter().filter(|name| doc.get(name).is_none()).collect();
            crate::value::sort(&mut missing);
            for name in missing {
                array.push_str(name);
            }
        });
    }
}

#[derive(Debug)]
struct Properties(Vec<(String, Schema)>);

pub(super) fn properties(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let mut properties = Vec::new();
    for element in keyword.document()? {
        if element.value.as_document().is_none() {
            return Err(crate::Error::type_mismatch(format!(
                "Nested schema for $jsonSchema property '{}' must be an object",
                element.name()
            )));
        }
        properties.push((element.name().to_owned(), keyword.schema(element.value)?));
    }
    Ok(Some(Box::new(Properties(properties))))
}

impl Properties {
    fn broken<'s, 'a>(
        &'s self,
        doc: RawDoc<'a>,
    ) -> impl Iterator<Item = (&'s str, RawValue<'a>, &'s Schema)> {
        self.0.iter().filter_map(move |(name, schema)| {
            let value = doc.get(name)?;
            (!schema.matches(value)).then_some((name.as_str(), value, schema))
        })
    }
}

/// Writes why a property's value does not match. `pattern` is the pattern that matches its name.
fn write_property(
    name: &str,
    pattern: Option<&str>,
    value: RawValue<'_>,
    schema: &Schema,
    out: &mut DocBuilder,
) {
    out.append_str("propertyName", name);
    if let Some(pattern) = pattern {
        out.append_str("regexMatched", pattern);
    }
    schema.annotations(out);
    out.array("details", |details| schema.broken_rules(value, details));
}

impl Rule for Properties {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_document().is_none_or(|doc| self.broken(doc).next().is_none())
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "properties");
        let doc = value.as_document().unwrap_or(RawDoc::empty());
        out.array("propertiesNotSatisfied", |array| {
            for (name, value, schema) in self.broken(doc) {
                array.document(|out| write_property(name, None, value, schema, out));
            }
        });
    }
}

#[derive(Debug)]
struct PatternProperties(Vec<(String, Regex, Schema)>);

fn patterns(doc: RawDoc<'_>) -> Result<Vec<(String, Regex)>> {
    doc.iter().map(|e| Ok((e.name().to_owned(), Regex::new(e.name(), "")?))).collect()
}

pub(super) fn pattern_properties(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let doc = keyword.document()?;
    let mut compiled = Vec::new();
    for ((pattern, regex), element) in patterns(doc)?.into_iter().zip(doc) {
        compiled.push((pattern, regex, keyword.schema(element.value)?));
    }
    Ok(Some(Box::new(PatternProperties(compiled))))
}

impl Rule for PatternProperties {
    fn holds(&self, value: RawValue<'_>) -> bool {
        let Some(doc) = value.as_document() else { return true };
        let fits = |element: &Element<'_>| {
            let mut relevant = self.0.iter().filter(|(_, regex, _)| regex.is_match(element.name()));
            relevant.all(|(.., schema)| schema.matches(element.value))
        };
        doc.iter().all(|element| fits(&element))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "patternProperties");
        let doc = value.as_document().unwrap_or(RawDoc::empty());
        out.array("details", |array| {
            for element in doc {
                for (pattern, regex, schema) in &self.0 {
                    if regex.is_match(element.name()) && !schema.matches(element.value) {
                        array.document(|out| {
                            write_property(element.name(), Some(pattern), element.value, schema, out);
                        });
                    }
                }
            }
        });
    }
}

#[derive(Debug)]
struct AdditionalProperties {
    specified: Specified,
    named: Vec<String>,
    patterns: Vec<(String, Regex)>,
    /// The schema of additional properties; `None` when they are forbidden.
    schema: Option<Schema>,
}

pub(super) fn additional_properties(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let schema = match (keyword.value.as_bool(), keyword.value.as_document()) {
        (Some(true), _) => return Ok(None),
        (Some(false), _) => None,
        (None, Some(_)) => Some(keyword.schema(keyword.value)?),
        _ => return Err(keyword.must_be("an object or a boolean")),
    };
    let sibling = |name: &str| keyword.schema.get(name).and_then(RawValue::as_document);
    let named = sibling("properties").unwrap_or(RawDoc::empty());
    Ok(Some(Box::new(AdditionalProperties {
        specified: Specified::new(keyword),
        named: named.iter().map(|element| element.name().to_owned()).collect(),
        patterns: patterns(sibling("patternProperties").unwrap_or(RawDoc::empty()))?,
        schema,
    })))
}

impl AdditionalProperties {
    fn broken<'s, 'a>(&'s self, doc: RawDoc<'a>) -> impl Iterator<Item = Element<'a>> + use<'s, 'a> {
        doc.iter().filter(move |element| {
            let name = element.name();
            let known = self.named.iter().any(|known| known == name)
                || self.patterns.iter().any(|(_, regex)| regex.is_match(name));
            !known && !self.schema.as_ref().is_some_and(|schema| schema.matches(element.value))
        })
    }
}

impl Rule for AdditionalProperties {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_document().is_none_or(|doc| self.broken(doc).next().is_none())
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        let doc = value.as_document().unwrap_or(RawDoc::empty());
        let Some(schema) = &self.schema else {
            self.specified.write(out);
            out.array("additionalProperties", |array| {
                self.broken(doc).for_each(|element| {
                    array.push_str(element.name());
                });
            });
            return;
        };
        out.append_str("operatorName", self.specified.name);
        if let Some(element) = self.broken(doc).next() {
            out.append_str("reason", "at least one additional property did not match the subschema");
            out.append_str("failingProperty", element.name());
            out.array("details", |details| schema.broken_rules(element.value, details));
        }
    }
}

#[derive(Debug)]
struct PropertyCount {
    specified: Specified,
    min: usize,
    max: usize,
}

pub(super) fn min_properties(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let min = keyword.count()?;
    Ok(Some(Box::new(PropertyCount { specified: Specified::new(keyword), min, max: usize::MAX })))
}

pub(super) fn max_properties(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let max = keyword.count()?;
    Ok(Some(Box::new(PropertyCount { specified: Specified::new(keyword), min: 0, max })))
}

impl Rule for PropertyCount {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_document().is_none_or(|doc| (self.min..=self.max).contains(&doc.count()))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write(out);
        out.append_str("reason", "specified number of properties was not satisfied");
        let count = value.as_document().map_or(0, RawDoc::count);
        out.append_i32("numberOfProperties", count as i32);
    }
}

#[derive(Debug)]
enum Dependency {
    Names(Vec<String>),
    Schema(Schema),
}

#[derive(Debug)]
struct Dependencies(Vec<(String, Dependency)>);

pub(super) fn dependencies(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let mut all = Vec::new();
    for element in keyword.document()? {
        let dependency = match element.value.as_array() {
            Some(array) => Dependency::Names(keyword.names(array)?),
            None if element.value.as_document().is_some() => {
                Dependency::Schema(keyword.schema(element.value)?)
            }
            None => {
                return Err(crate::Error::type_mismatch(format!(
                    "Property '{}' in $jsonSchema keyword 'dependencies' must be either an object or an array",
                    element.name()
                )));
            }
        };
        all.push((element.name().to_owned(), dependency));
    }
    Ok(Some(Box::new(Dependencies(all))))
}

impl Dependencies {
    fn broken<'s>(&'s self, doc: RawDoc<'_>, whole: RawValue<'_>) -> Vec<&'s (String, Dependency)> {
        let is_broken = |(name, dependency): &&(String, Dependency)| {
            doc.get(name).is_some()
                && match dependency {
                    Dependency::Names(names) => names.iter().any(|name| doc.get(name).is_none()),
                    Dependency::Schema(schema) => !schema.matches(whole),
                }
        };
        self.0.iter().filter(is_broken).collect()
    }
}

impl Rule for Dependencies {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_document().is_none_or(|doc| self.broken(doc, value).is_empty())
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "dependencies");
        let doc = value.as_document().unwrap_or(RawDoc::empty());
        out.array("failingDependencies", |array| {
            for (name, dependency) in self.broken(doc, value) {
                array.document(|out| {
                    out.append_str("conditionalProperty", name);
                    match dependency {
                        Dependency::Names(names) => {
                            out.array("missingProperties", |missing| {
                                for name in names.iter().filter(|name| doc.get(name).is_none()) {
                                    missing.push_str(name);
                                }
                            });
                        }
                        Dependency::Schema(schema) => {
                            out.array("details", |details| schema.broken_rules(value, details));
                        }
                    }
                });
            }
        });
    }
}
