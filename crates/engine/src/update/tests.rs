//! The rules of the update language.

use super::*;
use crate::testing::doc;

fn update(code: &str) -> Result<Update> {
    let code = doc(code);
    let context = FilterContext::default();
    let options = UpdateOptions { array_filters: None, constants: None, context: &context };
    let raw = RawValue { tag: crate::value::tag::DOCUMENT, bytes: &code };
    Update::parse(raw, &options)
}

fn json(bytes: &[u8]) -> serde_json::Value {
    let document = bson::Document::from_reader(bytes).expect("valid BSON");
    bson::Bson::Document(document).into_canonical_extjson()
}

#[test]
fn every_example_does_what_it_says() {
    for operator in operator::TABLE {
        let example = operator.help.example;
        let (input, output) = (doc(example.input), doc(example.output));
        let applied = update(example.code).and_then(|update| update.apply(RawDoc::new(&input), None, false));
        let applied = applied.unwrap_or_else(|error| panic!("{}: {error}", operator.help.name));
        assert_eq!(json(&applied.document), json(&output), "{}", operator.help.name);
        assert!(applied.changed, "{}", operator.help.name);
    }
}
