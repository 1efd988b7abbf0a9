//! `connectionStatus`.

use crate::command::{Command, InTransactions};

/// See <https://www.mongodb.com/docs/manual/reference/command/connectionStatus/>. There are no users.
pub(super) static COMMAND: Command = Command {
    name: "connectionStatus",
    summary: "Returns who is connected.",
    example: r#"{"connectionStatus": 1}"#,
    profiled: false,
    in_transactions: InTransactions::Informs,
    fields: &["showPrivileges"],
    run: |request, out| {
        let privileges = request.arguments().flag("showPrivileges")?;
        out.document("authInfo", |info| {
            info.array("authenticatedUsers", |_| {}).array("authenticatedUserRoles", |_| {});
            if privileges {
                info.array("authenticatedUserPrivileges", |_| {});
            }
        });
        Ok(())
    },
    ..Command::DEFAULT
};
