//! The messages between page, sandbox and host page.
