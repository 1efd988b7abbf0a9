//! Examples of every accumulator.

use super::*;
use crate::aggregate::tests::run;
use crate::testing::{json, value};

#[test]
fn every_example_holds() {
    for entry in ACCUMULATORS {
        let help = entry.help;
        let stage = format!(r#"[{{"$group": {{"_id": null, "v": {}}}}}]"#, help.example.code);
        let out = run(help.example.input, &stage).unwrap_or_else(|e| panic!("{}: {e}", help.name));
        if help.example.input == "[]" {
            // An empty input only tests that the accumulator compiles.
            assert_eq!(json(&out), json(&value("[]")), "{}", help.name);
            continue;
        }
        let expected = format!(r#"[{{"_id": null, "v": {}}}]"#, help.example.output);
        assert_eq!(json(&out), json(&value(&expected)), "{}", help.name);
        assert!(help.summary.ends_with('.') && help.example.code.contains(help.name), "{}", help.name);
    }
}
