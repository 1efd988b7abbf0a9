//! `$densify`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/densify/>.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::super::expression::{FieldPath, TimeUnit, find_time_unit};
use super::super::stage_prelude::*;
use super::MEMORY_LIMIT;
use super::shared::part_stage::part_of;
use super::{Memory, overlap, set_path};
use crate::value::{Number, compare, key};

pub(super) const STAGE: StageOperator = stage(
    "$densify",
    "Adds documents where a sequence of numbers or dates has gaps.",
    (
        r#"[{"t": 1}, {"t": 4}]"#,
        r#"{"$densify": {"field": "t", "range": {"step": 1, "bounds": "full"}}}"#,
        r#"[{"t": 1}, {"t": 2}, {"t": 3}, {"t": 4}]"#,
    ),
    parse,
)
.explained(explained::densify)
.exceeded(|_| Error::new(6007200, format!("$densify exceeded memory limit of {MEMORY_LIMIT}")));

/// The largest number of documents that one stage may add.
const MAX_GENERATED: usize = 500_000;

/// Compiles `$densify` to a `$sort` and the stage that adds the documents.
fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc =
        expect_document(spec, 5733401, "The $densify stage specification must be an object, found {type}")?;
    let fields = Arguments::new("$densify", doc);
    fields.only(&["field", "partitionByFields", "range"])?;
    let field = FieldPath::new(fields.string("field")?.ok_or_else(|| fields.missing("field"))?)?;
    let range = fields.document("range")?.ok_or_else(|| fields.missing("range"))?;
    let mut partition = Vec::new();
    for (at, value) in fields.array("partitionByFields")?.into_iter().flat_map(RawDoc::values).enumerate() {
        let name = value
            .as_str()
            .ok_or_else(|| Error::wrong_element_type("$densify.partitionByFields", at, value, "string"))?;
        partition.push(FieldPath::new(name)?);
    }
    if partition.iter().any(|path| overlap(path.as_str(), field.as_str())) {
        return Err(Error::new(
            8993000,
            "BSON field 'partitionByFields' contains the field that is being densified",
        ));
    }
    let range = Arguments::new("$densify.range", range);
    range.only(&["step", "unit", "bounds"])?;
    let step = Step::parse(&range)?;
    let bounds = range.get("bounds").ok_or_else(|| range.missing("bounds"))?;
    let bounds = Bounds::parse(bounds, step, !partition.is_empty())?;
    let mut order = DocBuilder::new();
    if matches!(bounds, Bounds::Partition) {
        partition.iter().for_each(|path| {
            order.append_i32(path.as_str(), 1);
        });
    }
    order.append_i32(field.as_str(), 1);
    let mut stages = part_of(&super::sort::STAGE, RawDoc::new(&order.finish()), context)?;
    stages.push(Box::new(Densify { field, partition, step, bounds, left: None }));
    Ok(stages)
}

/// The distance between two documents.
#[derive(Clone, Copy, Debug)]
enum Step {
    Number(Number),
    Time(TimeUnit, i64),
}

impl Step {
    /// Parses `step` and `unit` of a range.
    fn parse(range: &Arguments<'_>) -> Result<Self> {
        let step = range.get("step").ok_or_else(|| range.missing("step"))?;
        let Some(number) = step.as_number() else {
            return Err(range.wrong_type("step", step, "int, decimal, double, long"));
        };
        if number.compare(Number::Int32(0)).is_le() {
            return Err(Error::new(
                5733401,
                "The step parameter in a range statement must be a strictly positive numeric value",
            ));
        }
        let Some(unit) = range.get("unit") else { return Ok(Step::Number(number)) };
        let unit = unit.as_str().ok_or_else(|| range.wrong_type("unit", unit, "string"))?;
        let unit = find_time_unit(unit)
            .ok_or_else(|| Error::failed_to_parse(format!("unknown time unit value: {unit}")))?;
        let amount = number.to_i64_exact().ok_or_else(|| {
            Error::new(
                6586400,
                "The step parameter in a range statement must be a whole number when densifying a date range",
            )
        })?;
        Ok(Step::Time(unit, amount))
    }

    /// Returns the value one step after another.
    fn after(self, from: &Value<'static>) -> Option<Value<'static>> {
        match (self, from) {
            (Step::Time(unit, amount), Value::Date(millis)) => unit.shift(*millis, amount).map(Value::Date),
            (Step::Number(step), from) => from.as_number()?.checked_add(step).map(Value::from),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
enum Bounds {
    /// From the least to the greatest value of all documents.
    Full,
    /// From the least to the greatest value of each partition.
    Partition,
    /// Explicit bounds, excluding the upper one.
    Explicit(Value<'static>, Value<'static>),
}

impl Bounds {
    /// Parses the `bounds` of a range; explicit bounds must have the type of the step.
    fn parse(bounds: RawValue<'_>, step: Step, partitioned: bool) -> Result<Self> {
        if let Some(name) = bounds.as_str() {
            return match name {
                "full" => Ok(Bounds::Full),
                "partition" if partitioned => Ok(Bounds::Partition),
                "partition" => Err(Error::new(
                    5733408,
                    "One may not specify the bounds as 'partition' without specifying a non-empty array of partitionByFields. You may have meant to specify 'full' bounds.",
                )),
                _ => Err(Error::new(5946802, "Bounds string must either be 'full' or 'partition'")),
            };
        }
        let Some((low, high)) = bounds
            .as_array()
            .filter(|array| array.count() == 2)
            .and_then(|array| Some((array.nth(0)?, array.nth(1)?)))
        else {
            return Err(Error::new(
                5733403,
                "A bounding array in a range statement must have exactly two elements",
            ));
        };
        let fits = |value: RawValue<'_>| match step {
            Step::Number(_) => value.is_number(),
            Step::Time(..) => value.as_date().is_some(),
        };
        if compare(low.view(), high.view()).is_gt() {
            return Err(Error::new(
                5733402,
                "A bounding array must be an ascending array of either two dates or two numbers",
            ));
        }
        if low.is_number() && matches!(step, Step::Time(..)) {
            return Err(Error::new(5733409, "Numeric bounds may not have unit parameter"));
        }
        if !fits(low) || !fits(high) {
            return Err(Error::new(
                5733406,
                "A bounding array must contain either both dates or both numeric types",
            ));
        }
        Ok(Bounds::Explicit(Value::from(low).into_owned(), Value::from(high).into_owned()))
    }
}

#[derive(Debug)]
struct Densify {
    field: FieldPath,
    partition: Vec<FieldPath>,
    step: Step,
    bounds: Bounds,
    left: Option<std::vec::IntoIter<Vec<u8>>>,
}

/// The state of one partition.
#[derive(Debug)]
struct Group {
    /// The sort key of the partition's fields.
    key: Vec<u8>,
    /// The partition's fields, for new documents.
    fields: Vec<u8>,
    /// The range of values to fill.
    range: Option<(Value<'static>, Value<'static>)>,
    /// The next value of the sequence; `None` before the start. A document whose value equals it continues the
    /// sequence with its own value and type.
    next: Option<Value<'static>>,
}

/// A document's value (null when missing), the document, and the number of its partition.
type Item = (Value<'static>, Vec<u8>, usize);

impl Densify {
    fn value(&self, root: RawDoc<'_>) -> Result<Option<Value<'static>>> {
        let value = self.field.find(root).into_value().into_owned();
        if value.is_nullish() {
            return Ok(None);
        }
        match (self.step, &value) {
            (Step::Time(..), Value::Date(_)) => Ok(Some(value)),
            (Step::Number(_), Value::Date(_)) => Err(Error::new(
                6053600,
                "Encountered date densify value in collection when step does not have a date unit.",
            )),
            (step, other) if other.as_number().is_some() => match step {
                Step::Number(_) => Ok(Some(value)),
                Step::Time(..) => Err(Error::new(
                    6053600,
                    "Encountered numeric densify value in collection when step has a date unit.",
                )),
            },
            _ => Err(Error::new(5733201, "Densify field type must be numeric or a date")),
        }
    }

    fn read(&self, input: &mut Input<'_>) -> Result<(Vec<Item>, Vec<Group>)> {
        let mut memory = Memory::default();
        let mut items = Vec::new();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        input.drain(|row| {
            let root = row.document;
            memory.add(root.as_bytes().len() + 64, "$densify")?;
            let value = self.value(root)?.unwrap_or(Value::Null);
            let mut fields = RawDoc::empty().as_bytes().to_vec();
            let mut key = Vec::new();
            for path in &self.partition {
                let found = path.find(root).into_value();
                key::encode(found.view(), &mut key);
                if !matches!(found, Value::Missing) {
                    fields = set_path(RawDoc::new(&fields), path.parts(), &found);
                }
            }
            let number = match numbers.get(&key) {
                Some(&number) => number,
                // Documents without the field don't start a partition.
                None if value.is_nullish() && !matches!(self.bounds, Bounds::Partition) => 0,
                None => {
                    numbers.insert(key.clone(), groups.len());
                    groups.push(Group { key, fields, range: None, next: None });
                    groups.len() - 1
                }
            };
            items.push((value, root.as_bytes().to_vec(), number));
            Ok(())
        })?;
        Ok((items, groups))
    }

    /// Reads the input and returns the densified documents in order of their values. Partitions are
    /// interleaved unless each has its own bounds; the rest of their ranges follows at the end.
    fn densified(&self, input: &mut Input<'_>) -> Result<Vec<Vec<u8>>> {
        let (mut items, mut groups) = self.read(input)?;
        let apart = matches!(self.bounds, Bounds::Partition);
        crate::value::sort_by(&mut items, |(a, _, one), (b, _, other)| {
            let partition = if apart { groups[*one].key.cmp(&groups[*other].key) } else { Ordering::Equal };
            partition.then_with(|| compare(a.view(), b.view()))
        });
        // Explicit bounds generate documents even for an empty input.
        if groups.is_empty() && self.partition.is_empty() && matches!(self.bounds, Bounds::Explicit(..)) {
            let fields = RawDoc::empty().as_bytes().to_vec();
            groups.push(Group { key: Vec::new(), fields, range: None, next: None });
        }
        let mut all = match &self.bounds {
            Bounds::Explicit(low, high) => Some((low.clone(), high.clone())),
            Bounds::Full | Bounds::Partition => None,
        };
        if !matches!(self.bounds, Bounds::Explicit(..)) {
            for (value, _, number) in items.iter().filter(|(value, ..)| !value.is_nullish()) {
                let range = if apart { &mut groups[*number].range } else { &mut all };
                match range {
                    Some((_, last)) => *last = value.clone(),
                    None => *range = Some((value.clone(), value.clone())),
                }
            }
        }
        if !apart {
            groups.iter_mut().for_each(|group| group.range.clone_from(&all));
        }
        let mut generated = 0;
        let mut out = Vec::new();
        for (value, document, number) in items {
            if !value.is_nullish()
                && let Some(group) = groups.get_mut(number)
            {
                self.fill(group, Some(&value), &mut generated, &mut out)?;
            }
            out.push(document);
        }
        for group in &mut groups {
            self.fill(group, None, &mut generated, &mut out)?;
        }
        Ok(out)
    }

    /// Adds a partition's missing documents before `until`, or all remaining ones, and advances the
    /// sequence past `until`.
    fn fill(
        &self,
        group: &mut Group,
        until: Option<&Value<'static>>,
        generated: &mut usize,
        out: &mut Vec<Vec<u8>>,
    ) -> Result<()> {
        let Some((first, last)) = &group.range else { return Ok(()) };
        let inclusive = !matches!(self.bounds, Bounds::Explicit(..));
        let mut next = group.next.take().or_else(|| Some(first.clone()));
        while let Some(value) = &next {
            let order = compare(value.view(), last.view());
            if order.is_gt() || (order.is_eq() && !inclusive) {
                break;
            }
            match until.map(|until| (until, compare(value.view(), until.view()))) {
                Some((_, Ordering::Greater)) => break,
                Some((until, Ordering::Equal)) => {
                    next = self.step.after(until);
                    break;
                }
                Some((_, Ordering::Less)) | None => {}
            }
            *generated += 1;
            if *generated > MAX_GENERATED {
                return Err(Error::new(
                    5897900,
                    format!(
                        "Generated {generated} documents in $densify, which is over the limit of {MAX_GENERATED}. Increase the 'internalQueryMaxAllowedDensifyDocs' parameter to allow more generated documents"
                    ),
                ));
            }
            out.push(set_path(RawDoc::new(&group.fields), self.field.parts(), value));
            next = self.step.after(value);
        }
        group.next = next;
        Ok(())
    }
}

impl Stage for Densify {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.left.is_none() {
            self.left = Some(self.densified(input)?.into_iter());
        }
        self.left.as_mut().map_or(Ok(true), |left| sink.push_all(left))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Changes(Vec::new())
    }
}
