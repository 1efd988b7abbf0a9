//! `$setWindowFields`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setWindowFields/>.

use std::rc::Rc;

use super::super::accumulator::{Windows, find_accumulator, parse_field};
use super::super::expression::{ConstantFaults, Expression, FieldPath, Scope};
use super::super::stage_prelude::*;
use super::super::window::{
    Bounds, Partition, WINDOW_FUNCTIONS, WindowContext, WindowFunction, accumulated, sliding,
};
use super::MEMORY_LIMIT;
use super::shared::kept_fields::KeptFields;
use super::shared::part_stage::part_of;
use super::{Memory, RequiredFields, set_path};
use crate::value::{in_order_of_keys, tag};

pub(super) const STAGE: StageOperator = stage(
    "$setWindowFields",
    "Adds fields computed from the documents around each document.",
    (
        r#"[{"_id": 1, "n": 5}, {"_id": 2, "n": 7}]"#,
        r#"{"$setWindowFields": {"sortBy": {"_id": 1}, "output": {"sum": {"$sum": "$n", "window": {"documents": ["unbounded", "current"]}}}}}"#,
        r#"[{"_id": 1, "n": 5, "sum": 5}, {"_id": 2, "n": 7, "sum": 12}]"#,
    ),
    parse,
)
.explained(explained::set_window_fields)
.exceeded(|used| {
    Error::new(
        5643011,
        format!(
            "Exceeded max memory. Current memory: {used} bytes. Max allowed memory: {MEMORY_LIMIT} bytes. To allow spill to disk: set allowDiskUse to true"
        ),
    )
});

/// Compiles `$setWindowFields`. If the partition is a field, the result is a `$sort` and the stage that adds the
/// fields; otherwise that stage sorts too.
fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        ErrorCode::FAILED_TO_PARSE,
        "the $setWindowFields stage specification must be an object, found {type}",
    )?;
    let fields = Arguments::new("$setWindowFields", doc);
    fields.only(&["partitionBy", "sortBy", "output"])?;
    let (output, by) = (fields.document("output")?, fields.document("sortBy")?);
    let output = output.ok_or_else(|| fields.missing("output"))?;
    let sort = match by {
        None => None,
        Some(by) => {
            let pattern = DocumentOrder::parse(by)?;
            Some(pattern.with_collation(context.environment.collation.clone()))
        }
    };
    let mut faults = ConstantFaults::default();
    let partition = doc.get("partitionBy").map(|by| faults.compile(by, context)).transpose()?;
    let mut fields = Vec::new();
    for element in output {
        let path = FieldPath::new(element.name())?;
        match parse_function(element.name(), element.value, sort.as_ref(), context) {
            Ok(function) => fields.push((path, function)),
            Err(error) => faults.keep(error)?,
        }
    }
    faults.report()?;
    let varying = partition.as_ref().filter(|by| by.constant().is_none());
    let path = varying.map(|by| by.field_path().map(|path| path.as_str().to_owned()));
    let sorted = path != Some(None);
    let mut stages = Vec::new();
    if sorted {
        let mut order = DocBuilder::new();
        let path = path.flatten();
        path.iter().for_each(|path| {
            order.append_i32(path, 1);
        });
        for element in by.into_iter().flatten() {
            if path.as_deref() != Some(element.name()) {
                order.append_raw(element.name(), element.value);
            }
        }
        let order = order.finish();
        if !RawDoc::new(&order).is_empty() {
            stages = part_of(&super::sort::STAGE, RawDoc::new(&order), context)?;
        }
    }
    let names = || fields.iter().map(|(path, _)| path.as_str());
    let distinct_names = names().enumerate().all(|(at, name)| names().take(at).all(|before| before != name));
    stages.push(Box::new(SetWindowFields {
        partition,
        sort,
        fields,
        distinct_names,
        sorted,
        ..Default::default()
    }));
    Ok(stages)
}

/// Compiles `{ $function: <argument>, window: { … } }`.
fn parse_function(
    field: &str,
    value: RawValue<'_>,
    sort: Option<&DocumentOrder>,
    context: &mut ParseContext,
) -> Result<Box<dyn WindowFunction>> {
    let Some(doc) = value.as_document() else {
        return Err(Error::failed_to_parse(format!("The field '{field}' must be an object")));
    };
    if !doc.iter().any(|element| element.key.starts_with(b"$")) {
        let first = doc.first().map(|element| element.name().to_owned()).unwrap_or_default();
        return Err(Error::failed_to_parse(format!("Expected a $-prefixed window function, {first}")));
    }
    let mut function = None;
    let mut bounds = None;
    for element in doc {
        match element.name() {
            "window" => bounds = Some(Bounds::parse(element.value, sort, context)?),
            name if name.starts_with('$') && function.is_none() => function = Some(element),
            name if name.starts_with('$') => {
                return Err(Error::failed_to_parse(format!(
                    "Cannot specify two functions in window function spec: {name}"
                )));
            }
            name => {
                return Err(Error::failed_to_parse(format!(
                    "Window function found an unknown argument: {name}"
                )));
            }
        }
    }
    let Some(function) = function else {
        return Err(Error::failed_to_parse("Must specify a window function in output field"));
    };
    let name = function.name();
    if let Some(known) = WINDOW_FUNCTIONS.iter().find(|known| known.help.name == name) {
        return (known.parse)(function.value, &WindowContext { bounds, sort }, context);
    }
    let Some(known) = find_accumulator(name).filter(|known| known.is_over_windows()) else {
        return Err(Error::failed_to_parse(format!("Unrecognized window function, {name}")));
    };
    let mut alone = DocBuilder::new();
    alone.append_raw(name, function.value);
    let alone = alone.finish();
    let column = parse_field("output", RawValue { tag: tag::DOCUMENT, bytes: &alone }, context)?;
    match (known.windows, bounds) {
        (Windows::Sliding(held), Some(bounds)) if !bounds.has_fixed_start() => {
            sliding(held(), function.value, &bounds, context)
        }
        (_, bounds) => Ok(accumulated(column, bounds)),
    }
}

#[derive(Debug, Default)]
struct SetWindowFields {
    partition: Option<Box<dyn Expression>>,
    sort: Option<DocumentOrder>,
    fields: Vec<(FieldPath, Box<dyn WindowFunction>)>,
    /// Whether the output fields have distinct names.
    distinct_names: bool,
    /// Whether the input is sorted.
    sorted: bool,
    /// The sorted documents of an unsorted input.
    loaded: Option<std::vec::IntoIter<Item>>,
    /// The first document of the next partition.
    ahead: Option<Item>,
    /// Whether the input has ended.
    ended: bool,
    /// The remaining documents of the current partition.
    left: std::vec::IntoIter<Vec<u8>>,
    /// The fields kept of each document.
    kept_fields: KeptFields,
    buffer: Vec<u8>,
    /// The peak memory of a partition's documents, in bytes.
    peak_documents: usize,
    /// The peak memory of each function, in bytes; only for explain.
    peak_functions: Vec<usize>,
    explained: bool,
    used_disk: bool,
    /// The last document's partition: its value (type and bytes) and its key.
    last: Option<(Vec<u8>, Rc<[u8]>)>,
}

/// A document with the key of its partition and its sort key within the partition.
#[derive(Debug)]
struct Item {
    partition: Rc<[u8]>,
    key: Vec<u8>,
    document: Vec<u8>,
}

impl Item {
    fn size(&self) -> usize {
        self.document.len() + self.partition.len() + self.key.len()
    }
}

/// The documents of one partition with their keys.
#[derive(Default)]
struct ReadPartition {
    partition: Rc<[u8]>,
    keys: Vec<Vec<u8>>,
    documents: Vec<Vec<u8>>,
}

impl ReadPartition {
    /// Adds a document; returns it if it belongs to another partition.
    fn add(&mut self, item: Item) -> Option<Item> {
        if self.documents.is_empty() {
            self.partition = item.partition;
        } else if !Rc::ptr_eq(&item.partition, &self.partition) && item.partition != self.partition {
            return Some(item);
        }
        self.keys.push(item.key);
        self.documents.push(item.document);
        None
    }
}

impl SetWindowFields {
    /// Returns a document with its keys.
    fn item(&mut self, root: RawDoc<'_>, execution: Execution<'_>) -> Result<Item> {
        let partition = match &self.partition {
            None => Rc::default(),
            Some(by) => match by.evaluate(&Scope::new(root, execution.environment))? {
                Value::Array(_) => {
                    return Err(Error::type_mismatch(
                        "An expression used to partition cannot evaluate to value of type array",
                    ));
                }
                value => {
                    let value = if value.is_nullish() { Value::Null } else { value };
                    partition_key(value.to_raw(&mut Vec::new()), &mut self.last, execution)
                }
            },
        };
        let reads_keys = !self.sorted || self.fields.iter().any(|(_, function)| function.reads_keys());
        let sort = self.sort.as_ref().filter(|_| reads_keys);
        let key = sort.map_or(Ok(Vec::new()), |sort| sort.key(root))?;
        Ok(Item { partition, key, document: self.kept_fields.take(root, &mut self.buffer) })
    }

    /// Reads an unsorted input and sorts its documents.
    fn load(&mut self, input: &mut Input<'_>) -> Result<std::vec::IntoIter<Item>> {
        let execution = input.execution;
        let mut memory = Memory::spilling(execution.environment.allow_disk_use);
        let mut items = Vec::new();
        input.drain(|row| {
            let item = self.item(row.document, execution)?;
            memory.add(item.size(), "$setWindowFields")?;
            items.push(item);
            Ok(())
        })?;
        self.used_disk |= memory.spills() > 0;
        self.peak_documents = self.peak_documents.max(memory.used());
        let items = in_order_of_keys(items, |item| &item.key);
        Ok(in_order_of_keys(items, |item| &item.partition).into_iter())
    }

    /// Reads one partition and computes its fields; returns its documents, none at the end.
    fn partition(&mut self, input: &mut Input<'_>) -> Result<Vec<Vec<u8>>> {
        let execution = input.execution;
        let mut memory = Memory::spilling(execution.environment.allow_disk_use);
        let mut read = ReadPartition::default();
        if let Some(first) = self.ahead.take() {
            read.add(first);
        }
        if self.sorted {
            self.ended = self.ended
                || input.each(|row| {
                    let item = self.item(row.document, execution)?;
                    let size = item.size();
                    if read.documents.is_empty() {
                        read.add(item);
                        return Ok(true);
                    }
                    self.ahead = read.add(item);
                    if self.ahead.is_none() {
                        memory.add(size, "$setWindowFields")?;
                    }
                    Ok(self.ahead.is_none())
                })?;
        } else {
            let mut loaded = match self.loaded.take() {
                Some(loaded) => loaded,
                None => self.load(input)?,
            };
            while self.ahead.is_none()
                && let Some(item) = loaded.next()
            {
                self.ahead = read.add(item);
            }
            self.loaded = Some(loaded);
        }
        if read.documents.is_empty() {
            return Ok(Vec::new());
        }
        self.used_disk |= memory.spills() > 0;
        self.peak_documents = self.peak_documents.max(memory.used());
        self.with_fields(&read.keys, read.documents, execution)
    }

    fn with_fields(
        &mut self,
        keys: &[Vec<u8>],
        mut documents: Vec<Vec<u8>>,
        execution: Execution<'_>,
    ) -> Result<Vec<Vec<u8>>> {
        let partition = Partition {
            documents: &documents,
            keys,
            sort: self.sort.as_ref(),
            environment: execution.environment,
        };
        let mut columns = Vec::with_capacity(self.fields.len());
        self.peak_functions.resize(self.fields.len(), 0);
        for ((_, function), most) in self.fields.iter_mut().zip(&mut self.peak_functions) {
            let values = function.values(&partition)?;
            if self.explained {
                *most = values.iter().map(Value::memory_size).fold(*most, usize::max);
            }
            columns.push(values);
        }
        for (at, document) in documents.iter_mut().enumerate() {
            let root = RawDoc::new(document);
            let values = || columns.iter().filter_map(|column| column.get(at));
            let is_new = |path: &FieldPath| matches!(path.parts(), [name] if root.get(name).is_none());
            if self.distinct_names && self.fields.iter().all(|(path, _)| is_new(path)) {
                let mut out = DocBuilder::with_capacity(document.len() + 24 * self.fields.len());
                out.append_all(root);
                for ((path, _), value) in self.fields.iter().zip(values()) {
                    out.append(path.as_str(), value);
                }
                *document = out.finish();
                continue;
            }
            for ((path, _), value) in self.fields.iter().zip(values()) {
                *document = set_path(RawDoc::new(document), path.parts(), value);
            }
        }
        Ok(documents)
    }
}

/// Returns the key of a partition's value; reuses the last document's key for an identical value.
fn partition_key(
    value: RawValue<'_>,
    last: &mut Option<(Vec<u8>, Rc<[u8]>)>,
    execution: Execution<'_>,
) -> Rc<[u8]> {
    if let Some((known, key)) = last
        && let Some((tag, bytes)) = known.split_first()
        && *tag == value.tag
        && bytes == value.bytes
    {
        return key.clone();
    }
    let key: Rc<[u8]> = execution.environment.key_of(value).into();
    let bytes = std::iter::once(value.tag).chain(value.bytes.iter().copied());
    *last = Some((bytes.collect(), key.clone()));
    key
}

impl Stage for SetWindowFields {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        loop {
            if !sink.push_all(&mut self.left)? {
                return Ok(false);
            }
            self.left = self.partition(input)?.into_iter();
            if self.left.len() == 0 {
                return Ok(true);
            }
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.partition.iter().for_each(|by| by.dependencies(out));
        let sorted = self.sort.iter().flat_map(|sort| sort.parts());
        out.fields.extend(sorted.map(|part| part.path.as_str().to_owned()));
        self.fields.iter().for_each(|(_, function)| function.dependencies(out));
    }

    fn prepare_explain(&mut self, _: &crate::aggregate::Catalog) -> Result<()> {
        self.explained = true;
        Ok(())
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.document("maxFunctionMemoryUsageBytes", |functions| {
            for ((path, _), most) in self.fields.iter().zip(&self.peak_functions) {
                functions.append_i64(path.as_str(), *most as i64);
            }
        });
        let computed: usize = self.peak_functions.iter().sum();
        out.append_i64("maxTotalMemoryUsageBytes", (self.peak_documents + computed) as i64);
        out.append_bool("usedDisk", self.used_disk);
    }

    fn comparison_origin(&self, path: &str, _: bool) -> Option<String> {
        let computed = |name: &str| self.fields.iter().any(|(path, _)| super::overlap(path.as_str(), name));
        match self.partition.as_ref()?.field_path()?.parts() {
            [field] if **field == *path && !computed(field) => Some(path.to_owned()),
            _ => None,
        }
    }

    fn set_required_fields(&mut self, needed: &RequiredFields) {
        let mut reads = Dependencies::default();
        self.dependencies(&mut reads);
        self.kept_fields = KeptFields::to(&reads, Some(needed));
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Windows
    }

    fn effect(&self) -> Effect {
        Effect::Changes(self.fields.iter().map(|(path, _)| path.as_str().to_owned()).collect())
    }
}
