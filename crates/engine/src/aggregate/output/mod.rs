//! Stages that write the results to a collection: `$out`, `$merge`.

mod merge;
mod out;

pub use merge::{Merge, WhenMatched, WhenNotMatched};

use super::expression::ParseContext;
use super::pipeline_shape::written_stages;
use crate::internal_namespaces::is_internal;
use crate::operator::Help;
use crate::value::{DocBuilder, RawDoc, RawValue};
use crate::{Error, ErrorCode, Result};

/// A stage that writes to a collection.
pub struct OutputStage {
    /// Name, summary and tested example; the example's output is the content of `totals` afterwards.
    pub help: Help,
    parse: fn(spec: RawValue<'_>, context: &ParseContext) -> Result<Output>,
    /// Returns the error text for an invalid namespace.
    invalid: fn(namespace: &str) -> String,
    /// Error codes for a system collection and an internal database, and the verb that starts both texts.
    internal: (i32, i32, &'static str),
}

/// All output stages.
pub const OUTPUTS: &[OutputStage] = &[merge::STAGE, out::STAGE];

/// Whether an output stage has this name.
pub fn is_output(name: &str) -> bool {
    find_output(name).is_some()
}

/// Whether a pipeline, as written, has an output stage.
pub fn has_output(stages: RawDoc<'_>) -> bool {
    written_stages(stages).any(|stage| is_output(stage.name()))
}

/// Returns the output stage with this name (including `$`).
pub(super) fn find_output(name: &str) -> Option<&'static OutputStage> {
    OUTPUTS.iter().find(|stage| stage.help.name == name)
}

impl OutputStage {
    /// Compiles the stage's specification.
    ///
    /// # Errors
    /// 16990, 51178 and others for a malformed specification; the codes for an internal target.
    pub(super) fn parse(&self, spec: RawValue<'_>, context: &ParseContext) -> Result<Output> {
        let mut output = (self.parse)(spec, context)?;
        self.check_target(&output)?;
        let mut written = DocBuilder::new();
        written.document(self.help.name, |spec| output.describe(spec));
        output.written = written.finish();
        Ok(output)
    }

    /// Refuses an invalid namespace, a system collection and an internal database.
    fn check_target(&self, Output { database, collection, .. }: &Output) -> Result<()> {
        let name = self.help.name;
        if collection.is_empty() || collection.starts_with('.') || collection.contains('\0') {
            let text = (self.invalid)(&format!("{database}.{collection}"));
            return Err(Error::new(ErrorCode::INVALID_NAMESPACE, text));
        }
        let (system_collection, internal_database, verb) = self.internal;
        if collection.starts_with("system.") {
            let text = format!("{verb} {name} to special collection: {collection}");
            return Err(Error::new(system_collection, text));
        }
        if is_internal(database) {
            let text = format!("{verb} {name} to internal database: {database}");
            return Err(Error::new(internal_database, text));
        }
        Ok(())
    }
}

/// The target of a pipeline's results; the command writes them.
#[derive(Debug)]
pub struct Output {
    /// The target's database.
    pub database: String,
    /// The target collection's name.
    pub collection: String,
    /// How results are written.
    pub mode: OutputMode,
    /// The `timeseries` options if the target is a time-series collection.
    pub timeseries: Option<Vec<u8>>,
    /// The stage as explain shows it.
    pub written: Vec<u8>,
}

/// How results are written.
#[derive(Debug)]
pub enum OutputMode {
    /// `$out`: replaces the collection.
    Replace,
    /// `$merge`.
    Merge(Merge),
}

impl Output {
    /// Writes the specification with all defaults, as explain shows it.
    fn describe(&self, out: &mut DocBuilder) {
        match &self.mode {
            OutputMode::Replace => {
                out.append_str("coll", &self.collection).append_str("db", &self.database);
            }
            OutputMode::Merge(merge) => merge.describe(&self.database, &self.collection, out),
        }
    }
}
