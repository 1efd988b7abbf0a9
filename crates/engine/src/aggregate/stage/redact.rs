//! `$redact`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/redact/>.

use super::super::expression::{Bindings, Expression, Scope, VariableId, compile};
use super::super::stage_prelude::*;
use crate::value::ArrayBuilder;

pub(super) const STAGE: StageOperator = stage(
    "$redact",
    "Keeps, prunes or descends into each level of a document.",
    (
        r#"[{"_id": 1, "level": 1, "a": {"level": 5, "b": 1}, "c": {"level": 2}}]"#,
        r#"{"$redact": {"$cond": [{"$gt": ["$level", 3]}, "$$PRUNE", "$$DESCEND"]}}"#,
        r#"[{"_id": 1, "level": 1, "c": {"level": 2}}]"#,
    ),
    parse,
)
.explained(explained::redact);

/// The names of the decision variables, which are also their values during evaluation.
const DECISIONS: [&str; 3] = ["DESCEND", "PRUNE", "KEEP"];

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let depth = context.scope_depth();
    let current = context.declare("CURRENT");
    let root = context.declare("ROOT");
    let mut inner = context.clone();
    for name in DECISIONS {
        inner.define_constant(name, Value::string(name.to_ascii_lowercase()));
    }
    let expression = compile(spec, &mut inner);
    context.leave(depth);
    Ok(vec![Box::new(Redact { expression: expression?, current, root })])
}

#[derive(Debug)]
struct Redact {
    expression: Box<dyn Expression>,
    current: VariableId,
    root: VariableId,
}

impl Redact {
    /// Redacts one level of the document; `None` when it is pruned.
    fn level(
        &self,
        level: RawDoc<'_>,
        whole: &Value<'static>,
        execution: Execution<'_>,
    ) -> Result<Option<Vec<u8>>> {
        let current = Value::document(level.as_bytes().to_vec());
        let bindings: &Bindings = &[(self.root, whole.clone()), (self.current, current)];
        let scope = Scope { bindings, ..Scope::new(level, execution.environment) };
        let decision = self.expression.evaluate(&scope)?;
        match decision.as_str() {
            Some("keep") => Ok(Some(level.as_bytes().to_vec())),
            Some("prune") => Ok(None),
            Some("descend") => {
                let mut out = DocBuilder::with_capacity(level.as_bytes().len());
                for element in level {
                    let value = self.value(element.value, whole, execution)?;
                    out.append(element.name(), &value);
                }
                Ok(Some(out.finish()))
            }
            _ => Err(Error::new(
                17053,
                format!(
                    "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned {}",
                    display_evaluated(decision.view())
                ),
            )),
        }
    }

    fn value<'v>(
        &self,
        value: RawValue<'v>,
        whole: &Value<'static>,
        execution: Execution<'_>,
    ) -> Result<Value<'v>> {
        if let Some(doc) = value.as_document() {
            return Ok(self.level(doc, whole, execution)?.map_or(Value::Missing, Value::document));
        }
        let Some(array) = value.as_array() else {
            return Ok(value.into());
        };
        let mut out = ArrayBuilder::new();
        for item in array.values() {
            match self.value(item, whole, execution)? {
                Value::Missing => {}
                kept => {
                    out.push(&kept);
                }
            }
        }
        Ok(Value::array(out.finish()))
    }
}

impl Stage for Redact {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        input.each_into(sink, |row, sink| {
            let whole = Value::document(row.document.as_bytes().to_vec());
            match self.level(row.document, &whole, execution)? {
                Some(kept) => sink.push(Row::new(&kept)),
                None => Ok(()),
            }
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Changes(Vec::new())
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Redact
    }
}
