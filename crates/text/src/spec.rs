//! The definition of a text index: fields with weights, and languages.

use std::collections::BTreeMap;

use super::Language;
use super::words::{Sensitivity, stems};
use values::{Error, Result};
use values::{RawDoc, RawValue, sort, tag};

/// The wildcard field name: all strings of a document.
const EVERYTHING: &str = "$**";

/// The definition of a text index.
#[derive(Clone, Debug, PartialEq)]
pub struct TextSpec {
    /// The fields' weights, by path.
    pub weights: BTreeMap<String, f64>,
    /// The default language.
    pub language: Language,
    /// The field that names a document's language.
    pub override_field: String,
}

impl TextSpec {
    /// Visits every indexed string of a document, with its language and weight.
    ///
    /// # Errors
    /// 17261 and 17262 for an unknown language.
    pub fn texts<'a>(&self, doc: RawDoc<'a>, visit: &mut dyn FnMut(Language, f64, &'a str)) -> Result<()> {
        self.walk(doc, "", self.language, visit)
    }

    fn walk<'a>(
        &self,
        doc: RawDoc<'a>,
        prefix: &str,
        language: Language,
        visit: &mut dyn FnMut(Language, f64, &'a str),
    ) -> Result<()> {
        let language = match doc.get(&self.override_field) {
            None => language,
            Some(value) => self.language_of(value)?,
        };
        for element in doc {
            let path = match prefix {
                "" => element.name().to_owned(),
                above => format!("{above}.{}", element.name()),
            };
            if self.weight_of(&path).is_none() && !self.leads_to_text(&path) {
                continue;
            }
            let one = [element.value];
            let inside = element.value.as_array();
            let values: Vec<RawValue<'a>> =
                inside.map_or_else(|| one.to_vec(), |array| array.values().collect());
            for value in values {
                if let Some(inner) = value.as_document() {
                    self.walk(inner, &path, language, visit)?;
                } else if let (Some(text), Some(weight)) = (text_of(value), self.weight_of(&path)) {
                    visit(language, weight, text);
                }
            }
        }
        Ok(())
    }

    fn language_of(&self, value: RawValue<'_>) -> Result<Language> {
        let Some(name) = text_of(value) else {
            return Err(Error::new(17261, "found language override field in document with non-string type"));
        };
        Language::find(name)?
            .ok_or_else(|| Error::new(17262, format!("language override unsupported: {name}")))
    }

    /// Returns the weight of strings at a path.
    fn weight_of(&self, path: &str) -> Option<f64> {
        self.weights.get(path).or_else(|| self.weights.get(EVERYTHING)).copied()
    }

    fn leads_to_text(&self, path: &str) -> bool {
        let below = |known: &String| known.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        self.weights.contains_key(EVERYTHING) || self.weights.keys().any(below)
    }

    /// Returns a document's stems with their scores.
    ///
    /// In each string, a stem's score depends on its frequency (each occurrence counts
    /// half as much as the previous one), its share of the words and the field's weight;
    /// it is a tenth higher if the stem is the whole string.
    ///
    /// # Errors
    /// Same as [`Self::texts`].
    pub fn scores(&self, doc: RawDoc<'_>) -> Result<BTreeMap<String, f64>> {
        let mut scores = BTreeMap::new();
        self.texts(doc, &mut |language, weight, text| {
            let stems = stems(text, language, Sensitivity::default());
            let mut sorted: Vec<&String> = stems.iter().collect();
            sort(&mut sorted);
            for alike in sorted.chunk_by(|a, b| a == b) {
                let (stem, count) = (alike[0], alike.len());
                // 1, 1 1/2, 1 3/4 …
                let frequency = 2.0 - 0.5f64.powi(count as i32 - 1);
                let share = 0.5 * count as f64 / stems.len() as f64 + 0.5;
                let whole =
                    if text.len() == stem.len() && text.eq_ignore_ascii_case(stem) { 1.1 } else { 1.0 };
                *scores.entry(stem.clone()).or_default() += weight * frequency * share * whole;
            }
        })?;
        Ok(scores)
    }
}

fn text_of(value: RawValue<'_>) -> Option<&str> {
    if value.tag == tag::STRING { value.as_str() } else { None }
}
