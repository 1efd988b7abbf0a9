//! `dojoStages`: previews of a pipeline's stages.

use crate::aggregate::expression::{ParseContext, define_command_variables};
use crate::aggregate::{SampleLimits, StagePreview, StageSample, preview};
use crate::command::aggregation::aggregate::{check_source, stages, target};
use crate::command::shared::query::{collation_of, environment, parse_hint};
use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc};

/// Default number of documents in a sample.
const SAMPLE: i64 = 20;
/// Maximum number of documents in a sample.
const MAX_SAMPLE: i64 = 1000;
/// Default size of a sample in bytes. The next constant is the maximum.
const BYTES: i64 = 64 * 1024;
const MAX_BYTES: i64 = 4 * 1024 * 1024;

/// `{ dojoStages: <collection or 1>, pipeline: [ … ], sample: <documents>, bytes: <number> }` returns the
/// results of every prefix of the pipeline, in one run: `{ source: { ns, count, sample }, stages: [{ stage,
/// ofView, writes, in, out, sample, error }, …] }`. `source` is absent when the first stage generates its
/// documents. `out` and `sample` are absent for a stage that did not run (`$out`, `$merge`, stages after an
/// error). `error` is `{ code, codeName, errmsg }`. Samples omit documents that exceed `bytes`. Not a
/// MongoDB command.
pub(super) static COMMAND: Command = Command {
    name: "dojoStages",
    summary: "Shows what each stage of a pipeline gives.",
    example: r#"{"dojoStages": "books", "pipeline": [{"$match": {"year": {"$lt": 1930}}}, {"$count": "old"}], "sample": 5}"#,
    profiled: false,
    fields: &["pipeline", "sample", "bytes", "let", "collation", "hint"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = target(request)?;
    let arguments = request.arguments();
    let written = stages(&arguments)?;
    let hint = parse_hint(arguments.get("hint"))?;
    let limit = |name: &str, default: i64, most: i64| {
        let given = arguments.count(name)?.unwrap_or(default as u64);
        Ok::<usize, Error>(given.min(most as u64) as usize)
    };
    let limits = SampleLimits {
        documents: limit("sample", SAMPLE, MAX_SAMPLE)?,
        bytes: limit("bytes", BYTES, MAX_BYTES)?,
    };
    let environment = environment(request, collation_of(request, &arguments)?);
    let mut context = ParseContext::new(environment.clone());
    let collection = name.unwrap_or_default();
    context.database = request.database.to_owned();
    context.collection = collection.to_owned();
    define_command_variables(arguments.document("let")?, &mut context)?;
    check_source(written, name)?;
    let catalog = request.engine.catalog(request.database, collection);
    let preview = preview(&catalog, (request.database, collection), written, hint, limits, &mut context)?;

    let mut given = None;
    if let Some((namespace, seen)) = &preview.source {
        out.document("source", |source| {
            source.append_str("ns", namespace).append_count("count", seen.count);
            write_sample(seen, source);
        });
        given = Some(seen.count);
    }
    out.array("stages", |array| {
        for stage in &preview.stages {
            array.document(|entry| write_stage(stage, given, entry));
            given = stage.seen.as_ref().map(|seen| seen.count);
        }
    });
    Ok(())
}

fn write_stage(stage: &StagePreview, given: Option<u64>, out: &mut DocBuilder) {
    out.append_doc("stage", RawDoc::new(&stage.written));
    out.append_bool("ofView", stage.of_view).append_bool("writes", stage.writes);
    if let Some(given) = given {
        out.append_count("in", given);
    }
    if let Some(seen) = &stage.seen {
        out.append_count("out", seen.count);
        write_sample(seen, out);
    }
    if let Some(error) = &stage.error {
        out.document("error", |fields| {
            fields.append_i32("code", error.code());
            fields.append_str("codeName", &error.code_name()).append_str("errmsg", error.message());
        });
    }
}

fn write_sample(seen: &StageSample, out: &mut DocBuilder) {
    out.array("sample", |array| {
        for document in &seen.sample {
            array.push_doc(RawDoc::new(document));
        }
    });
}
