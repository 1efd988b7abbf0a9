//! `usersInfo`: <https://www.mongodb.com/docs/manual/reference/command/usersInfo/>. There are no users.

use super::Command;
use super::user_names::list_none;

pub(super) static COMMAND: Command = Command {
    name: "usersInfo",
    summary: "Lists users, of whom there are none.",
    example: r#"{"usersInfo": 1}"#,
    fields: &[
        "showCredentials",
        "showCustomData",
        "showPrivileges",
        "showAuthenticationRestrictions",
        "filter",
    ],
    run: |request, out| list_none(request, "users", "user", out),
    ..Command::DEFAULT
};
