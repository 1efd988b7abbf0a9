//! Reads commands as extended JSON, one per line, and prints their replies: `cargo run -p engine --example
//! repl`.
//!
//! The default `$db` is `test`. Empty lines and lines that begin with `//` are skipped.

use std::io::{BufRead as _, Write as _};

use bson::{Bson, Document};
use engine::{Engine, EngineOptions};

fn main() -> std::io::Result<()> {
    let mut engine = Engine::new(EngineOptions::default());
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        match reply(&mut engine, line) {
            Ok(reply) => writeln!(out, "{:#}", Bson::Document(reply).into_relaxed_extjson())?,
            Err(fault) => writeln!(out, "Not a command: {fault}")?,
        }
    }
    Ok(())
}

/// Runs a command.
///
/// # Errors
/// The line is not a document.
fn reply(engine: &mut Engine, line: &str) -> Result<Document, Box<dyn std::error::Error>> {
    let json: serde_json::Value = serde_json::from_str(line)?;
    let Bson::Document(mut command) = Bson::try_from(json)? else { return Err("expected an object".into()) };
    if !command.contains_key("$db") {
        command.insert("$db", "test");
    }
    Ok(Document::from_reader(engine.run_command(&command.to_vec()?).as_slice())?)
}
