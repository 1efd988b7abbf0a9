//! `$project`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/project/>.

use super::super::expression::Scope;
use super::super::stage_prelude::*;
use crate::projection::{FieldTree, Mode, keeps};

pub(super) const STAGE: StageOperator = stage(
    "$project",
    "Keeps, removes or computes fields.",
    (
        r#"[{"_id": 1, "a": 2, "b": 3}]"#,
        r#"{"$project": {"a": 1, "double": {"$multiply": ["$b", 2]}}}"#,
        r#"[{"_id": 1, "a": 2, "double": 6}]"#,
    ),
    parse,
)
.explained(explained::project)
.in_updates();

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(spec, 15969, "$project specification must be an object")?;
    let projection = refuse_positional(doc)
        .and_then(|()| FieldTree::parse(doc, context))
        .map_err(|e| e.context("Invalid $project :: caused by :: "))?;
    Ok(vec![Box::new(Project::new(projection))])
}

/// Refuses the positional projection: a pipeline has no matched position, and a find on a view becomes a pipeline
/// (<https://www.mongodb.com/docs/manual/core/views/create-view/>).
fn refuse_positional(spec: RawDoc<'_>) -> Result<()> {
    let positional =
        spec.iter().any(|element| element.name().ends_with(".$") && keeps(element.value) == Some(true));
    if positional {
        return Err(Error::new(31324, "Cannot use positional projection in aggregation projection"));
    }
    Ok(())
}

/// A projection stage: `$project`, `$addFields`, `$set` and `$unset`.
#[derive(Debug)]
pub(super) struct Project {
    tree: FieldTree,
}

impl Project {
    /// Creates the stage for a projection.
    pub(super) fn new(tree: FieldTree) -> Self {
        Project { tree }
    }
}

impl Stage for Project {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        input.each_into(sink, |row, sink| {
            let scope =
                Scope { array_length: row.array_length, ..Scope::new(row.document, execution.environment) };
            sink.write(&mut |out| self.tree.write(&scope, out))
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.tree.dependencies(out);
    }

    fn effect(&self) -> Effect {
        match self.tree.mode() {
            Mode::Include => Effect::Replaces,
            Mode::Exclude | Mode::Add => Effect::Changes(self.tree.changed_paths()),
        }
    }

    fn is_one_to_one(&self) -> bool {
        true
    }

    fn is_pure(&self) -> bool {
        super::reads_document_alone(self)
    }

    fn commutes_with_match(&self, reads: &Dependencies) -> bool {
        match self.tree.mode() {
            // Top-level fields that are included unchanged.
            Mode::Include => {
                let kept = |field: &String| self.tree.keeps(field.split('.').next().unwrap_or_default());
                !reads.whole_document && !reads.volatile && reads.fields.iter().all(kept)
            }
            Mode::Exclude | Mode::Add => super::untouched(reads, &self.tree.changed_paths()),
        }
    }

    fn origin(&self, path: &str) -> Option<String> {
        self.tree.origin(path)
    }

    fn comparison_origin(&self, path: &str, present: bool) -> Option<String> {
        self.tree.origin(path).or_else(|| self.tree.mapped(path).filter(|_| present))
    }

    fn accepts_array_length(&self) -> bool {
        true
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Project(&self.tree)
    }
}
