//! `$graphLookup`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/graphLookup/>.

use std::collections::HashSet;

use super::super::execution::Usage;
use super::super::expression::{ConstantFaults, Environment, Expression, FieldPath, Scope};
use super::super::foreign::{concatenate, open_pipeline};
use super::super::stage_prelude::*;
use super::lookup::Unwinding;
use super::lookup::equality::visit;
use super::lookup::records::Join;
use super::lookup::specification::namespace;
use super::{Memory, set_path};
use crate::collection::Index;
use crate::plan::Examined;
use crate::value::{ArrayBuilder, EMPTY_DOCUMENT, key};

pub(super) const STAGE: StageOperator = stage(
    "$graphLookup",
    "Adds an array of the documents found by following references from one to the next.",
    (
        r#"[{"_id": 1, "boss": 5}]"#,
        r#"{"$graphLookup": {"from": "staff", "startWith": "$boss", "connectFromField": "boss", "connectToField": "_id", "as": "chain"}}"#,
        r#"[{"_id": 1, "boss": 5, "chain": []}]"#,
    ),
    parse,
)
.explained(explained::graph_lookup)
.foreign_references(|spec| ForeignReferences::in_fields(spec, "from", None))
.exceeded(|_| Error::new(40099, "$graphLookup reached maximum memory consumption"));

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        ErrorCode::FAILED_TO_PARSE,
        "the $graphLookup stage specification must be an object, but found {type}",
    )?;
    if doc.get("from").is_none() {
        return Err(Error::failed_to_parse(format!(
            "missing 'from' option to $graphLookup stage specification: {}",
            display_document(doc)
        )));
    }
    let (mut from, mut start, mut as_field, mut connect_from, mut connect_to) =
        (None, None, None, None, None);
    let (mut depth_field, mut max_depth, mut restrict) = (None, None, None);
    let mut faults = ConstantFaults::default();
    for element in doc {
        let (name, value) = (element.name(), element.value);
        match name {
            "from" => from = Some(namespace("$graphLookup", value, context)?),
            "startWith" => start = Some(faults.compile(value, context)?),
            "as" => as_field = Some(path(name, value)?),
            "connectFromField" => connect_from = Some(path(name, value)?),
            "connectToField" => connect_to = Some(path(name, value)?),
            "depthField" => depth_field = Some(path(name, value)?),
            "maxDepth" => max_depth = Some(depth_limit(value)?),
            "restrictSearchWithMatch" => restrict = Some(restriction(value, context)?),
            _ => return Err(Error::new(40104, format!("Unknown argument to $graphLookup: {name}"))),
        }
    }
    let (Some(from), Some(start), Some(as_field), Some(connect_from), Some(connect_to)) =
        (from, start, as_field, connect_from, connect_to)
    else {
        return Err(Error::new(
            40105,
            "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
        ));
    };
    faults.report()?;
    Ok(vec![Box::new(GraphLookup {
        from,
        start,
        as_field,
        connect_from,
        connect_to,
        depth_field,
        max_depth,
        restrict,
        context: context.clone(),
        usage: Usage::default(),
        fetched: 0,
        join: Join::default(),
        unwind: None,
        unwound: Vec::new().into_iter(),
    })])
}

fn path(name: &str, value: RawValue<'_>) -> Result<FieldPath> {
    let text = value.as_str().ok_or_else(|| {
        let shown = display_value(value.view());
        Error::new(40103, format!("expected string as argument for {name}, found: {shown}"))
    })?;
    FieldPath::new(text)
}

/// Parses `maxDepth`: the number of times references are followed after the first search.
fn depth_limit(value: RawValue<'_>) -> Result<i64> {
    let Some(number) = value.as_number() else {
        return Err(Error::wrong_type(40100, "maxDepth must be numeric, found type: {type}", value.tag));
    };
    let refuse =
        |code, problem| Err(Error::new(code, format!("maxDepth {problem}: {}", display_value(value.view()))));
    let depth = number.to_i64_clamped();
    if depth < 0 {
        return refuse(40101, "requires a nonnegative argument, found");
    }
    if number.to_i64_exact().is_none() {
        return refuse(40102, "could not be represented as a long long");
    }
    Ok(depth)
}

/// Parses `restrictSearchWithMatch`: a filter added to each search.
fn restriction(value: RawValue<'_>, context: &ParseContext) -> Result<Vec<u8>> {
    let filter = expect_document(value, 40185, "restrictSearchWithMatch must be an object, found {type}")?;
    crate::query::Filter::parse(filter, &context.filter_context())?;
    Ok(filter.as_bytes().to_vec())
}

/// The `$graphLookup` stage: follows references from document to document.
#[derive(Debug)]
pub struct GraphLookup {
    from: (String, String),
    start: Box<dyn Expression>,
    as_field: FieldPath,
    connect_from: FieldPath,
    connect_to: FieldPath,
    depth_field: Option<FieldPath>,
    max_depth: Option<i64>,
    /// The filter added to each search.
    restrict: Option<Vec<u8>>,
    context: ParseContext,
    usage: Usage,
    /// The number of searches so far.
    fetched: usize,
    /// The hash table for searches without an index.
    join: Join,
    /// The absorbed `$unwind` of the found documents.
    unwind: Option<Unwinding>,
    /// The remaining unwound documents of the last input document.
    unwound: std::vec::IntoIter<Vec<u8>>,
}

/// The number of searches before the collection is read into a hash table.
const SEARCHES_BEFORE_TABLE: usize = 4;

/// The values still to be searched, each once.
#[derive(Default)]
struct Frontier {
    seen: HashSet<Vec<u8>>,
    values: Vec<Value<'static>>,
}

impl Frontier {
    fn add(&mut self, value: RawValue<'_>, environment: &Environment) -> usize {
        let key = environment.key_of(value);
        if self.seen.insert(key) {
            self.values.push(Value::from(value).into_owned());
            return value.bytes.len() + 64;
        }
        0
    }
}

impl GraphLookup {
    /// Finds the connected documents breadth-first, so every document has its least depth.
    fn search(&mut self, root: RawDoc<'_>, execution: Execution<'_>) -> Result<Vec<u8>> {
        let mut frontier = Frontier::default();
        let mut memory = Memory::default();
        let start = self.start.evaluate(&Scope::new(root, execution.environment))?;
        match start.as_array() {
            Some(array) => {
                for value in array.values() {
                    memory.add(frontier.add(value, execution.environment), "$graphLookup")?;
                }
            }
            // A missing field has no references.
            None if matches!(start, Value::Missing) => {}
            None => {
                frontier.add(start.to_raw(&mut Vec::new()), execution.environment);
            }
        }
        let mut found = ArrayBuilder::new();
        let mut known: HashSet<Vec<u8>> = HashSet::new();
        let mut depth = 0;
        while !frontier.values.is_empty() && self.max_depth.is_none_or(|max| depth <= max) {
            let values = std::mem::take(&mut frontier.values);
            let mut pending: Vec<Vec<u8>> = Vec::new();
            self.fetch(&values, execution, &mut pending)?;
            for document in pending {
                let doc = RawDoc::new(&document);
                let id = key::key_of(doc.get("_id").unwrap_or(RawValue::NULL).view());
                if !known.insert(id) {
                    continue;
                }
                memory.add(document.len() + 64, "$graphLookup")?;
                let mut grown = 0;
                visit(doc, self.connect_from.parts(), &mut |value| {
                    grown += frontier.add(value, execution.environment)
                });
                memory.add(grown, "$graphLookup")?;
                match &self.depth_field {
                    None => found.push_doc(doc),
                    Some(field) => {
                        let with_depth = set_path(doc, field.parts(), &Value::Int64(depth));
                        found.push_doc(RawDoc::new(&with_depth))
                    }
                };
            }
            depth += 1;
        }
        Ok(found.finish())
    }

    /// Appends the documents whose `connectToField` equals one of the values.
    fn fetch(
        &mut self,
        values: &[Value<'static>],
        execution: Execution<'_>,
        out: &mut Vec<Vec<u8>>,
    ) -> Result<()> {
        self.fetched += 1;
        // The table also finds documents without the field under null.
        let has_null = values.iter().any(|value| matches!(value, Value::Null));
        if self.fetched > SEARCHES_BEFORE_TABLE
            && !has_null
            && self.fetch_by_table(values, execution, out).is_some()
        {
            return Ok(());
        }
        let path = self.connect_to.as_str();
        let mut filter = DocBuilder::new();
        filter.array("$and", |all| {
            all.document(|item| {
                item.document(path, |inner| {
                    inner.array("$in", |list| {
                        for value in values {
                            list.push(value);
                        }
                    });
                    // Null doesn't match missing fields here.
                    if has_null {
                        inner.append_bool("$exists", true);
                    }
                });
            });
            if let Some(restrict) = &self.restrict {
                all.push_doc(RawDoc::new(restrict));
            }
        });
        let filter = filter.finish();
        let mut stages = ArrayBuilder::new();
        stages.document(|stage| {
            stage.append_doc("$match", RawDoc::new(&filter));
        });
        let stages = concatenate(RawDoc::new(&stages.finish()), RawDoc::new(EMPTY_DOCUMENT));
        let mut context = self.context.clone();
        let (database, name) = &self.from;
        let stages = RawDoc::new(&stages);
        let mut pipeline = open_pipeline(execution.catalog, database, name, stages, None, &mut context)?;
        pipeline.drain(execution, |row| {
            out.push(row.document.as_bytes().to_vec());
            Ok(())
        })?;
        self.usage.add(&pipeline.usage());
        Ok(())
    }
}

impl GraphLookup {
    /// Like [`Self::fetch`], from the hash table, when the server would scan the whole collection; `None` when it
    /// might use an index instead.
    fn fetch_by_table(
        &mut self,
        values: &[Value<'static>],
        execution: Execution<'_>,
        out: &mut Vec<Vec<u8>>,
    ) -> Option<()> {
        let path = self.connect_to.as_str();
        let (_, collection) = execution.catalog.find(&self.from.0, &self.from.1)?;
        let no_help = |index: &Index| {
            let first = index.spec.fields.first();
            index.spec.wildcard.is_none() && first.is_some_and(|field| field.path.as_str() != path)
        };
        let stored = collection.options.view.is_none()
            && path != "_id"
            && !collection.plan_cache.has_filters()
            && collection.indexes().iter().all(no_help);
        // A regular expression would match instead of compare.
        let equal = !values.iter().any(|value| matches!(value, Value::Regex { .. }));
        if !stored || !equal || self.restrict.is_some() {
            return None;
        }
        let mut list = ArrayBuilder::new();
        values.iter().for_each(|value| {
            list.push(value);
        });
        let list = list.finish();
        let collation = self.context.environment.collation.clone();
        let how = (path, collation);
        let found =
            self.join.by_table(RawDoc::new(&list).values(), collection, how, &mut Usage::default()).ok()?;
        let (records, _) = found;
        let all = collection.records();
        let (documents, bytes) = all.measure(0, all.end());
        self.usage.examined =
            self.usage.examined + Examined { documents, bytes, seeks: documents, ..Examined::default() };
        let ids = records.into_ids();
        out.extend(ids.into_iter().filter_map(|record| all.get(record)).map(<[u8]>::to_vec));
        Some(())
    }
}

impl GraphLookup {
    /// Absorbs a stage if it is an `$unwind` of the found documents.
    pub(in crate::aggregate) fn absorb(&mut self, unwind: &super::Unwind) -> bool {
        Unwinding::absorb(&mut self.unwind, unwind, &self.as_field)
    }

    /// Whether a path is the stage's output path.
    pub(in crate::aggregate) fn finds(&self, path: &str) -> bool {
        self.as_field.as_str() == path
    }

    /// Returns one document per found document, which replaces the array.
    fn unwind_found(&self, unwind: &Unwinding, root: RawDoc<'_>, found: RawDoc<'_>) -> Vec<Vec<u8>> {
        let documents = found.values().map(Value::from).zip((0..).map(Value::Int64));
        let nothing = (unwind.preserve && found.is_empty()).then_some((Value::Missing, Value::Null));
        let with = |(value, index)| {
            let out = set_path(root, self.as_field.parts(), &value);
            match &unwind.index_name {
                Some(path) => set_path(RawDoc::new(&out), path.parts(), &index),
                None => out,
            }
        };
        documents.chain(nothing).map(with).collect()
    }
}

impl Stage for GraphLookup {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        if !sink.push_all(&mut self.unwound)? {
            return Ok(false);
        }
        input.expand_into(sink, |row, sink| {
            let root = row.document;
            let found = self.search(root, execution)?;
            match &self.unwind {
                None => sink.push(Row::new(&set_path(root, self.as_field.parts(), &Value::array(found)))),
                Some(unwind) => {
                    self.unwound = self.unwind_found(unwind, root, RawDoc::new(&found)).into_iter();
                    sink.push_all(&mut self.unwound).map(|_| ())
                }
            }
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.start.dependencies(out);
    }

    fn commutes_with_match(&self, reads: &Dependencies) -> bool {
        super::passes_beside(&self.effect(), reads)
    }

    fn effect(&self) -> Effect {
        let mut changed = vec![self.as_field.as_str().to_owned()];
        let index_name = self.unwind.as_ref().and_then(|unwind| unwind.index_name.as_ref());
        changed.extend(index_name.map(|name| name.as_str().to_owned()));
        Effect::Changes(changed)
    }

    fn is_one_to_one(&self) -> bool {
        self.unwind.is_none()
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::GraphLookup(self)
    }

    fn describe(&self, written: RawDoc<'_>) -> Option<Vec<u8>> {
        let unwind = self.unwind.as_ref()?;
        let mut out = DocBuilder::new();
        out.document("$graphLookup", |spec| {
            let given = written.get("$graphLookup").and_then(RawValue::as_document);
            spec.append_all(given.unwrap_or(RawDoc::empty()));
            unwind.describe(spec);
        });
        Some(out.finish())
    }

    fn usage(&self, out: &mut Usage) {
        out.add(&self.usage);
        out.operations += 1;
    }
}
