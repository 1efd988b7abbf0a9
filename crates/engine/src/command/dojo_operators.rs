//! `dojoOperators`: every operator with its help, for an editor's completion.

use super::{Command, Request};
use crate::aggregate::accumulator::ACCUMULATORS;
use crate::aggregate::expression::operators;
use crate::aggregate::stage::STAGES;
use crate::error::Result;
use crate::operator::Help;
use crate::query::operator::OPERATORS;
use crate::update::operator::{MODIFIERS, TABLE};
use crate::value::DocBuilder;

/// `{ dojoOperators: 1 }` gives `{ operators: [ { name, kind, help } ] }`, where
/// `kind` is `query`, `update`, `stage`, `accumulator` or `expression`. Not a
/// command of MongoDB's.
pub(super) static COMMAND: Command = Command {
    name: "dojoOperators",
    aliases: &[],
    summary: "Lists the operators with one line about each.",
    operation: "command",
    profiled: false,
    fields: &[],
    run,
    explain: None,
};

fn run(_: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    out.array("operators", |array| {
        let mut list = |kind: &str, help: &Help| {
            array.document(|entry| {
                entry.append_str("name", help.name).append_str("kind", kind).append_str("help", help.summary);
            });
        };
        OPERATORS.iter().for_each(|operator| list("query", &operator.help));
        TABLE.iter().for_each(|operator| list("update", &operator.help));
        MODIFIERS.iter().for_each(|help| list("update", help));
        STAGES.iter().for_each(|stage| list("stage", &stage.help));
        ACCUMULATORS.iter().for_each(|accumulator| list("accumulator", &accumulator.help));
        operators().for_each(|operator| list("expression", &operator.help));
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::value::{DocBuilder, RawDoc, RawValue};
    use crate::{Engine, EngineOptions};

    #[test]
    fn every_kind_of_operator_is_listed_with_its_help() {
        let mut command = DocBuilder::new();
        command.append_i32("dojoOperators", 1).append_str("$db", "admin");
        let reply = Engine::new(EngineOptions::default()).run_command(&command.finish());
        let list = RawDoc::new(&reply).get("operators").and_then(RawValue::as_array).unwrap();
        let mut listed = Vec::new();
        for entry in list.values() {
            let entry = entry.as_document().unwrap();
            let text = |name: &str| entry.get(name).and_then(RawValue::as_str).unwrap().to_owned();
            assert!(text("help").len() > 5, "{} has no help", text("name"));
            listed.push((text("kind"), text("name")));
        }
        for (kind, name) in [
            ("query", "$elemMatch"),
            ("update", "$push"),
            ("update", "$each"),
            ("stage", "$group"),
            ("accumulator", "$sum"),
            ("expression", "$dateTrunc"),
        ] {
            assert!(listed.contains(&(kind.to_owned(), name.to_owned())), "{kind} {name}");
        }
    }
}
