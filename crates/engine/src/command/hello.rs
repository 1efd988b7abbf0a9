//! `hello`.

use super::{Command, Request};
use crate::error::Result;
use crate::value::{DocBuilder, MAX_DOCUMENT_BYTES};

/// See <https://www.mongodb.com/docs/manual/reference/command/hello/>.
pub(super) static COMMAND: Command = Command {
    name: "hello",
    aliases: &["isMaster", "ismaster"],
    summary: "Describes the server to a driver.",
    example: r#"{"hello": 1}"#,
    profiled: false,
    fields: &[
        "client",
        "compression",
        "helloOk",
        "saslSupportedMechs",
        "topologyVersion",
        "maxAwaitTimeMS",
        "loadBalanced",
    ],
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let legacy = request.body.first().is_some_and(|first| first.key != b"hello");
    if request.arguments().flag("helloOk")? {
        out.append_bool("helloOk", true);
    }
    out.append_bool(if legacy { "ismaster" } else { "isWritablePrimary" }, true);
    out.append_i32("maxBsonObjectSize", MAX_DOCUMENT_BYTES as i32)
        .append_i32("maxMessageSizeBytes", 48_000_000)
        .append_i32("maxWriteBatchSize", 100_000)
        .append_date("localTime", request.engine.now())
        .append_i32("logicalSessionTimeoutMinutes", 30)
        .append_i32("connectionId", 1)
        .append_i32("minWireVersion", 0)
        .append_i32("maxWireVersion", 25)
        .append_bool("readOnly", false);
    Ok(())
}
