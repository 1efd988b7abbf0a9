//! `drop`.

use crate::collection::Collection;
use crate::command::shared::write;
use crate::command::{Command, Request, Writes, timeseries};
use crate::error::Result;
use crate::internal_namespaces::{PROFILE, VIEWS};
use crate::value::{DocBuilder, uuid_text};

/// See <https://www.mongodb.com/docs/manual/reference/command/drop/>.
pub(super) static COMMAND: Command = Command {
    name: "drop",
    summary: "Removes a collection with its indexes.",
    example: r#"{"drop": "books"}"#,
    run,
    version_1: Some(&[]),
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    if name == VIEWS {
        return drop_views(request);
    }
    if name == PROFILE {
        if request.engine.profile.drop_collection(request.database)? {
            out.append_i32("nIndexesWas", 0).append_str("ns", &request.namespace());
        }
        return Ok(());
    }
    write::check_namespace(request.database, name)?;
    // As of 7.0, dropping a collection that doesn't exist succeeds.
    let stored =
        timeseries::stored(request.engine, request.database, name).map(|_| timeseries::buckets(name));
    if let Some(mut removed) = request.engine.remove_collection(request.database, name) {
        request.engine.record_drop(&removed);
        request.engine.cursors.close_collection(request.database, name, &dropped(&removed));
        if let Some(buckets) =
            stored.and_then(|stored| request.engine.remove_collection(request.database, &stored))
        {
            removed = buckets;
        }
        if removed.options.view.is_none() {
            out.append_count("nIndexesWas", removed.indexes().len() as u64);
        }
        out.append_str("ns", &request.namespace());
    }
    Ok(())
}

/// Returns the error text of `getMore` on a cursor of a dropped collection.
pub(in crate::command) fn dropped(collection: &Collection) -> String {
    format!("collection dropped. UUID {}", uuid_text(&collection.uuid))
}

/// Drops all views, whose definitions are the documents of `system.views`.
fn drop_views(request: &mut Request<'_>) -> Result<()> {
    let database = request.database;
    let all = request.engine.state.databases.get(database).into_iter().flatten();
    let views = all.filter(|(_, collection)| collection.options.view.is_some());
    let names: Vec<String> = views.map(|(name, _)| name.clone()).collect();
    for name in names {
        if let Some(view) = request.engine.remove_collection(database, &name) {
            request.engine.cursors.close_collection(database, &name, &dropped(&view));
        }
    }
    Ok(())
}
