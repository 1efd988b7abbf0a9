//! `$changeStream`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/changeStream/>.

mod resumability;

use std::rc::Rc;

use resumability::Resumability;

use super::super::pipeline::{Pipeline, PipelineStage};
use super::super::stage_prelude::*;
use super::{InputKind, Position};
use crate::change_stream::{BeforeImage, ChangeStreamState, EventOptions, FullDocument, Start, Token};
use crate::internal_namespaces::is_internal;
use crate::value::tag;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    input: InputKind::Either,
    in_transactions: false,
    ..stage(
        "$changeStream",
        "Follows the changes of a collection, a database or the whole deployment, as events.",
        ("[]", r#"{"$changeStream": {"fullDocument": "updateLookup"}}"#, "[]"),
        parse,
    )
};

const OPTIONS: &[&str] = &[
    "allChangesForCluster",
    "fullDocument",
    "fullDocumentBeforeChange",
    "resumeAfter",
    "showExpandedEvents",
    "startAfter",
    "startAtOperationTime",
];

/// The stages that may follow `$changeStream`
/// (<https://www.mongodb.com/docs/manual/changeStreams/#modify-change-stream-output>).
const FOLLOWING: &[&str] = &[
    "$addFields",
    "$changeStreamSplitLargeEvent",
    "$match",
    "$project",
    "$redact",
    "$replaceRoot",
    "$replaceWith",
    "$set",
    "$unset",
];

/// Checks that only allowed stages follow `$changeStream`.
///
/// # Errors
/// `IllegalOperation` (20).
pub fn check_following(stages: RawDoc<'_>) -> Result<()> {
    for stage in stages.values().skip(1).filter_map(RawValue::as_document).filter_map(RawDoc::first) {
        if !FOLLOWING.contains(&stage.name()) && stage.name() != STAGE.help.name {
            return Err(Error::new(
                ErrorCode::ILLEGAL_OPERATION,
                format!("{} is not permitted in a $changeStream pipeline", stage.name()),
            ));
        }
    }
    Ok(())
}

fn choice<T: Copy>(fields: &Arguments<'_>, name: &str, choices: &[(&str, T)], default: T) -> Result<T> {
    let Some(text) = fields.string(name)? else { return Ok(default) };
    match choices.iter().find(|(known, _)| *known == text) {
        Some((_, choice)) => Ok(*choice),
        None => Err(Error::unknown_enumeration_value(&["$changeStream.", name].concat(), text)),
    }
}

fn start(fields: &Arguments<'_>) -> Result<Start> {
    let (resume, after) = (fields.document("resumeAfter")?, fields.document("startAfter")?);
    let time = match fields.get("startAtOperationTime") {
        Some(value) if value.tag != tag::TIMESTAMP => {
            return Err(fields.wrong_type("startAtOperationTime", value, "timestamp"));
        }
        time => time.and_then(|time| <[u8; 8]>::try_from(time.bytes).ok()).map(u64::from_le_bytes),
    };
    if usize::from(resume.is_some()) + usize::from(after.is_some()) + usize::from(time.is_some()) > 1 {
        return Err(Error::new(40674, "Only one type of resume option is allowed, but multiple were found."));
    }
    if let Some(time) = time {
        return Ok(Start::At(time));
    }
    let Some(token) = resume.or(after).map(Token::parse).transpose()? else { return Ok(Start::Now) };
    if resume.is_some() && token.is_of_end() {
        return Err(Error::new(
            ErrorCode::INVALID_RESUME_TOKEN,
            "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.",
        ));
    }
    Ok(Start::Behind(token))
}

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document() else {
        return Err(Error::new(
            50808,
            format!("$changeStream stage expects a document as argument, found: {}", type_name(spec.tag)),
        ));
    };
    let fields = Arguments::new("$changeStream", doc);
    fields.only(OPTIONS)?;
    let everything = fields.boolean("allChangesForCluster")?.unwrap_or_default();
    let options = EventOptions {
        full_document: choice(
            &fields,
            "fullDocument",
            &[
                ("default", FullDocument::Default),
                ("updateLookup", FullDocument::UpdateLookup),
                ("whenAvailable", FullDocument::WhenAvailable),
                ("required", FullDocument::Required),
            ],
            FullDocument::Default,
        )?,
        before: choice(
            &fields,
            "fullDocumentBeforeChange",
            &[
                ("off", BeforeImage::Off),
                ("whenAvailable", BeforeImage::WhenAvailable),
                ("required", BeforeImage::Required),
            ],
            BeforeImage::Off,
        )?,
        expanded: fields.boolean("showExpandedEvents")?.unwrap_or_default(),
    };
    let start = start(&fields)?;
    check_namespace(context, everything)?;
    if !context.in_change_stream && !context.database.is_empty() {
        return Err(Error::new(
            ErrorCode::OPTION_NOT_SUPPORTED_ON_VIEW,
            "$changeStream cannot be used in a view definition",
        ));
    }
    Ok(vec![Box::new(ChangeStream { stream: None, start, options })])
}

/// Checks that a change stream may be opened on this namespace.
///
/// # Errors
/// `InvalidOptions` (72), `InvalidNamespace` (73).
fn check_namespace(context: &ParseContext, everything: bool) -> Result<()> {
    let (database, collection) = (context.database.as_str(), context.collection.as_str());
    let dot = if collection.is_empty() { "" } else { "." };
    if everything {
        if database == "admin" && collection.is_empty() {
            return Ok(());
        }
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            format!(
                "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database, and with no collection name; found {database}{dot}{collection}"
            ),
        ));
    }
    let hidden = match database {
        _ if is_internal(database) => format!("{database} database"),
        _ if collection.starts_with("system.") => format!("{database}.{collection} collection"),
        _ => return Ok(()),
    };
    Err(Error::new(
        ErrorCode::INVALID_NAMESPACE,
        format!("$changeStream may not be opened on the internal {hidden}"),
    ))
}

#[derive(Debug)]
struct ChangeStream {
    stream: Option<Rc<ChangeStreamState>>,
    start: Start,
    options: EventOptions,
}

impl Stage for ChangeStream {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        let Some(stream) = &self.stream else { return Ok(true) };
        while !sink.is_full() {
            let mut out = DocBuilder::new();
            // A later call may find further events.
            if !stream.write_next(self.options, execution.catalog, &mut out)? {
                return Ok(true);
            }
            sink.push(Row::new(&out.finish()))?;
        }
        Ok(false)
    }

    fn dependencies(&self, _out: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }

    fn set_change_stream(&mut self, stream: &Rc<ChangeStreamState>) -> Result<()> {
        self.stream = Some(stream.clone());
        // The server finds the start by reading up to it, so this is an error of execution.
        stream
            .begin(self.start)
            .map_err(|error| error.context("PlanExecutor error during aggregation :: caused by :: "))
    }
}

impl Pipeline {
    /// Passes the change stream to the stages, and adds the stage that checks that events leave the pipeline with
    /// their resume tokens.
    ///
    /// # Errors
    /// `ChangeStreamHistoryLost` (286), `ChangeStreamFatalError` (280) for a start that is not in the log.
    pub(crate) fn set_change_stream(&mut self, stream: &Rc<ChangeStreamState>) -> Result<()> {
        self.stages_mut().try_for_each(|planned| planned.stage_mut().set_change_stream(stream))?;
        let at = self.stages().iter().position(|planned| planned.name() == "$changeStreamSplitLargeEvent");
        let written = DocBuilder::new().finish();
        self.insert(at, PipelineStage::new(written, Box::new(Resumability::new(stream.clone()))));
        Ok(())
    }
}
