//! Dispatches a command's bytes and returns its reply's bytes.

use engine::command::check_database_name;
use engine::meter::Meter;
use engine::value::{RawDoc, validate};
use engine::{Error, ErrorCode};

use crate::cluster::Cluster;
use crate::command::{self, Failure, Request};
use crate::{metadata, reply};

/// Runs a command; see [`Cluster::run_command`].
pub(crate) fn run(cluster: &mut Cluster, bytes: &[u8]) -> Vec<u8> {
    if let Err(error) = validate(bytes) {
        return reply::failure(&error);
    }
    let body = RawDoc::new(bytes);
    // The router's engine reports invalid names and generic command fields.
    let Some(first) = body.first() else { return cluster.router.run_command(bytes) };
    let database = body.get("$db").and_then(|database| database.as_str());
    let Some(database) = database.filter(|database| check_database_name(database).is_ok()) else {
        return cluster.router.run_command(bytes);
    };
    let mut request = Request { cluster, database, body, meter: Meter::default() };
    let result = refuse_transaction(body).and_then(|()| execute(&mut request));
    let reply = result.unwrap_or_else(|refused| refused.reply());
    let Request { meter, .. } = request;
    cluster.settle();
    let namespace = match first.value.as_str() {
        Some(name) => format!("{database}.{name}"),
        None => format!("{database}.$cmd"),
    };
    cluster.note(&namespace, body, meter, &reply);
    cluster.router.take_costs();
    reply
}

/// Executes a command: on the metadata, by the router, or on the router's engine.
fn execute(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    if let Some(answer) = metadata::answer(request) {
        return answer;
    }
    let Some(command) = command::find(request.name()) else {
        return Ok(request.cluster.router.run_command(request.body.as_bytes()));
    };
    if command.admin && request.database != "admin" {
        let text = format!("{} may only be run against the admin database.", request.name());
        return Err(Error::new(ErrorCode::UNAUTHORIZED, text).into());
    }
    (command.run)(request)
}

/// Refuses commands of a transaction.
fn refuse_transaction(body: RawDoc<'_>) -> Result<(), Failure> {
    match body.get("autocommit") {
        Some(_) => Err(Error::not_supported("A transaction on a sharded cluster").into()),
        None => Ok(()),
    }
}
