//! `$where`: <https://www.mongodb.com/docs/manual/reference/operator/query/where/>.

use std::rc::Rc;

use super::prelude::*;
use crate::aggregate::expression::Environment;
use crate::host::Call;

pub(super) const OPERATOR: Operator = operator(
    "$where",
    Place::Document,
    "Matches documents for which a JavaScript function or expression is true; `this` is the document.",
    (r#"{"a": 1, "b": 1}"#, r#"{"$where": "this.a === this.b"}"#, "true"),
    parse,
)
.refused_in(&[Role::Update, Role::Validator], ErrorCode::BAD_VALUE);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    if !argument.context.at_document() {
        return Err(Error::bad_value("$elemMatch cannot contain $where expression"));
    }
    let code = match Value::from(argument.value) {
        Value::String(code) | Value::Code(code) => code.into_owned(),
        Value::CodeWithScope(_) => {
            return Err(Error::bad_value("$where no longer supports deprecated BSON type CodeWScope"));
        }
        _ => return Err(Error::bad_value("$where got bad type")),
    };
    Ok(Node::Document(Rc::new(Where { code, environment: argument.context.environment().clone() })))
}

#[derive(Debug)]
struct Where {
    code: String,
    environment: Rc<Environment>,
}

impl DocumentPredicate for Where {
    fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        let stored = Some(&self.environment.stored_functions);
        let call = Call { code: &self.code, this: Some(doc), stored, ..Call::default() };
        let reply = call.run(self.environment.host.as_ref(), "$where without JavaScript")?;
        let value = RawDoc::new(&reply).get("value").unwrap_or(RawValue::MISSING);
        Ok(match value.as_str() {
            // Convert to a boolean as JavaScript does.
            Some(text) => !text.is_empty(),
            None => Value::from(value).truthy() && !value.as_number().is_some_and(Number::is_nan),
        })
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append("$where", &Value::Code(self.code.as_str().into()));
    }
}
