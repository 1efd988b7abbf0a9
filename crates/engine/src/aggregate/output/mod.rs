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

/// A stage that writes.
pub struct OutputStage {
    /// Name, summary, tested example, whose output is what the collection `totals` holds afterwards.
    pub help: Help,
    parse: fn(spec: RawValue<'_>, context: &ParseContext) -> Result<Output>,
    /// The text for a namespace that there cannot be.
    invalid: fn(namespace: &str) -> String,
    /// The codes for a collection and a database of the server's own, and what both texts begin with.
    own: (i32, i32, &'static str),
}

/// The stages.
pub const OUTPUTS: &[OutputStage] = &[merge::STAGE, out::STAGE];

/// Whether this is the name of a stage that writes documents into a collection.
pub fn is_output(name: &str) -> bool {
    find_output(name).is_some()
}

/// Whether a pipeline, as it is written, has such a stage.
pub fn has_output(stages: RawDoc<'_>) -> bool {
    written_stages(stages).any(|stage| is_output(stage.name()))
}

/// The writing stage of this name (with `$`).
pub(super) fn find_output(name: &str) -> Option<&'static OutputStage> {
    OUTPUTS.iter().find(|stage| stage.help.name == name)
}

impl OutputStage {
    /// Compiles the stage's specification.
    ///
    /// # Errors
    /// 16990, 51178 and others for a malformed one, and those for a target of the server's own.
    pub(super) fn parse(&self, spec: RawValue<'_>, context: &ParseContext) -> Result<Output> {
        let mut output = (self.parse)(spec, context)?;
        self.check_target(&output)?;
        let mut written = DocBuilder::new();
        written.document(self.help.name, |spec| output.describe(spec));
        output.written = written.finish();
        Ok(output)
    }

    /// Refuses what belongs to the server itself.
    fn check_target(&self, Output { database, collection, .. }: &Output) -> Result<()> {
        let name = self.help.name;
        if collection.is_empty() || collection.starts_with('.') || collection.contains('\0') {
            let text = (self.invalid)(&format!("{database}.{collection}"));
            return Err(Error::new(ErrorCode::INVALID_NAMESPACE, text));
        }
        let (own_collection, own_database, verb) = self.own;
        if collection.starts_with("system.") {
            let text = format!("{verb} {name} to special collection: {collection}");
            return Err(Error::new(own_collection, text));
        }
        if is_internal(database) {
            return Err(Error::new(own_database, format!("{verb} {name} to internal database: {database}")));
        }
        Ok(())
    }
}

/// Where the results of a pipeline go; carried out by the command.
#[derive(Debug)]
pub struct Output {
    /// Database.
    pub database: String,
    /// Collection.
    pub collection: String,
    /// How.
    pub mode: OutputMode,
    /// The option of the collection of time series that the results go to.
    pub timeseries: Option<Vec<u8>>,
    /// The stage as explain shows it.
    pub written: Vec<u8>,
}

/// How results are written.
#[derive(Debug)]
pub enum OutputMode {
    /// `$out`: the collection is replaced as a whole.
    Replace,
    /// `$merge`.
    Merge(Merge),
}

impl Output {
    /// The specification with what it leaves out, as explain shows it.
    fn describe(&self, out: &mut DocBuilder) {
        match &self.mode {
            OutputMode::Replace => {
                out.append_str("coll", &self.collection).append_str("db", &self.database);
            }
            OutputMode::Merge(merge) => merge.describe(&self.database, &self.collection, out),
        }
    }
}
