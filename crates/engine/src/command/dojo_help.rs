//! `dojoHelp`: what the engine's operators, stages, accumulators and commands do.

use super::{Command, Request};
use crate::error::Result;
use crate::help::help;
use crate::value::DocBuilder;

/// `{ dojoHelp: 1, kind: <text> }` gives `{ entries: [{ name, kind, summary, example:
/// { input, code, output } }, …] }`, all or those of one kind; see [`crate::HelpEntry`].
/// Not a command of MongoDB's.
pub(super) static COMMAND: Command = Command {
    name: "dojoHelp",
    summary: "Lists what every operator, stage, accumulator and command does, with an example.",
    example: r#"{"dojoHelp": 1, "kind": "stage"}"#,
    profiled: false,
    fields: &["kind"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let wanted = request.arguments().string("kind")?;
    out.array("entries", |entries| {
        for entry in help().filter(|entry| wanted.is_none_or(|kind| kind == entry.kind)) {
            entries.document(|document| {
                document.append_str("name", entry.help.name);
                document.append_str("kind", entry.kind);
                document.append_str("summary", entry.help.summary);
                document.document("example", |example| {
                    example.append_str("input", entry.help.example.input);
                    example.append_str("code", entry.help.example.code);
                    example.append_str("output", entry.help.example.output);
                });
            });
        }
    });
    Ok(())
}
