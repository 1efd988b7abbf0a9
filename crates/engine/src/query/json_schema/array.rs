//! `items`, `additionalItems`, `minItems`, `maxItems`, `uniqueItems`.

use super::unordered::equal;
use super::{Keyword, Rule, Schema, Specified};
use crate::Result;
use crate::value::{DocBuilder, RawValue};

/// One schema for all items from a position on.
#[derive(Debug)]
struct Items {
    name: &'static str,
    from: usize,
    schema: Schema,
}

/// Schemas of items by position.
#[derive(Debug)]
struct Tuple(Vec<Schema>);

/// Forbids items from a position on.
#[derive(Debug)]
struct NoMore {
    specified: Specified,
    from: usize,
}

pub(super) fn items(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    if let Some(array) = keyword.value.as_array() {
        let schemas = array.values().map(|value| keyword.schema(value)).collect::<Result<Vec<_>>>()?;
        return Ok(Some(Box::new(Tuple(schemas))));
    }
    if keyword.value.as_document().is_none() {
        return Err(keyword
            .must_be(&format!("an array or an object, not {}", crate::value::type_name(keyword.value.tag))));
    }
    let schema = keyword.schema(keyword.value)?;
    Ok(Some(Box::new(Items { name: keyword.name, from: 0, schema })))
}

pub(super) fn additional_items(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let is_schema = keyword.value.as_document().is_some();
    if !is_schema && keyword.value.as_bool().is_none() {
        return Err(keyword.must_be("either an object or a boolean"));
    }
    // Without a list of schemas in `items`, no item is additional.
    let Some(tuple) = keyword.schema.get("items").and_then(RawValue::as_array) else { return Ok(None) };
    let from = tuple.count();
    if is_schema {
        let schema = keyword.schema(keyword.value)?;
        return Ok(Some(Box::new(Items { name: keyword.name, from, schema })));
    }
    let allowed = keyword.boolean()?;
    let rule = NoMore { specified: Specified::new(keyword), from };
    Ok((!allowed).then(|| Box::new(rule) as Box<dyn Rule>))
}

impl Items {
    fn first_wrong<'a>(&self, value: RawValue<'a>) -> Option<(usize, RawValue<'a>)> {
        let array = value.as_array()?;
        array.values().enumerate().skip(self.from).find(|(_, item)| !self.schema.matches(*item))
    }
}

fn write_item(index: usize, item: RawValue<'_>, schema: &Schema, out: &mut DocBuilder) {
    out.append_str("reason", "At least one item did not match the sub-schema");
    out.append_i32("itemIndex", index as i32);
    out.array("details", |details| schema.broken_rules(item, details));
}

impl Rule for Items {
    fn holds(&self, value: RawValue<'_>) -> bool {
        self.first_wrong(value).is_none()
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", self.name);
        if let Some((index, item)) = self.first_wrong(value) {
            write_item(index, item, &self.schema, out);
        }
    }
}

impl Tuple {
    fn first_wrong<'a>(&self, value: RawValue<'a>) -> Option<(usize, RawValue<'a>, &Schema)> {
        let pairs = value.as_array()?.values().zip(&self.0).enumerate();
        pairs.map(|(index, (item, schema))| (index, item, schema)).find(|(_, item, s)| !s.matches(*item))
    }
}

impl Rule for Tuple {
    fn holds(&self, value: RawValue<'_>) -> bool {
        self.first_wrong(value).is_none()
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "items");
        if let Some((index, item, schema)) = self.first_wrong(value) {
            write_item(index, item, schema, out);
        }
    }
}

impl Rule for NoMore {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_array().is_none_or(|array| array.count() <= self.from)
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write(out);
        out.append_str("reason", "found additional items");
        if let Some(array) = value.as_array() {
            out.array("additionalItems", |items| {
                array.values().skip(self.from).for_each(|item| {
                    items.push_raw(item);
                });
            });
        }
    }
}

#[derive(Debug)]
struct ItemCount {
    specified: Specified,
    min: usize,
    max: usize,
}

pub(super) fn min_items(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let min = keyword.count()?;
    Ok(Some(Box::new(ItemCount { specified: Specified::new(keyword), min, max: usize::MAX })))
}

pub(super) fn max_items(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let max = keyword.count()?;
    Ok(Some(Box::new(ItemCount { specified: Specified::new(keyword), min: 0, max })))
}

impl Rule for ItemCount {
    fn holds(&self, value: RawValue<'_>) -> bool {
        value.as_array().is_none_or(|array| (self.min..=self.max).contains(&array.count()))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write_failure("array did not match specified length", value, out);
    }
}

#[derive(Debug)]
struct UniqueItems(Specified);

pub(super) fn unique_items(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let on = keyword.boolean()?;
    let rule = UniqueItems(Specified::new(keyword));
    Ok(on.then(|| Box::new(rule) as Box<dyn Rule>))
}

fn duplicate(value: RawValue<'_>) -> Option<RawValue<'_>> {
    let items: Vec<RawValue<'_>> = value.as_array()?.values().collect();
    let repeated = |at: usize| items[..at].iter().any(|other| equal(other.view(), items[at].view()));
    (1..items.len()).find(|&at| repeated(at)).map(|at| items[at])
}

impl Rule for UniqueItems {
    fn holds(&self, value: RawValue<'_>) -> bool {
        duplicate(value).is_none()
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.0.write_failure("found a duplicate item", value, out);
        if let Some(item) = duplicate(value) {
            out.append_raw("duplicatedValue", item);
        }
    }
}
