//! `minLength`, `maxLength`, `pattern`.

use super::{Keyword, Rule, Specified};
use crate::Result;
use crate::regex::Regex;
use crate::value::{DocBuilder, RawValue, tag};

#[derive(Debug)]
struct Length {
    specified: Specified,
    min: usize,
    max: usize,
}

pub(super) fn min_length(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let min = keyword.count()?;
    Ok(Some(Box::new(Length { specified: Specified::new(keyword), min, max: usize::MAX })))
}

pub(super) fn max_length(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let max = keyword.count()?;
    Ok(Some(Box::new(Length { specified: Specified::new(keyword), min: 0, max })))
}

fn text(value: RawValue<'_>) -> Option<&str> {
    if value.tag == tag::STRING { value.as_str() } else { None }
}

impl Rule for Length {
    fn holds(&self, value: RawValue<'_>) -> bool {
        text(value).is_none_or(|text| (self.min..=self.max).contains(&text.chars().count()))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write_failure("specified string length was not satisfied", value, out);
    }
}

#[derive(Debug)]
struct Pattern {
    specified: Specified,
    regex: Regex,
}

pub(super) fn pattern(keyword: &Keyword<'_>) -> Result<Option<Box<dyn Rule>>> {
    let pattern = keyword.value.as_str().ok_or_else(|| keyword.must_be("a string"))?;
    Ok(Some(Box::new(Pattern { specified: Specified::new(keyword), regex: Regex::new(pattern, "")? })))
}

impl Rule for Pattern {
    fn holds(&self, value: RawValue<'_>) -> bool {
        text(value).is_none_or(|text| self.regex.is_match(text))
    }

    fn explain(&self, value: RawValue<'_>, out: &mut DocBuilder) {
        self.specified.write_failure("regular expression did not match", value, out);
    }
}
