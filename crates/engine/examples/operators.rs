//! Writes `web/editor/operators.json` to standard output: the completion entries of operators and stages,
//! one per line.

use serde_json::json;

fn main() {
    // Skip commands and the internal operators of servers.
    let listed = engine::help().filter(|entry| entry.kind != "command" && !entry.help.name.starts_with("$_"));
    let lines: Vec<String> = listed
        .map(|engine::HelpEntry { kind, help, .. }| {
            let text = format!("{}\nExample: {}", help.summary, help.example.code);
            json!({ "name": help.name, "kind": kind, "help": text }).to_string()
        })
        .collect();
    println!("[\n{}\n]", lines.join(",\n"));
}
