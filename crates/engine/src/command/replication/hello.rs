//! `hello`.

use crate::command::{Command, InTransactions, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, MAX_DOCUMENT_BYTES, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/hello/>.
pub(super) static COMMAND: Command = Command {
    name: "hello",
    aliases: &["isMaster", "ismaster"],
    summary: "Describes the server to a driver.",
    example: r#"{"hello": 1}"#,
    profiled: false,
    in_transactions: InTransactions::Informs,
    fields: &[
        "client",
        "compression",
        "helloOk",
        "saslSupportedMechs",
        "topologyVersion",
        "maxAwaitTimeMS",
        "loadBalanced",
        "speculativeAuthenticate",
        "internalClient",
        "forShell",
    ],
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let client = request.arguments().document("client")?;
    let application = client.and_then(|client| client.get("application")).and_then(RawValue::as_document);
    if let Some(name) = application.and_then(|about| about.get("name")).and_then(RawValue::as_str) {
        request.engine.application = Some(name.to_owned());
    }
    let legacy = request.body.first().is_some_and(|first| first.key != b"hello");
    if request.arguments().flag("helloOk")? {
        out.append_bool("helloOk", true);
    }
    check_await(request)?;
    out.append_bool(if legacy { "ismaster" } else { "isWritablePrimary" }, true);
    out.document("topologyVersion", |version| {
        version.append_object_id("processId", PROCESS).append_i64("counter", 0);
    });
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

/// The id of this server process.
const PROCESS: [u8; 12] = *b"schema-dojo\x01";

/// Checks the two fields by which a driver waits for a topology change, which never happens here.
///
/// # Errors
/// 31368, 31373; `TypeMismatch`.
fn check_await(request: &Request<'_>) -> Result<()> {
    let arguments = request.arguments();
    let version = arguments.document("topologyVersion")?;
    let wait = arguments.integer("maxAwaitTimeMS")?;
    match (version, wait) {
        (Some(_), None) => {
            Err(Error::new(31368, "A request with a 'topologyVersion' must include 'maxAwaitTimeMS'"))
        }
        (None, Some(_)) => {
            Err(Error::new(31368, "A request with 'maxAwaitTimeMS' must include a 'topologyVersion'"))
        }
        (Some(_), Some(wait)) if wait < 0 => {
            Err(Error::new(31373, "'maxAwaitTimeMS' must be a non-negative integer"))
        }
        _ => Ok(()),
    }
}
