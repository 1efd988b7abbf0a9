//! `$accumulator`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/accumulator/>.

use super::{Accumulator, StateColumn, accumulator};
use crate::aggregate::expression::explained::{applied, list};
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, Scope, compile};
use crate::aggregate::script::call;
use crate::aggregate::text::shown;
use crate::arguments::expect_document;
use crate::value::{RawDoc, RawValue, Value, type_name};
use crate::{Error, Result};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$accumulator",
    "The result of JavaScript functions over the documents.",
    // Examples are tested without a JavaScript host, so the input is empty and nothing is called.
    (
        "[]",
        r#"{"$accumulator": {"init": "function() { return 0; }", "accumulate": "function(s, n) { return s + n; }", "accumulateArgs": ["$n"], "merge": "function(a, b) { return a + b; }", "lang": "js"}}"#,
        "null",
    ),
    parse,
)
.explained(|operands| {
    operands
        .settings(&["init"])
        .expressions(&["initArgs"])
        .default("initArgs", &applied("$const", &list(&[])))
        .settings(&["accumulate"])
        .expressions(&["accumulateArgs"])
        .settings(&["merge", "finalize", "lang"])
})
.not_over_windows();

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn StateColumn>> {
    let doc =
        expect_document(argument, 4544703, "$accumulator expects an object as an argument; found: {type}")?;
    let (mut functions, mut init_args, mut accumulate_args) = ([const { None }; 4], None, None);
    for element in doc {
        match element.name() {
            "lang" => match element.value.as_str() {
                Some("js") => {}
                Some(_) => return Err(Error::new(4544705, "$accumulator only supports lang: 'js'")),
                None => {
                    let found = type_name(element.value.tag);
                    return Err(Error::new(
                        4544704,
                        format!("$accumulator lang must be a string; found: {found}"),
                    ));
                }
            },
            "initArgs" => init_args = Some(compile(element.value, context)?),
            "accumulateArgs" => accumulate_args = Some(compile(element.value, context)?),
            name => match FUNCTIONS.iter().position(|known| *known == name) {
                Some(at) => functions[at] = Some(source(name, element.value, context)?),
                None => {
                    return Err(Error::new(4544706, format!("$accumulator got an unexpected field: {name}")));
                }
            },
        }
    }
    let missing =
        |field: &str, code| Error::new(code, format!("$accumulator missing required argument '{field}'"));
    let [init, accumulate, merge, finalize] = functions;
    let init = init.ok_or_else(|| missing("init", 4544707))?;
    let accumulate = accumulate.ok_or_else(|| missing("accumulate", 4544708))?;
    // Required, but never called: one node has nothing to merge.
    merge.ok_or_else(|| missing("merge", 4544709))?;
    let accumulate_args = accumulate_args.ok_or_else(|| missing("accumulateArgs", 4544710))?;
    Ok(Box::new(Scripted {
        init,
        init_args,
        accumulate,
        accumulate_args,
        finalize,
        groups: Vec::new(),
        keys: Vec::new(),
    }))
}

const FUNCTIONS: [&str; 4] = ["init", "accumulate", "merge", "finalize"];

/// Returns a function's source, a constant string or code.
fn source(field: &str, value: RawValue<'_>, context: &mut ParseContext) -> Result<String> {
    match compile(value, context)?.constant() {
        None => Err(Error::new(4544701, format!("$accumulator '{field}' must be a constant"))),
        Some(Value::String(text) | Value::Code(text)) => Ok(text.clone().into_owned()),
        Some(_) => Err(Error::new(4544702, format!("$accumulator '{field}' must be a String or Code"))),
    }
}

#[derive(Debug)]
struct Scripted {
    init: String,
    init_args: Option<Box<dyn Expression>>,
    accumulate: String,
    accumulate_args: Box<dyn Expression>,
    finalize: Option<String>,
    /// The state of each group; `None` before its first document.
    groups: Vec<Option<Value<'static>>>,
    /// The keys of the groups; empty when `initArgs` needs no key.
    keys: Vec<Vec<u8>>,
}

/// Returns the elements of an argument array.
fn arguments(value: &Value<'_>, field: &str, code: i32) -> Result<Vec<Value<'static>>> {
    match value.as_array() {
        Some(array) => Ok(array.values().map(|item| Value::from(item).into_owned()).collect()),
        None => {
            Err(Error::new(code, format!("$accumulator {field} must evaluate to an array: {}", shown(value))))
        }
    }
}

impl StateColumn for Scripted {
    fn open(&mut self) {
        self.groups.push(None);
    }

    fn set_key(&mut self, key: RawDoc<'_>) {
        if self.reads_key() {
            self.keys.push(key.as_bytes().to_vec());
        }
    }

    fn reads_key(&self) -> bool {
        self.init_args.as_ref().is_some_and(|args| args.constant().is_none())
    }

    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize> {
        let Some(slot) = self.groups.get_mut(group) else {
            return Ok(0);
        };
        let state = match slot.take() {
            Some(state) => state,
            None => {
                let init_args = match &self.init_args {
                    None => Vec::new(),
                    Some(args) => arguments(
                        &args.evaluate(&super::group_scope(scope, self.keys.get(group)))?,
                        "initArgs",
                        4544711,
                    )?,
                };
                call(scope.environment, &self.init, &init_args)?
            }
        };
        let before = state.memory_size();
        let given = self.accumulate_args.evaluate(&super::narrow(scope))?;
        let mut args = vec![state];
        args.extend(arguments(&given, "accumulateArgs", 4544712)?);
        let state = call(scope.environment, &self.accumulate, &args)?;
        let grown = state.memory_size().saturating_sub(before);
        *slot = Some(state);
        Ok(grown)
    }

    fn value(&self, group: usize) -> Value<'static> {
        self.groups.get(group).cloned().flatten().unwrap_or(Value::Null)
    }

    fn finish(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<Value<'static>> {
        let state = self.value(group);
        match &self.finalize {
            None => Ok(state),
            Some(finalize) => call(scope.environment, finalize, &[state]),
        }
    }

    fn reset(&mut self, group: usize) {
        if let Some(state) = self.groups.get_mut(group) {
            *state = None;
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.volatile = true;
        self.init_args.iter().for_each(|args| args.dependencies(out));
        self.accumulate_args.dependencies(out);
    }
}
