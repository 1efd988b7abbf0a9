//! The list of all operators, stages, accumulators and commands, with their documentation.

use crate::aggregate::OUTPUTS;
use crate::aggregate::accumulator::ACCUMULATORS;
use crate::aggregate::expression::operators;
use crate::aggregate::stage::STAGES;
use crate::aggregate::window::WINDOW_FUNCTIONS;
use crate::command::commands;
use crate::operator::Help;
use crate::query::operator::OPERATORS;
use crate::update::modifier::MODIFIERS;
use crate::update::operator::TABLE;

/// One operator, stage, accumulator or command of the language.
#[derive(Clone, Copy, Debug)]
pub struct HelpEntry {
    /// `query`, `update`, `modifier`, `stage`, `accumulator`, `window` (if not also an accumulator),
    /// `expression` or `command`.
    pub kind: &'static str,
    /// Name, summary, tested example. A command's example has only `code`.
    pub help: Help,
    /// Whether an accumulator is also a window operator.
    pub over_windows: bool,
}

/// Returns all supported operators and commands, kind by kind.
pub fn help() -> impl Iterator<Item = HelpEntry> {
    let of = |kind| move |help| HelpEntry { kind, help, over_windows: false };
    let query = OPERATORS.iter().map(|operator| operator.help).map(of("query"));
    let update = TABLE.iter().map(|operator| operator.help).map(of("update"));
    let modifiers = MODIFIERS.iter().copied().map(of("modifier"));
    let stages = STAGES.iter().map(|stage| stage.help).chain(OUTPUTS.iter().map(|stage| stage.help));
    let stages = stages.map(of("stage"));
    let windows = WINDOW_FUNCTIONS.iter().map(|operator| operator.help).map(of("window"));
    let accumulators = ACCUMULATORS.iter().map(|accumulator| HelpEntry {
        kind: "accumulator",
        help: accumulator.help,
        over_windows: accumulator.is_over_windows(),
    });
    let expressions = operators().map(|operator| operator.help).map(of("expression"));
    let commands =
        commands().map(|command| Help::new(command.name, command.summary, ("", command.example, "")));
    query
        .chain(update)
        .chain(modifiers)
        .chain(stages)
        .chain(accumulators)
        .chain(windows)
        .chain(expressions)
        .chain(commands.map(of("command")))
}
