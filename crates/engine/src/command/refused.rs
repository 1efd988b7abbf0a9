//! Commands that a standalone server knows but rejects: those of replica sets and of Atlas Search.

use crate::aggregate::stage::NO_SEARCH_INDEXES;
use crate::error::{Error, ErrorCode};

/// An error for a set of commands.
struct Refusal {
    code: i32,
    text: fn(&str) -> String,
    names: &'static [&'static str],
    admin: bool,
}

const REFUSALS: &[Refusal] = &[
    // <https://www.mongodb.com/docs/manual/reference/command/nav-replication/>.
    Refusal {
        code: ErrorCode::NO_REPLICATION_ENABLED,
        text: |_| "not running with --replSet".into(),
        names: &[
            "replSetAbortPrimaryCatchUp",
            "replSetFreeze",
            "replSetGetConfig",
            "replSetGetStatus",
            "replSetMaintenance",
            "replSetReconfig",
            "replSetStepDown",
            "replSetSyncFrom",
        ],
        admin: true,
    },
    Refusal {
        code: ErrorCode::NO_REPLICATION_ENABLED,
        text: |_| "This node was not started with replication enabled.".into(),
        names: &["replSetInitiate"],
        admin: true,
    },
    Refusal {
        code: ErrorCode::NO_REPLICATION_ENABLED,
        text: |name| format!("Must have replication set up to run \"{name}\""),
        names: &["appendOplogNote"],
        admin: true,
    },
    // <https://www.mongodb.com/docs/manual/reference/command/getDefaultRWConcern/>.
    Refusal {
        code: 51300,
        text: |name| format!("'{name}' is not supported on standalone nodes."),
        names: &["getDefaultRWConcern", "setDefaultRWConcern"],
        admin: true,
    },
    // <https://www.mongodb.com/docs/manual/reference/command/setUserWriteBlockMode/>.
    Refusal {
        code: ErrorCode::ILLEGAL_OPERATION,
        text: |name| format!("{name} cannot be run on standalones"),
        names: &["setUserWriteBlockMode"],
        admin: true,
    },
    // <https://www.mongodb.com/docs/manual/reference/command/nav-atlas-search/>.
    Refusal {
        code: ErrorCode::SEARCH_NOT_ENABLED,
        text: |_| NO_SEARCH_INDEXES.into(),
        names: &["createSearchIndexes", "dropSearchIndex", "listSearchIndexes", "updateSearchIndex"],
        admin: false,
    },
];

/// Returns the server's error for a command that it rejects; `None` for an unknown command.
pub(super) fn error(name: &str, database: &str) -> Option<Error> {
    let refusal = REFUSALS.iter().find(|refusal| refusal.names.contains(&name))?;
    if refusal.admin && database != "admin" {
        return Some(super::only_on_admin(name));
    }
    Some(Error::new(refusal.code, (refusal.text)(name)))
}
