//! `$text`: <https://www.mongodb.com/docs/manual/reference/operator/query/text/>.

use std::rc::Rc;

use super::prelude::*;
use crate::text::{Language, Search, Sensitivity};
use crate::value::type_name;

pub(super) const OPERATOR: Operator = operator(
    "$text",
    Place::TopLevel,
    "Searches the words of a text index: any of the words, all \"phrases\", none of the -negated words.",
    (r#"{"title": "Baking cakes"}"#, r#"{"$text": {"$search": "cake -cheese \"baking cakes\""}}"#, "true"),
    parse,
)
.refused_in(&[Role::Update, Role::Validator], ErrorCode::BAD_VALUE);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let options = expect_document(argument.value, ErrorCode::BAD_VALUE, "$text expects an object")?;
    let mut text = None;
    let mut language = None;
    let mut sensitivity = Sensitivity::default();
    for element in options {
        match element.name() {
            name @ "$search" => text = Some(string(name, element.value)?),
            name @ "$language" => {
                let name = string(name, element.value)?;
                let found = Language::find(name)?.ok_or_else(|| {
                    Error::bad_value(format!("unsupported language: \"{name}\" for text index version 3"))
                })?;
                language = Some(found);
            }
            name @ "$caseSensitive" => sensitivity.case = flag(name, element.value)?,
            name @ "$diacriticSensitive" => sensitivity.marks = flag(name, element.value)?,
            _ => return Err(Error::bad_value("extra fields in $text")),
        }
    }
    let Some(text) = text else {
        return Err(Error::new(ErrorCode::NO_SUCH_KEY, "Missing expected field \"$search\""));
    };
    let search = Search::new(text.to_owned(), language, sensitivity);
    Ok(Node::Document(Rc::new(Text {
        search,
        written: argument.value.as_document().map_or_else(Vec::new, |doc| doc.as_bytes().to_vec()),
    })))
}

fn wrong_type(name: &str, wanted: &str, value: RawValue<'_>) -> Error {
    Error::type_mismatch(format!(
        "\"{name}\" had the wrong type. Expected {wanted}, found {}",
        type_name(value.tag)
    ))
}

fn string<'a>(name: &str, value: RawValue<'a>) -> Result<&'a str> {
    let text = value.as_str().filter(|_| value.tag == tag::STRING);
    text.ok_or_else(|| wrong_type(name, "string", value))
}

fn flag(name: &str, value: RawValue<'_>) -> Result<bool> {
    value.as_bool().ok_or_else(|| wrong_type(name, "bool", value))
}

#[derive(Debug)]
struct Text {
    search: Search,
    written: Vec<u8>,
}

impl DocumentPredicate for Text {
    fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        self.search.matches(doc)
    }

    fn text_search(&self) -> Option<&Search> {
        Some(&self.search)
    }

    fn describe(&self, out: &mut DocBuilder) {
        let written = RawDoc::new(&self.written);
        out.document("$text", |text| {
            text.append_str("$search", &self.search.text);
            text.append_str(
                "$language",
                written.get("$language").and_then(RawValue::as_str).unwrap_or("english"),
            );
            text.append_bool("$caseSensitive", self.search.sensitivity.case);
            text.append_bool("$diacriticSensitive", self.search.sensitivity.marks);
        });
    }
}
