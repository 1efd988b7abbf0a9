//! Prints what cases give.
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.trim().is_empty() {
            continue;
        }
        let json: serde_json::Value = match serde_json::from_str(&line) {
            Ok(j) => j,
            Err(e) => {
                println!("BAD {e} {line}");
                continue;
            }
        };
        let bson::Bson::Document(case) = bson::Bson::try_from(json).unwrap() else { continue };
        let mut engine = engine::Engine::new(engine::EngineOptions::default());
        let name = case.get_str("name").unwrap_or("").to_owned();
        match corpus::attempt(&mut engine, &case) {
            Err(e) => println!("{name}\n     FAIL {e}"),
            Ok(reply) => {
                let text = if let Ok(code) = reply.get_i32("code") {
                    format!(
                        "E {} {}: {}",
                        code,
                        reply.get_str("codeName").unwrap_or(""),
                        reply.get_str("errmsg").unwrap_or("")
                    )
                } else if let Ok(c) = reply.get_document("cursor") {
                    let batch = c.get_array("firstBatch").cloned().unwrap_or_default();
                    if case.contains_key("expression") {
                        batch
                            .iter()
                            .map(|b| {
                                b.as_document()
                                    .and_then(|d| d.get("v"))
                                    .cloned()
                                    .map_or("(missing)".into(), |v| show(&v))
                            })
                            .collect::<Vec<_>>()
                            .join(", ")
                    } else {
                        batch.iter().map(show).collect::<Vec<_>>().join(", ")
                    }
                } else {
                    show(&bson::Bson::Document(reply))
                };
                println!("{name}\n     {text}");
            }
        }
    }
}
fn show(v: &bson::Bson) -> String {
    use bson::Bson::*;
    match v {
        Int32(i) => format!("{i}"),
        Int64(i) => format!("L({i})"),
        Double(d) => format!("F({d:?})"),
        Decimal128(d) => format!("D({d})"),
        String(s) => format!("{s:?}"),
        Array(a) => format!("[{}]", a.iter().map(show).collect::<Vec<_>>().join(", ")),
        Document(d) => format!(
            "{{{}}}",
            d.iter().map(|(k, v)| format!("{k}: {}", show(v))).collect::<Vec<_>>().join(", ")
        ),
        DateTime(d) => match d.try_to_rfc3339_string() {
            Ok(s) => format!("Date({s})"),
            _ => format!("Date({})", d.timestamp_millis()),
        },
        Null => "null".into(),
        Boolean(b) => format!("{b}"),
        other => other.clone().into_canonical_extjson().to_string(),
    }
}
