//! `setFeatureCompatibilityVersion`.

use crate::command::{Command, Request, Writes};
use crate::error::{Error, Result};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/setFeatureCompatibilityVersion/>.
pub(super) static COMMAND: Command = Command {
    name: "setFeatureCompatibilityVersion",
    summary: "Sets the feature version, which can only be the server's own.",
    example: r#"{"setFeatureCompatibilityVersion": "8.0", "confirm": true, "$db": "admin"}"#,
    fields: &["confirm"],
    run,
    admin: true,
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let version = arguments.string("setFeatureCompatibilityVersion")?.unwrap_or_default();
    if !["7.0", "7.3", "8.0"].contains(&version) {
        return Err(Error::new(
            4926900,
            format!(
                "Invalid feature compatibility version value '{version}'; expected '7.0' or '7.3' or '8.0'. See https://dochub.mongodb.org/core/8.0-feature-compatibility."
            ),
        ));
    }
    if !arguments.flag("confirm")? {
        // The version is already 8.0. A server reports a downgrade even if the version would not change
        // (https://jira.mongodb.org/browse/SERVER-112589).
        return Err(Error::new(
            7369100,
            "Once you have downgraded the FCV, if you choose to downgrade the binary version, it will require support assistance. Please re-run this command with 'confirm: true' to acknowledge this and continue with the FCV downgrade.",
        ));
    }
    match version {
        "8.0" => Ok(()),
        _ => Err(Error::not_supported(&format!("Changing the feature compatibility version to {version}"))),
    }
}
