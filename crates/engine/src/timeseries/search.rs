//! Selects the buckets that may contain measurements that match a filter
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-querying/>,
//! <https://www.mongodb.com/docs/manual/core/timeseries/timeseries-secondary-index/>).
//!
//! A bucket stores the minimum and the maximum of its measurements at each path. All values at a path have
//! one type (`bucket::agrees`), so a condition on a measurement implies one on these two.

use super::TimeSeries;
use super::bucket::seconds_of_id;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, View};

/// A bound in `control`.
#[derive(Clone, Copy)]
enum Bound {
    Least,
    Greatest,
}

impl Bound {
    /// Returns the path of the minimum or maximum of a measurement path.
    fn path(self, path: &str) -> String {
        let bound = match self {
            Bound::Least => "min",
            Bound::Greatest => "max",
        };
        format!("control.{bound}.{path}")
    }
}

/// Returns the conditions on a bucket's bounds that a comparison implies; empty for other operators.
fn implied_bounds(operator: &str) -> &'static [(Bound, &'static str)] {
    match operator {
        "$eq" => &[(Bound::Least, "$_internalExprLte"), (Bound::Greatest, "$_internalExprGte")],
        "$lt" => &[(Bound::Least, "$_internalExprLt")],
        "$lte" => &[(Bound::Least, "$_internalExprLte")],
        "$gt" => &[(Bound::Greatest, "$_internalExprGt")],
        "$gte" => &[(Bound::Greatest, "$_internalExprGte")],
        _ => &[],
    }
}

/// Adds `{ path: { operator: value } }`.
fn add(out: &mut ArrayBuilder, path: &str, operator: &str, value: RawValue<'_>) {
    out.document(|clause| {
        clause.document(path, |condition| {
            condition.append_raw(operator, value);
        });
    });
}

/// Calls `each` for every comparison in a condition.
fn each_comparison<'a>(condition: RawValue<'a>, mut each: impl FnMut(&'a str, RawValue<'a>)) {
    match condition.as_document() {
        Some(operators) => operators.iter().for_each(|one| each(one.name(), one.value)),
        None => each("$eq", condition),
    }
}

impl TimeSeries {
    /// Returns conditions that every bucket with a match satisfies. `binary` says that strings compare by
    /// code points, as in the bounds of buckets.
    pub fn bucket_filter(&self, filter: RawDoc<'_>, binary: bool) -> Vec<u8> {
        let mut clauses = ArrayBuilder::new();
        self.add_clauses(filter, binary, &mut clauses);
        clauses.finish()
    }

    fn add_clauses(&self, filter: RawDoc<'_>, binary: bool, out: &mut ArrayBuilder) {
        for element in filter {
            let mut one = DocBuilder::new();
            one.append_raw_bytes(element.key, element.value);
            let one = one.finish();
            if let Some(meta) = self.meta_filter(RawDoc::new(&one)) {
                out.push_doc(RawDoc::new(&meta));
            } else if let ("$and", Some(clauses)) = (element.name(), element.value.as_array()) {
                clauses
                    .values()
                    .filter_map(RawValue::as_document)
                    .for_each(|clause| self.add_clauses(clause, binary, out));
            } else if element.name() == self.time_field {
                each_comparison(element.value, |operator, value| self.add_time(operator, value, out));
            } else if !element.name().starts_with('$') {
                let path = element.name();
                each_comparison(element.value, |operator, value| {
                    add_measured(path, operator, value, binary, out)
                });
            }
        }
    }

    /// Adds conditions on time: a bucket's times are between its bounds, which are at most its span apart.
    /// Its `_id` contains the minimum.
    fn add_time(&self, operator: &str, value: RawValue<'_>, out: &mut ArrayBuilder) {
        let Some(time) = value.as_date() else { return };
        let implied_bounds = implied_bounds(operator);
        let span = self.max_span * 1000;
        let date = |millis: i64| millis.to_le_bytes();
        for (bound, operator) in implied_bounds {
            add(out, &bound.path(&self.time_field), operator, value);
            let (other, operator, limit, fill) = match bound {
                Bound::Least => (Bound::Greatest, "$_internalExprLte", time.saturating_add(span), 0xFF),
                Bound::Greatest => (Bound::Least, "$_internalExprGte", time.saturating_sub(span), 0),
            };
            let limit = date(limit);
            add(out, &other.path(&self.time_field), operator, RawValue { tag: value.tag, bytes: &limit });
            let begins = match bound {
                Bound::Least => time,
                Bound::Greatest => time.saturating_sub(span),
            };
            let mut id = [fill; 12];
            id[..4].copy_from_slice(&seconds_of_id(begins));
            out.document(|clause| {
                clause.document("_id", |condition| {
                    condition.append_object_id(if fill == 0 { "$gte" } else { "$lte" }, id);
                });
            });
        }
    }
}

/// Adds the condition on a field's bounds that a comparison of the field implies.
fn add_measured(path: &str, operator: &str, value: RawValue<'_>, binary: bool, out: &mut ArrayBuilder) {
    let plain = |value: RawValue<'_>| match value.view() {
        View::String(_) => binary,
        View::Number(_) | View::Bool(_) | View::Date(_) | View::ObjectId(_) => true,
        _ => false,
    };
    if let ("$in", Some(values)) = (operator, value.as_array()) {
        if values.is_empty() || !values.values().all(plain) {
            return;
        }
        out.document(|clause| {
            clause.array("$or", |alternatives| {
                for value in values.values() {
                    alternatives.document(|both| {
                        both.array("$and", |both| add_measured(path, "$eq", value, binary, both));
                    });
                }
            });
        });
        return;
    }
    if plain(value) {
        implied_bounds(operator)
            .iter()
            .for_each(|(bound, operator)| add(out, &bound.path(path), operator, value));
    }
}
