//! The sessions that clients have used, and when: what `$listLocalSessions` lists.

use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::value::{DocBuilder, Value};

/// Where the server keeps the sessions, in the database `config`.
pub(crate) const STORED_SESSIONS: &str = "system.sessions";

/// Milliseconds after which an unused session is forgotten
/// (`localLogicalSessionTimeoutMinutes`).
const TIMEOUT: i64 = 30 * 60_000;

/// The digest of no user, which the ids of all sessions have.
pub(crate) const NOBODY: [u8; 32] = [
    0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24, 0x27,
    0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55,
];

impl Engine {
    /// Notes that a command belongs to a session, if it does.
    pub(crate) fn note_session(&mut self, arguments: &Arguments<'_>) {
        let given = arguments.get("lsid").map(super::session_id);
        if let Some(Ok(session)) = given {
            self.use_session(session);
        }
    }

    /// Notes that a session is in use.
    pub(crate) fn use_session(&mut self, session: Vec<u8>) {
        let now = self.state.now_millis;
        if let Some(used) = self.sessions.used.get_mut(&session) {
            *used = now;
            return;
        }
        // Only a new one can make them many.
        self.sessions.used.retain(|_, used| now - *used < TIMEOUT);
        self.sessions.used.insert(session, now);
    }

    /// One document for each session in use. A client that names none is a shell, which has
    /// one all the same.
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
