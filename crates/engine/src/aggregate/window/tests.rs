//! Examples of every window function.

use super::*;
use crate::aggregate::tests::run;
use crate::testing::{json, value};

#[test]
fn every_example_holds() {
    for entry in WINDOW_FUNCTIONS {
        let help = entry.help;
        let stages = format!(
            r#"[{{"$setWindowFields": {{"sortBy": {{"t": 1}}, "output": {{"v": {}}}}}}}, {{"$group": {{"_id": null, "v": {{"$push": "$v"}}}}}}]"#,
            help.example.code
        );
        let out = run(help.example.input, &stages).unwrap_or_else(|e| panic!("{}: {e}", help.name));
        let expected = format!(r#"[{{"_id": null, "v": {}}}]"#, help.example.output);
        assert_eq!(json(&out), json(&value(&expected)), "{}", help.name);
        assert!(help.summary.ends_with('.') && help.example.code.contains(help.name), "{}", help.name);
    }
}
