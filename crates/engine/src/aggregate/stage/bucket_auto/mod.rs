//! `$bucketAuto`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucketAuto/>.

mod columns;
mod granularity;

use super::super::accumulator::{Argument, StateColumn, StateColumns, parse_field};
use super::super::expression::{ConstantFaults, Environment, Expression, Scope};
use super::super::stage_prelude::*;
use super::Memory;
use super::bucket::check_group_by;
use super::columns::rows::Records;
use super::shared::kept_fields::KeptFields;
use super::shared::memory::of_sort;
use crate::value::{Number, in_order_of_keys, key};
use columns::buckets;
use granularity::Granularity;

pub(super) const STAGE: StageOperator = stage(
    "$bucketAuto",
    "Groups documents into a given number of buckets of similar size.",
    (
        r#"[{"n": 1}, {"n": 7}, {"n": 3}, {"n": 9}]"#,
        r#"{"$bucketAuto": {"groupBy": "$n", "buckets": 2}}"#,
        r#"[{"_id": {"min": 1, "max": 7}, "count": 2}, {"_id": {"min": 7, "max": 9}, "count": 2}]"#,
    ),
    parse,
)
.explained(explained::bucket_auto)
.exceeded(of_sort);

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        40240,
        "The argument to $bucketAuto must be an object, but found type: {type}.",
    )?;
    let (mut group_by, mut identity) = (None, None);
    let mut buckets = None;
    let mut columns: Option<StateColumns> = None;
    let mut granularity = None;
    let mut faults = ConstantFaults::default();
    for element in doc {
        let value = element.value;
        match element.name() {
            "groupBy" => {
                check_group_by(value, 40239, "$bucketAuto")?;
                group_by = Some(faults.compile(value, context)?);
                identity = context.identity(value);
            }
            "buckets" => buckets = Some(bucket_count(value)?),
            "output" => {
                let output = expect_document(
                    value,
                    40244,
                    "The $bucketAuto 'output' field must be an object, but found type: {type}.",
                )?;
                let mut all = Vec::new();
                for field in output {
                    all.push((field.name().into(), parse_field(field.name(), field.value, context)?));
                }
                columns = Some(all);
            }
            "granularity" => {
                let Some(name) = value.as_str() else {
                    return Err(Error::wrong_type(
                        40261,
                        "The $bucketAuto 'granularity' field must be a string, but found type: {type}.",
                        value.tag,
                    ));
                };
                granularity =
                    Some(Granularity::find(name).ok_or_else(|| {
                        Error::new(40257, format!("Unknown rounding granularity '{name}'"))
                    })?);
            }
            name => return Err(Error::new(40245, format!("Unrecognized option to $bucketAuto: {name}."))),
        }
    }
    let (Some(group_by), Some(buckets)) = (group_by, buckets) else {
        return Err(Error::new(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified."));
    };
    faults.report()?;
    let columns = match columns {
        Some(columns) => columns,
        None => vec![("count".into(), count_column(context)?)],
    };
    if columns.iter().any(|(_, column)| column.reads_key()) {
        return Err(Error::new(4544714, "Can't refer to the group key in $bucketAuto"));
    }
    let mut reads = Dependencies::default();
    columns.iter().for_each(|(_, column)| column.dependencies(&mut reads));
    let kept_fields = KeptFields::to(&reads, None);
    Ok(vec![Box::new(BucketAuto {
        group_by,
        identity,
        buckets,
        columns,
        granularity,
        kept_fields,
        results: None,
    })])
}

fn bucket_count(value: RawValue<'_>) -> Result<usize> {
    let Some(number) = value.as_number() else {
        return Err(Error::wrong_type(
            40241,
            "The $bucketAuto 'buckets' field must be a numeric value, but found type: {type}.",
            value.tag,
        ));
    };
    let shown = display_value(value.view());
    let Some(count) = number.to_i64_exact().and_then(|n| i32::try_from(n).ok()) else {
        return Err(Error::new(
            40242,
            format!(
                "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found {shown}"
            ),
        ));
    };
    usize::try_from(count).ok().filter(|&count| count > 0).ok_or_else(|| {
        Error::new(
            40243,
            format!("The $bucketAuto 'buckets' field must be greater than 0, but found: {count}"),
        )
    })
}

/// Compiles `{ $sum: 1 }`.
fn count_column(context: &mut ParseContext) -> Result<Box<dyn StateColumn>> {
    let mut sum = DocBuilder::new();
    sum.append_i32("$sum", 1);
    let sum = sum.finish();
    parse_field("count", RawValue { tag: crate::value::tag::DOCUMENT, bytes: &sum }, context)
}

#[derive(Debug)]
struct BucketAuto {
    group_by: Box<dyn Expression>,
    /// Identifies the `groupBy` expression.
    identity: Option<Box<[u8]>>,
    buckets: usize,
    columns: StateColumns,
    granularity: Option<Granularity>,
    /// The fields that the accumulators read.
    kept_fields: KeptFields,
    results: Option<std::vec::IntoIter<Vec<u8>>>,
}

/// A document with its `groupBy` value.
struct Item<'i> {
    /// The document's position in input order.
    arrival: usize,
    key: &'i [u8],
    value: &'i Value<'static>,
    document: RawDoc<'i>,
}

/// All input documents in one buffer: an allocation per document and key would take longer than the rest of
/// the stage.
#[derive(Default)]
struct Loaded {
    values: Vec<Value<'static>>,
    bytes: Vec<u8>,
    /// The ends of each item's key and document in `bytes`.
    ends: Vec<(usize, usize)>,
    memory: Memory,
    buffer: Vec<u8>,
}

impl Loaded {
    /// Returns the items in key order.
    fn in_order(&self) -> Vec<Item<'_>> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        let items = self.values.iter().zip(starts).zip(&self.ends).enumerate();
        let items = items.map(|(arrival, ((value, start), (middle, end)))| Item {
            arrival,
            key: self.bytes.get(start..*middle).unwrap_or_default(),
            value,
            document: RawDoc::new(self.bytes.get(*middle..*end).unwrap_or_default()),
        });
        in_order_of_keys(items.collect(), |item| item.key)
    }
}

impl BucketAuto {
    /// Reads the input and computes all buckets.
    fn results(&mut self, input: &mut Input<'_>) -> Result<Vec<Vec<u8>>> {
        let execution = input.execution;
        let environment = execution.environment;
        let memory = Memory::spilling(environment.allow_disk_use);
        let mut loaded = Loaded { memory, ..Loaded::default() };
        let Some((mut rows, records)) = Records::take(input.stages, execution)? else {
            input.drain(|row| self.add(&mut loaded, row.document, environment))?;
            return self.buckets(&loaded.in_order(), execution);
        };
        if self.granularity.is_none() {
            let by = Argument::of(self.group_by.as_ref(), self.identity.as_deref());
            let from = (&mut rows, records.as_slice());
            if let Some(found) = buckets(by, self.buckets, &mut self.columns, from, environment)? {
                return Ok(found);
            }
        }
        for record in records {
            rows.read(record, |document| self.add(&mut loaded, document, environment))?;
        }
        self.buckets(&loaded.in_order(), execution)
    }

    fn add(&self, loaded: &mut Loaded, document: RawDoc<'_>, environment: &Environment) -> Result<()> {
        let value = match self.group_by.evaluate(&Scope::new(document, environment))? {
            Value::Missing => Value::Null,
            value => value.into_owned(),
        };
        if self.granularity.is_some() {
            check_roundable(&value)?;
        }
        let before = loaded.bytes.len();
        let collation = environment.collation.as_deref();
        key::encode_under(collation, value.to_raw(&mut Vec::new()), &mut loaded.bytes);
        let middle = loaded.bytes.len();
        // Charge the whole document, which the server keeps.
        loaded.memory.add(document.as_bytes().len() + 2 * (middle - before) + 64, "$bucketAuto")?;
        self.kept_fields.write(document, &mut loaded.buffer, &mut loaded.bytes);
        loaded.ends.push((middle, loaded.bytes.len()));
        loaded.values.push(value);
        Ok(())
    }

    fn buckets(&mut self, items: &[Item<'_>], execution: Execution<'_>) -> Result<Vec<Vec<u8>>> {
        let mut out = Vec::new();
        if items.is_empty() {
            return Ok(out);
        }
        // One group, reused for each bucket.
        for (_, column) in &mut self.columns {
            column.open();
        }
        let rounded_size = (items.len() as f64 / self.buckets as f64).round() as usize;
        let size = rounded_size.max(1);
        let mut at = 0;
        let mut previous_max: Option<Value<'static>> = None;
        while at < items.len() && out.len() < self.buckets {
            let last = out.len() + 1 == self.buckets;
            let mut end = if last { items.len() } else { (at + size).min(items.len()) };
            // Equal values stay in one bucket.
            while end < items.len() && items[end].key == items[end - 1].key {
                end += 1;
            }
            let mut min = previous_max.take().unwrap_or_else(|| items[at].value.clone());
            let mut max = items.get(end).unwrap_or(&items[end - 1]).value.clone();
            if let Some(granularity) = &self.granularity {
                if out.is_empty() {
                    min = granularity.round_down(&min);
                }
                let inside = granularity.round_up(items[end - 1].value);
                while end < items.len()
                    && crate::value::compare(items[end].value.view(), inside.view()).is_lt()
                {
                    end += 1;
                }
                max = inside;
                previous_max = Some(max.clone());
            }
            out.push(self.bucket(&items[at..end], &min, &max, execution)?);
            at = end;
        }
        Ok(out)
    }

    fn bucket(
        &mut self,
        items: &[Item<'_>],
        min: &Value<'_>,
        max: &Value<'_>,
        execution: Execution<'_>,
    ) -> Result<Vec<u8>> {
        // Accumulators receive a bucket's documents in input order.
        let mut arrived: Vec<_> = items.iter().collect();
        arrived.sort_unstable_by_key(|item| item.arrival);
        for (_, column) in &mut self.columns {
            column.reset(0);
            for item in &arrived {
                column.add(0, &Scope::new(item.document, execution.environment))?;
            }
        }
        let mut out = DocBuilder::new();
        out.document("_id", |id| {
            id.append("min", min).append("max", max);
        });
        let scope = Scope::new(RawDoc::empty(), execution.environment);
        for (name, column) in &mut self.columns {
            column.write(0, name, &scope, &mut out)?;
        }
        Ok(out.finish())
    }
}

fn check_roundable(value: &Value<'_>) -> Result<()> {
    let Some(number) = value.as_number() else {
        return Err(Error::wrong_type(
            40258,
            "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value with type: {type}",
            value.tag(),
        ));
    };
    if number.is_nan() {
        return Err(Error::new(
            40259,
            "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a NaN",
        ));
    }
    if number.compare(Number::Int32(0)).is_lt() {
        return Err(Error::new(
            40260,
            "$bucketAuto can specify a 'granularity' with non-negative numbers only, but found a negative number",
        ));
    }
    Ok(())
}

impl Stage for BucketAuto {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.results.is_none() {
            self.results = Some(self.results(input)?.into_iter());
        }
        self.results.as_mut().map_or(Ok(true), |results| sink.push_all(results))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.group_by.dependencies(out);
        self.columns.iter().for_each(|(_, column)| column.dependencies(out));
    }

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
