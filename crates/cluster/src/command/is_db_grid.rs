//! `isdbgrid` (<https://www.mongodb.com/docs/manual/reference/command/isdbgrid/>).

use super::Command;
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["isdbgrid"],
    admin: false,
    run: |_| {
        Ok(success(|out| {
            out.append_i32("isdbgrid", 1).append_str("hostname", "localhost");
        }))
    },
};
