//! `$regex`: <https://www.mongodb.com/docs/manual/reference/operator/query/regex/>.

use super::prelude::*;
use crate::regex::{Regex, index_prefix};

pub(super) const OPERATOR: Operator = operator(
    "$regex",
    Place::Field,
    "Matches strings in which the pattern is found.",
    (r#"{"title": "The Great Gatsby"}"#, r#"{"title": {"$regex": "^the", "$options": "i"}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let options = match argument.siblings.get("$options") {
        None => None,
        Some(value) => Some(value.as_str().ok_or_else(|| Error::bad_value("$options has to be a string"))?),
    };
    if let Some(pattern) = argument.value.as_str() {
        return Ok(argument.leaf(RegexMatch::new(pattern, options.unwrap_or(""))?));
    }
    let Value::Regex { pattern, options: own } = Value::from(argument.value) else {
        return Err(Error::bad_value("$regex has to be a string"));
    };
    if options.is_some() && !own.is_empty() {
        let position = |name: &str| argument.siblings.iter().position(|element| element.name() == name);
        let code = if position("$regex") < position("$options") { 51075 } else { 51074 };
        return Err(Error::new(code, "options set in both $regex and $options"));
    }
    let regex = RegexMatch::new(&pattern, options.unwrap_or(&own))?;
    Ok(argument.leaf(RegexMatch { given_as_value: options.is_none(), ..regex }))
}

/// Matches strings that contain a pattern, and regular expressions equal to it.
#[derive(Clone, Debug)]
pub struct RegexMatch {
    pattern: Box<str>,
    options: Box<str>,
    compiled: Regex,
    /// Whether the condition was written as `{ $regex: /pattern/ }`.
    given_as_value: bool,
}

impl RegexMatch {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Errors of [`Regex::new`].
    pub fn new(pattern: &str, options: &str) -> Result<Self> {
        let compiled = Regex::new(pattern, options)?;
        Ok(RegexMatch { pattern: pattern.into(), options: options.into(), compiled, given_as_value: false })
    }

    /// Compiles a regular expression from a BSON value.
    ///
    /// # Errors
    /// Errors of [`Regex::new`].
    pub fn from_value(value: RawValue<'_>) -> Result<Self> {
        match Value::from(value) {
            Value::Regex { pattern, options } => RegexMatch::new(&pattern, &options),
            _ => Err(Error::bad_value("$regex has to be a string")),
        }
    }

    /// Returns the regular expression as a BSON value.
    pub fn value(&self) -> Value<'static> {
        Value::Regex { pattern: self.pattern.to_string().into(), options: self.options.to_string().into() }
    }
}

impl ValuePredicate for RegexMatch {
    fn matches(&self, value: RawValue<'_>) -> bool {
        match value.tag {
            tag::STRING | tag::SYMBOL => value.text().is_some_and(|text| self.compiled.is_match(text)),
            tag::REGEX => match Value::from(value) {
                Value::Regex { pattern, options } => *pattern == *self.pattern && *options == *self.options,
                _ => false,
            },
            _ => false,
        }
    }

    fn may_match_whole_array(&self) -> bool {
        false
    }

    fn bounds(&self) -> Option<Bounds> {
        let known = index_prefix(&self.pattern, &self.options);
        let mut strings = Interval::of_type(tag::STRING)?;
        if let Some(after) = after_prefix(&known.prefix) {
            strings.low.value = Value::string(known.prefix.clone());
            strings.high.value = Value::string(after);
        }
        let itself = Interval::point(self.value());
        let decided = known.exact && !known.prefix.is_empty();
        let mut bounds = Bounds::inexact(vec![strings, itself]);
        bounds.exact = decided;
        bounds.key_decides = true;
        Some(bounds)
    }

    fn reads_characters(&self) -> bool {
        true
    }

    fn prefix(&self) -> Option<&str> {
        self.compiled.prefix()
    }

    fn debug_text(&self, path: &str) -> Option<String> {
        Some(format!("{path} regex /{}/{}", self.pattern, self.options))
    }

    fn reason(&self) -> &'static str {
        "regular expression did not match"
    }

    fn inverse_reason(&self) -> &'static str {
        "regular expression did match"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_str("$regex", &self.pattern);
        if !self.options.is_empty() {
            out.append_str("$options", &self.options);
        }
    }

    fn describe_given(&self, out: &mut DocBuilder) {
        if self.given_as_value {
            out.append("$regex", &self.value());
        } else {
            self.describe(out);
        }
    }
}

/// Returns the least string above all strings with this prefix: the prefix with its last character replaced
/// by the next one.
fn after_prefix(prefix: &str) -> Option<String> {
    let mut chars: Vec<char> = prefix.chars().collect();
    while let Some(last) = chars.pop() {
        let next = (last as u32 + 1..=char::MAX as u32).find_map(char::from_u32);
        if let Some(next) = next {
            chars.push(next);
            return Some(chars.into_iter().collect());
        }
    }
    None
}
