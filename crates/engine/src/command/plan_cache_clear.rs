//! `planCacheClear`.

use super::{Command, view};

/// See <https://www.mongodb.com/docs/manual/reference/command/planCacheClear/>. A plan is
/// chosen anew for each command, so that there is nothing to clear.
pub(super) static COMMAND: Command = Command {
    name: "planCacheClear",
    aliases: &[],
    summary: "Forgets the plans that were chosen for queries.",
    example: r#"{"planCacheClear": "books"}"#,
    operation: "command",
    profiled: true,
    fields: &["query", "projection", "sort", "collation"],
    run: |request, _| {
        let name = request.collection_name()?;
        view::refuse(request, name)
    },
    explain: None,
};
