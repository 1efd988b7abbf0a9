//! `$jsonSchema`: <https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/>.

use std::rc::Rc;

use super::super::json_schema::Schema;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$jsonSchema",
    Place::Document,
    "Matches documents that satisfy a JSON Schema.",
    (
        r#"{"name": "Zoe"}"#,
        r#"{"$jsonSchema": {"required": ["name"], "properties": {"name": {"bsonType": "string"}}}}"#,
        "true",
    ),
    parse,
)
.refused_in(&[Role::Update], ErrorCode::QUERY_FEATURE_NOT_ALLOWED);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let schema = expect_document(argument.value, ErrorCode::TYPE_MISMATCH, "$jsonSchema must be an object")?;
    let source = Value::from(argument.value).into_owned();
    Ok(Node::Document(Rc::new(JsonSchema { schema: Schema::parse(schema)?, source })))
}

#[derive(Debug)]
struct JsonSchema {
    schema: Schema,
    source: Value<'static>,
}

fn whole(doc: RawDoc<'_>) -> RawValue<'_> {
    RawValue { tag: tag::DOCUMENT, bytes: doc.as_bytes() }
}

impl DocumentPredicate for JsonSchema {
    fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        Ok(self.schema.matches(whole(doc)))
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append("$jsonSchema", &self.source);
    }

    fn explain_failure(&self, doc: RawDoc<'_>, inverted: bool, out: &mut DocBuilder) {
        if inverted {
            out.append_str("operatorName", "$jsonSchema");
            out.document("specifiedAs", |specified| self.describe(specified));
            out.append_str("reason", "schema matched");
            return;
        }
        self.schema.explain(whole(doc), out);
    }
}
