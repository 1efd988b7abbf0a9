//! `$collStats`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/collStats/>.

use std::rc::Rc;

use super::super::stage_prelude::*;
use super::{Position, ViewTarget};
use crate::collection::{Collection, write_statistics};

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    view_target: ViewTarget::Themselves,
    in_transactions: false,
    only_local: true,
    in_version_1: counts_only,
    ..stage(
        "$collStats",
        "One document with statistics of the collection.",
        (
            "[]",
            r#"{"$collStats": {}}"#,
            r#"[{"ns": ".", "host": "schema-dojo", "localTime": {"$date": "1970-01-01T00:00:00Z"}}]"#,
        ),
        parse,
    )
};

/// Whether `count` is the only option.
fn counts_only(spec: RawValue<'_>) -> bool {
    spec.as_document().is_some_and(|options| options.iter().all(|option| option.key == b"count"))
}

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document() else {
        return Err(Error::new(
            5447000,
            format!(
                "$collStats must take a nested object but found: $collStats: {}",
                display_value(spec.view())
            ),
        ));
    };
    for element in doc {
        let name = element.name();
        if !matches!(name, "latencyStats" | "storageStats" | "count" | "queryExecStats") {
            return Err(Error::unknown_field("$collStats", name));
        }
        let Some(options) = element.value.as_document() else {
            return Err(Error::wrong_field_type("$collStats", name, element.value, "object"));
        };
        match name {
            "storageStats" => {
                Arguments::new("$collStats.storageStats", options).at_least(1, "scale")?;
            }
            "latencyStats" => {
                Arguments::new("$collStats.latencyStats", options).boolean("histograms")?;
            }
            _ => {}
        }
        if matches!(name, "latencyStats" | "queryExecStats")
            && (context.nesting > 0 || context.costs.is_none())
        {
            return Err(Error::not_supported(&format!(
                "The option {name} of $collStats in a nested pipeline"
            )));
        }
    }
    Ok(vec![Box::new(CollStats {
        database: context.database.clone(),
        collection: context.collection.clone(),
        options: doc.as_bytes().to_vec(),
        costs: context.costs.clone(),
        done: false,
    })])
}

#[derive(Debug)]
struct CollStats {
    database: String,
    collection: String,
    options: Vec<u8>,
    costs: Option<Rc<[u8]>>,
    done: bool,
}

impl CollStats {
    /// Refuses statistics that views or missing collections don't have.
    ///
    /// # Errors
    /// `CommandNotSupportedOnView` (166), `NamespaceNotFound` (26).
    fn check_readable(&self, found: Option<&Collection>) -> Result<()> {
        let options = RawDoc::new(&self.options);
        let reads =
            ["count", "storageStats", "queryExecStats"].iter().any(|name| options.get(name).is_some());
        if reads && found.is_some_and(|collection| collection.options.view.is_some()) {
            return Err(Error::not_on_view(&self.database, &self.collection));
        }
        // A missing collection supports only `latencyStats`.
        for read in ["storageStats", "count", "queryExecStats"] {
            if found.is_none() && options.get(read).is_some() {
                return Err(Error::new(
                    ErrorCode::NAMESPACE_NOT_FOUND,
                    format!(
                        "Unable to retrieve {read} in $collStats stage :: caused by :: Collection [{}.{}] not found.",
                        self.database, self.collection
                    ),
                ));
            }
        }
        Ok(())
    }

    fn describe(&self, found: Option<&Collection>, now_millis: i64, out: &mut DocBuilder) {
        let options = RawDoc::new(&self.options);
        out.append_str("ns", &format!("{}.{}", self.database, self.collection))
            .append_str("host", "schema-dojo")
            .append_date("localTime", now_millis);
        let costs = self.costs.as_deref().map_or(RawDoc::empty(), RawDoc::new);
        let cost = |name: &str| options.get(name).and(costs.get(name)).and_then(RawValue::as_document);
        if let Some(kinds) = cost("latencyStats") {
            let whole = options.get("latencyStats").and_then(RawValue::as_document);
            let whole = whole.and_then(|options| options.get("histograms")).and_then(RawValue::as_bool);
            out.document("latencyStats", |out| {
                for kind in kinds {
                    out.document(kind.name(), |out| {
                        for field in kind.value.as_document().into_iter().flatten() {
                            if whole == Some(true) || field.name() != "histogram" {
                                out.append_raw(field.name(), field.value);
                            }
                        }
                    });
                }
            });
        }
        if let Some(options) = options.get("storageStats").and_then(RawValue::as_document) {
            let scale = options.get("scale").and_then(RawValue::as_number).map_or(1, |n| n.to_i64_clamped());
            let scale = u64::try_from(scale).unwrap_or(1).max(1);
            out.document("storageStats", |stats| write_statistics(found, scale, stats));
        }
        if let Some(collection) = found.filter(|_| options.get("count").is_some()) {
            out.append_count("count", collection.records().len() as u64);
        }
        if let Some(scans) = cost("queryExecStats") {
            out.append_doc("queryExecStats", scans);
        }
    }
}

impl Stage for CollStats {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        if std::mem::replace(&mut self.done, true) {
            return Ok(true);
        }
        let found =
            execution.catalog.find(&self.database, &self.collection).map(|(_, collection)| collection);
        // A time-series collection has the statistics of its buckets.
        let found = execution.catalog.buckets_of(&self.database, &self.collection).or(found);
        self.check_readable(found)?;
        sink.write(&mut |out| {
            self.describe(found, execution.environment.now_millis.get(), out);
            Ok(())
        })?;
        Ok(true)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
