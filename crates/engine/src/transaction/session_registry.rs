//! The sessions and their times of last use, for `$listLocalSessions`.

use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::session_id::{NOBODY, session_id};
use crate::value::{DocBuilder, Value};

/// The milliseconds after which an unused session expires (`localLogicalSessionTimeoutMinutes`).
const TIMEOUT: i64 = 30 * 60_000;

impl Engine {
    /// Marks a command's session as used, if it has one.
    pub(crate) fn mark_session_used(&mut self, arguments: &Arguments<'_>) {
        let given = arguments.get("lsid").map(session_id);
        if let Some(Ok(session)) = given {
            self.use_session(session);
        }
    }

    /// Marks a session as used.
    pub(crate) fn use_session(&mut self, session: Vec<u8>) {
        let now = self.state.now_millis;
        if let Some(used) = self.sessions.used.get_mut(&session) {
            *used = now;
            return;
        }
        // Only a new session can increase their number.
        self.sessions.used.retain(|_, used| now - *used < TIMEOUT);
        self.sessions.used.insert(session, now);
    }

    /// Returns one document for each session in use. Without any, returns the implicit session of the
    /// shell.
    pub(crate) fn used_sessions(&self) -> Vec<Vec<u8>> {
        let document = |(session, used): (&Vec<u8>, &i64)| {
            let binary = |subtype, bytes: &[u8]| Value::Binary { subtype, bytes: bytes.to_vec().into() };
            let mut out = DocBuilder::new();
            out.document("_id", |id| {
                id.append("id", &binary(4, session)).append("uid", &binary(0, &NOBODY));
            });
            out.append_date("lastUse", *used);
            out.finish()
        };
        let now = self.state.now_millis;
        let mut used = self.sessions.used.iter().filter(|(_, used)| now - **used < TIMEOUT).peekable();
        if used.peek().is_none() {
            let mut implicit = vec![0; 16];
            implicit[..5].copy_from_slice(&self.process_random);
            // A random UUID: version 4, variant 1.
            (implicit[6], implicit[8]) = (0x40, 0x80);
            return vec![document((&implicit, &now))];
        }
        used.map(document).collect()
    }
}
