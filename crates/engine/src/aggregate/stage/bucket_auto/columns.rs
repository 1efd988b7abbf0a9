//! `$bucketAuto` over columns, without reading documents. All documents with equal values are in one bucket, so the
//! counts per value determine the buckets.

use crate::aggregate::accumulator::{Argument, CodeSelection, StateColumns, Values};
use crate::aggregate::expression::{Environment, Scope};
use crate::aggregate::stage::columns::row_codes::RowCodes;
use crate::aggregate::stage::columns::rows::Records;
use crate::aggregate::stage_prelude::*;
use crate::collection::{Code, Dictionary, RecordId};
use crate::value::{in_order_of_keys, key};

/// A distinct `groupBy` value, with the number of its documents.
struct Run {
    key: Vec<u8>,
    value: Value<'static>,
    codes: Vec<Code>,
    count: usize,
}

/// Computes the buckets of rows from their codes; `None` when the codes don't determine them.
pub(super) fn buckets(
    group_by: Argument<'_>,
    most: usize,
    columns: &mut StateColumns,
    (rows, records): (&mut Records<'_, '_>, &[RecordId]),
    environment: &Environment,
) -> Result<Option<Vec<Vec<u8>>>> {
    if !columns.iter().all(|(_, column)| column.ignores_order()) {
        return Ok(None);
    }
    let arguments: Vec<_> =
        [group_by].into_iter().chain(columns.iter().map(|(_, column)| column.argument())).collect();
    let Some(mut codes) = RowCodes::new(&arguments, rows) else { return Ok(None) };
    if codes.plain(records) < records.len() {
        return Ok(None);
    }
    let Some(mut runs) = codes.dictionary(0).and_then(|values| runs(values, environment)) else {
        return Ok(None);
    };
    codes.choose(records, rows);
    let Some(keys) = codes.picked(0) else { return Ok(None) };
    count(&mut runs, keys);
    let (bounds, bucket_of) = divide(&runs, codes.len(), most);
    let groups: Vec<u32> =
        keys.iter().map(|code| bucket_of.get(code as usize).copied().unwrap_or(0)).collect();
    for (at, (_, column)) in columns.iter_mut().enumerate() {
        column.open_many(bounds.len());
        match codes.picked(at + 1).zip(codes.dictionary(at + 1)) {
            Some((argued, dictionary)) => {
                let integers = dictionary.integers();
                let values = Values { dictionary, integers: integers.as_deref().map(Vec::as_slice) };
                column.add_codes(&groups, argued, values)?;
            }
            None => {
                column.add_constant(&groups)?;
            }
        }
    }
    let scope = Scope::new(RawDoc::empty(), environment);
    let mut out = Vec::with_capacity(bounds.len());
    for (bucket, (min, max)) in bounds.iter().enumerate() {
        let mut document = DocBuilder::new();
        document.document("_id", |id| {
            id.append("min", min).append("max", max);
        });
        for (name, column) in columns.iter_mut() {
            column.write(bucket, name, &scope, &mut document)?;
        }
        out.push(document.finish());
    }
    Ok(Some(out))
}

/// Returns the distinct values in sort order; `None` when some are equal but not identical, since the bounds then
/// depend on document order.
fn runs(dictionary: &Dictionary, environment: &Environment) -> Option<Vec<Run>> {
    let all = dictionary.values().zip(0..).map(|(value, code)| {
        let value = value.or_null();
        let mut key = Vec::new();
        key::encode_under(environment.collation.as_deref(), value, &mut key);
        Run { key, value: Value::from(value).into_owned(), codes: vec![code], count: 0 }
    });
    let mut runs: Vec<Run> = Vec::with_capacity(dictionary.len());
    for run in in_order_of_keys(all.collect(), |run| &run.key) {
        match runs.last_mut() {
            Some(last) if last.key == run.key => {
                if !matches!(run.value, Value::Null) {
                    return None;
                }
                last.codes.extend(run.codes);
            }
            _ => runs.push(run),
        }
    }
    Some(runs)
}

/// Counts the documents of each value and drops values without any.
fn count(runs: &mut Vec<Run>, keys: CodeSelection<'_>) {
    let codes = runs.iter().map(|run| run.codes.len()).sum();
    let mut counts = vec![0usize; codes];
    for code in keys.iter() {
        if let Some(count) = counts.get_mut(code as usize) {
            *count += 1;
        }
    }
    for run in runs.iter_mut() {
        run.count = run.codes.iter().filter_map(|code| counts.get(*code as usize)).sum();
    }
    runs.retain(|run| run.count > 0);
}

/// Returns the bounds of the buckets, and the bucket of each code.
fn divide(runs: &[Run], documents: usize, most: usize) -> (Vec<(Value<'static>, Value<'static>)>, Vec<u32>) {
    let size = ((documents as f64 / most as f64).round() as usize).max(1);
    let codes = runs.iter().flat_map(|run| &run.codes).max().map_or(0, |last| *last as usize + 1);
    let (mut bounds, mut bucket_of) = (Vec::new(), vec![0; codes]);
    let mut at = 0;
    while at < runs.len() && bounds.len() < most {
        let from = at;
        let last = bounds.len() + 1 == most;
        let mut held = 0;
        while at < runs.len() && (last || held < size) {
            held += runs[at].count;
            for code in &runs[at].codes {
                bucket_of[*code as usize] = bounds.len() as u32;
            }
            at += 1;
        }
        let end = runs.get(at).unwrap_or(&runs[at - 1]);
        bounds.push((runs[from].value.clone(), end.value.clone()));
    }
    (bounds, bucket_of)
}
