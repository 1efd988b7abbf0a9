//! `$replaceRoot`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/replaceRoot/>.

use super::super::expression::{Expression, Scope, compile};
use super::super::stage_prelude::*;

pub(super) const STAGE: StageOperator = stage(
    "$replaceRoot",
    "Replaces the document by an embedded or computed one.",
    (
        r#"[{"_id": 1, "name": {"first": "Ann"}}]"#,
        r#"{"$replaceRoot": {"newRoot": "$name"}}"#,
        r#"[{"first": "Ann"}]"#,
    ),
    parse,
)
.explained(explained::replace_root)
.in_updates();

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(
        spec,
        40229,
        "expected an object as specification for $replaceRoot stage, got {type}",
    )?;
    let mut new_root = None;
    for element in doc {
        if element.name() != "newRoot" {
            return Err(Error::unknown_field("$replaceRoot", element.name()));
        }
        new_root = Some(element.value);
    }
    let Some(new_root) = new_root else {
        return Err(Error::missing_field("$replaceRoot", "newRoot"));
    };
    stage_of("'newRoot' expression ", new_root, context)
}

/// Compiles the stage for an expression that evaluates to the new document.
pub(super) fn stage_of(
    what: &'static str,
    expression: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Vec<Box<dyn Stage>>> {
    Ok(vec![Box::new(ReplaceRoot { what, expression: compile(expression, context)?, seen: None })])
}

#[derive(Debug)]
struct ReplaceRoot {
    what: &'static str,
    expression: Box<dyn Expression>,
    /// The input paths that an error text shows; `None` for all.
    seen: Option<Vec<String>>,
}

/// Writes the parts of a document on these paths.
fn only(doc: RawDoc<'_>, paths: &[&str], out: &mut DocBuilder) {
    for element in doc {
        let below: Vec<&str> =
            paths.iter().filter_map(|path| path.strip_prefix(element.name())?.strip_prefix('.')).collect();
        match element.value.as_document() {
            _ if paths.contains(&element.name()) => {
                out.append_raw(element.name(), element.value);
            }
            Some(inner) if !below.is_empty() => {
                out.document(element.name(), |out| only(inner, &below, out));
            }
            // Arrays are written whole.
            None if !below.is_empty() && element.value.is_array() => {
                out.append_raw(element.name(), element.value);
            }
            _ => {}
        }
    }
}

impl ReplaceRoot {
    #[cold]
    fn not_a_document(&self, root: RawDoc<'_>, value: &Value<'_>) -> Error {
        let mut seen = DocBuilder::new();
        match &self.seen {
            Some(paths) => only(root, &paths.iter().map(String::as_str).collect::<Vec<_>>(), &mut seen),
            None => {
                seen.append_all(root);
            }
        }
        let seen = seen.finish();
        Error::new(
            40228,
            format!(
                "{} must evaluate to an object, but resulting value was: {}. Type of resulting value: '{}'. Input document: {}",
                self.what,
                display_evaluated(value.view()),
                type_name(value.tag()),
                display_evaluated(crate::value::View::Document(RawDoc::new(&seen)))
            ),
        )
    }
}

impl Stage for ReplaceRoot {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        input.each_into(sink, |row, sink| {
            let root = row.document;
            match self.expression.evaluate(&Scope::new(root, execution.environment))? {
                Value::Document(bytes) => sink.push(Row::new(&bytes)),
                other => Err(self.not_a_document(root, &other)),
            }
        })
    }

    fn set_visible_fields(&mut self, fields: &[String]) {
        self.seen = Some(fields.to_vec());
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.expression.dependencies(out);
    }

    fn effect(&self) -> Effect {
        Effect::Replaces
    }

    fn kind(&mut self) -> Kind<'_> {
        self.expression.field_path().map_or(Kind::Other, Kind::ReplaceRoot)
    }

    fn is_one_to_one(&self) -> bool {
        true
    }

    fn is_pure(&self) -> bool {
        super::reads_document_alone(self)
    }
}
