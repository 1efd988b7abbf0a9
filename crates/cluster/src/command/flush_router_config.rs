//! `flushRouterConfig`: this router never has old metadata.

use super::Command;
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["flushRouterConfig"],
    admin: true,
    run: |_| {
        Ok(success(|out| {
            out.append_bool("flushed", true);
        }))
    },
};
