//! Arrays in arrays, and conditions that look into them.
//!
//! The documents, indexes and queries of one input share a few paths and values, so that queries match often, and
//! conditions meet indexes on their own path.

use bson::{Bson, Document, doc};

use crate::Source;

/// Conditions on one value; those that take further operators or arrays of values are more frequent.
const CONDITIONS: &[&str] = &[
    "$eq",
    "$in",
    "$elemMatch",
    "$gt",
    "$gte",
    "$lt",
    "$lte",
    "$ne",
    "$nin",
    "$in",
    "$not",
    "$all",
    "$exists",
    "$elemMatch",
    "$size",
    "$type",
    "$mod",
    "$regex",
    "$bitsAllSet",
];

/// The paths and values of one input.
pub(crate) struct Vocabulary {
    paths: Vec<String>,
    values: Vec<Bson>,
}

impl Vocabulary {
    /// Chooses two or three paths.
    pub(crate) fn new(source: &mut Source<'_>) -> Vocabulary {
        let count = 2 + source.below(2);
        Vocabulary { paths: (0..count).map(|_| any_path(source)).collect(), values: Vec::new() }
    }

    /// One of the paths, or now and then the beginning of one, or another.
    pub(crate) fn path(&self, source: &mut Source<'_>) -> String {
        let choice = source.below(16);
        let path = &self.paths[choice % self.paths.len()];
        match choice {
            15 => any_path(source),
            13 | 14 => path.rsplit_once('.').map_or(path.as_str(), |(before, _)| before).to_owned(),
            _ => path.clone(),
        }
    }

    /// A document that has values at some of the paths.
    pub(crate) fn document(&mut self, source: &mut Source<'_>) -> Document {
        let mut document = Document::new();
        for _ in 0..=source.below(3) {
            let path = self.path(source);
            let (name, rest) = path.split_once('.').map_or((path.as_str(), None), |(a, b)| (a, Some(b)));
            let value = nested_value(source, 2);
            remember(&mut self.values, &value);
            let value = holding(source, rest, value);
            match (document.get_mut(name), value) {
                (Some(Bson::Array(items)), value) => items.push(value),
                (Some(Bson::Document(fields)), Bson::Document(further)) => fields.extend(further),
                (_, value) => drop(document.insert(name, value)),
            }
        }
        for value in document.values() {
            remember(&mut self.values, value);
        }
        document
    }

    /// A value of the documents, or now and then another.
    fn value(&self, source: &mut Source<'_>) -> Bson {
        match source.below(4) {
            1..=3 if !self.values.is_empty() => self.values[source.below(self.values.len())].clone(),
            _ => nested_value(source, 1),
        }
    }

    /// A filter on the paths.
    pub(crate) fn filter(&self, source: &mut Source<'_>, depth: usize) -> Document {
        let mut filter = Document::new();
        for _ in 0..=source.below(2) {
            if depth > 0 && source.below(6) == 5 {
                let operator = source.pick(&["$or", "$and", "$nor"]);
                let parts: Vec<_> = (0..=source.below(2)).map(|_| self.filter(source, depth - 1)).collect();
                filter.insert(operator, parts);
            } else {
                let path = self.path(source);
                self.condition(source, &path, depth, &mut filter);
            }
        }
        filter
    }

    /// Adds a condition on the path, or on an element of an array along it.
    fn condition(&self, source: &mut Source<'_>, path: &str, depth: usize, filter: &mut Document) {
        let dots: Vec<usize> = path.match_indices('.').map(|(at, _)| at).collect();
        if depth > 0 && !dots.is_empty() && source.below(3) == 2 {
            let at = dots[source.below(dots.len())];
            let (array, rest) = (&path[..at], &path[at + 1..]);
            let mut inner = Document::new();
            self.condition(source, rest, depth - 1, &mut inner);
            // Further conditions on the same element, where another path leads into it.
            let prefix = format!("{array}.");
            let other = self.path(source);
            if let Some(rest) = other.strip_prefix(&prefix) {
                self.condition(source, rest, depth - 1, &mut inner);
            }
            filter.insert(array, doc! { "$elemMatch": inner });
        } else {
            filter.insert(path, self.conditions(source, depth));
        }
    }

    /// Conditions on one value.
    fn conditions(&self, source: &mut Source<'_>, depth: usize) -> Document {
        let mut conditions = Document::new();
        for _ in 0..=source.below(4) / 3 {
            let operator = source.pick(CONDITIONS);
            let operand = match operator {
                "$elemMatch" if depth == 0 => Bson::Document(doc! { "$gt": self.value(source) }),
                "$elemMatch" if source.below(4) == 3 => Bson::Document(self.filter(source, depth - 1)),
                "$not" if depth == 0 => Bson::Document(doc! { "$lt": self.value(source) }),
                "$elemMatch" | "$not" => Bson::Document(self.conditions(source, depth - 1)),
                "$all" if depth > 0 && source.below(2) == 0 => Bson::Array(vec![Bson::Document(
                    doc! { "$elemMatch": self.conditions(source, depth - 1) },
                )]),
                "$in" | "$nin" | "$all" => {
                    Bson::Array((0..=source.below(3)).map(|_| self.value(source)).collect())
                }
                "$exists" => Bson::Boolean(source.below(2) == 0),
                "$size" | "$bitsAllSet" => Bson::Int32(source.below(3) as i32),
                "$type" => {
                    Bson::String(source.pick(&["array", "object", "null", "int", "undefined"]).to_owned())
                }
                "$mod" => Bson::Array(vec![Bson::Int32(2), Bson::Int32(source.below(2) as i32)]),
                "$regex" => Bson::String(source.pick(&["^a", "a", ""]).to_owned()),
                _ => self.value(source),
            };
            conditions.insert(operator, operand);
        }
        conditions
    }
}

/// A path into fields, elements, and elements of elements.
fn any_path(source: &mut Source<'_>) -> String {
    let mut path = source.pick(&["a", "a", "b"]).to_owned();
    for _ in 0..source.below(4) {
        path.push('.');
        path.push_str(source.pick(&["b", "0", "a", "b", "1"]));
    }
    path
}

/// A document or an array that has the value at the path, which may lead through arrays.
fn holding(source: &mut Source<'_>, path: Option<&str>, value: Bson) -> Bson {
    let held = match path {
        None => value,
        Some(path) => {
            let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
            let inner = holding(source, rest, value);
            match name.parse::<usize>() {
                Ok(place) if source.below(4) != 3 => {
                    let mut items = vec![Bson::Int32(source.below(3) as i32); place];
                    items.push(inner);
                    Bson::Array(items)
                }
                _ => Bson::Document(doc! { name: inner }),
            }
        }
    };
    match source.below(8) {
        5 => Bson::Array(vec![held]),
        6 => Bson::Array(vec![held, nested_value(source, 1)]),
        7 => Bson::Array(vec![nested_value(source, 1), held]),
        _ => held,
    }
}

/// One of few values, or arrays and documents of such.
pub(crate) fn nested_value(source: &mut Source<'_>, depth: usize) -> Bson {
    match source.below(if depth == 0 { 5 } else { 8 }) {
        0..=2 => Bson::Int32(source.below(4) as i32),
        3 => [Bson::Null, Bson::Double(1.5), Bson::MinKey, Bson::Undefined][source.below(4)].clone(),
        4 => Bson::String(source.pick(&["a", "b", "", "A"]).to_owned()),
        5..=6 => {
            let length = source.below(3);
            Bson::Array((0..length).map(|_| nested_value(source, depth - 1)).collect())
        }
        _ => {
            let mut document = Document::new();
            for _ in 0..source.below(3) {
                document.insert(source.pick(&["b", "0", "a"]), nested_value(source, depth - 1));
            }
            Bson::Document(document)
        }
    }
}

/// Keeps a value and all values in it.
fn remember(values: &mut Vec<Bson>, value: &Bson) {
    if values.len() >= 64 || values.contains(value) {
        return;
    }
    values.push(value.clone());
    match value {
        Bson::Array(items) => items.iter().for_each(|item| remember(values, item)),
        Bson::Document(fields) => fields.values().for_each(|field| remember(values, field)),
        _ => {}
    }
}
