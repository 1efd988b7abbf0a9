//! `enableSharding` (<https://www.mongodb.com/docs/manual/reference/command/enableSharding/>).

use engine::command::check_database_name;

use super::{Command, Failure, Request};
use crate::reply::success;

pub(super) static COMMAND: Command =
    Command { names: &["enableSharding", "enablesharding"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let arguments = request.arguments();
    let given = arguments.required(request.name())?;
    let database = given.as_str().ok_or_else(|| arguments.wrong_type(request.name(), given, "string"))?;
    check_database_name(database)?;
    if let Some(primary) = arguments.string("primaryShard")? {
        let shard = request.cluster.config.shard(primary)?;
        let databases = &mut request.cluster.config_mut().databases;
        if !databases.contains_key(database) {
            databases.insert(database.to_owned(), shard);
        }
    }
    request.cluster.primary_or_assign(database)?;
    Ok(success(|_| ()))
}
