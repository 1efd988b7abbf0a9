//! `update` of one document by equality on one path.

use std::rc::Rc;

use super::{Condition, elements, flag, may_answer, text};
use crate::arguments::Arguments;
use crate::command::Request;
use crate::command::administration::fsync;
use crate::command::dispatch::record;
use crate::command::query_and_write::update::COMMAND;
use crate::command::shared::modify::{change_record, look_up};
use crate::command::shared::write::WriteErrors;
use crate::engine::Engine;
use crate::meter::Meter;
use crate::plan::{LookupPurpose, PointLookup};
use crate::query::FilterContext;
use crate::update::{Update, UpdateOptions};
use crate::value::{DocBuilder, Elements, RawDoc, RawValue, validate};

/// `{ update, updates: [{ q: { path: value }, u: { $operator: … } }], $db }`, optionally with `ordered`,
/// and with `multi: false` in the statement.
struct PointUpdate<'a> {
    database: &'a str,
    collection: &'a str,
    condition: Condition<'a>,
    change: RawValue<'a>,
}

impl<'a> PointUpdate<'a> {
    /// Parses the command if it has this form and is valid BSON.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut fields = elements(bytes)?;
        let update = fields.next().filter(|field| field.key == b"update")?;
        let updates = fields.next().filter(|field| field.key == b"updates")?.value;
        let mut field = fields.next()?;
        if field.key == b"ordered" {
            flag(field.value)?;
            field = fields.next()?;
        }
        if field.key != b"$db" || !fields.rest().is_empty() {
            return None;
        }
        let mut statements = elements(updates.bytes).filter(|_| updates.is_array())?;
        let statement = statements.next().filter(|statement| statement.key == b"0")?.value;
        if !statements.rest().is_empty() || !statement.is_document() {
            return None;
        }
        let (condition, change) = read_statement(elements(statement.bytes)?)?;
        Some(PointUpdate { database: text(field.value)?, collection: text(update.value)?, condition, change })
    }
}

fn read_statement<'a>(mut fields: Elements<'a>) -> Option<(Condition<'a>, RawValue<'a>)> {
    let condition = Condition::read(fields.next().filter(|field| field.key == b"q")?.value)?;
    let change = fields.next().filter(|field| field.key == b"u")?.value;
    if !fields.rest().is_empty() {
        let field = fields.next()?;
        if field.key != b"multi" || flag(field.value)? || !fields.rest().is_empty() {
            return None;
        }
    }
    // A replacement may contain empty timestamps, which must be set.
    let is_operator = change.as_document()?.first()?.key.starts_with(b"$");
    (is_operator && validate(change.bytes).is_ok()).then_some((condition, change))
}

/// Answers the command if it is such an `update`.
pub(super) fn answer(engine: &mut Engine, bytes: &[u8], out: &mut DocBuilder) -> bool {
    let Some(update) = PointUpdate::read(bytes) else { return false };
    if !may_answer(engine, update.collection) || fsync::check_unlocked(engine).is_err() {
        return false;
    }
    engine.catch_up_ttl();
    execute(engine, &update, RawDoc::new(bytes), out).is_some()
}

fn execute(
    engine: &mut Engine,
    found: &PointUpdate<'_>,
    body: RawDoc<'_>,
    out: &mut DocBuilder,
) -> Option<()> {
    let PointUpdate { database, collection: name, condition, change } = found;
    let collection = engine.collection(database, name)?;
    let lookup = PointLookup::new(collection, condition.path, LookupPurpose::Write)?;
    let environment = Rc::new(engine.environment_without_stored_functions(None));
    let context = FilterContext::new(environment, None).ok()?.for_search();
    let options = UpdateOptions { array_filters: None, constants: None, context: &context };
    let update = Update::parse(*change, &options).ok().filter(|update| !update.needs_position())?;
    let mut meter = Meter { operations: 1, ..Meter::default() };
    let records = look_up(&mut meter, collection, lookup, condition.value, 1);
    let mut request = Request {
        engine,
        name: COMMAND.name,
        database,
        body,
        given: Arguments::new(COMMAND.name, body),
        meter,
        collection: name,
        ticket: None,
        retry: None,
    };
    let mut errors = WriteErrors::default();
    for record in records {
        match change_record(&mut request, name, record, None, &update) {
            Ok(outcome) => {
                request.meter.matched += 1;
                request.meter.modified += u64::from(outcome.is_some());
            }
            Err(error) => errors.add(0, error),
        }
    }
    out.append_count("n", request.meter.matched).append_count("nModified", request.meter.modified);
    errors.write(out);
    record(request, &COMMAND, out.len(), None);
    out.append_f64("ok", 1.0);
    Some(())
}
