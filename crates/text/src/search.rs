//! Text searches: `$text`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::words::{Sensitivity, Token, stems, tokens};
use super::{Language, TextSpec};
use values::{DocBuilder, RawDoc};
use values::{Error, ErrorCode, Result};

/// A `$text` search as written. Without a language, the language of the index applies.
#[derive(Debug)]
pub struct Search {
    /// `$search`.
    pub text: String,
    /// `$language`.
    pub language: Option<Language>,
    /// `$caseSensitive` and `$diacriticSensitive`.
    pub sensitivity: Sensitivity,
    /// The search bound to its text index, once the index is known.
    bound: RefCell<Option<Rc<TextQuery>>>,
}

/// A search bound to a text index.
#[derive(Debug)]
pub struct TextQuery {
    spec: TextSpec,
    language: Language,
    sensitivity: Sensitivity,
    /// The stems to search in the index; a document must have one of them.
    pub terms: BTreeSet<String>,
    /// The stems with the requested sensitivity.
    exact: BTreeSet<String>,
    negated: BTreeSet<String>,
    /// The phrases that a document must all contain.
    phrases: Vec<String>,
    negated_phrases: Vec<String>,
}

impl Search {
    /// Creates a search that isn't bound to an index yet.
    pub fn new(text: String, language: Option<Language>, sensitivity: Sensitivity) -> Self {
        Search { text, language, sensitivity, bound: RefCell::default() }
    }

    /// Binds the search to a text index.
    pub fn bind(&self, spec: &TextSpec) -> Rc<TextQuery> {
        let query = Rc::new(TextQuery::parse(self, spec));
        *self.bound.borrow_mut() = Some(query.clone());
        query
    }

    /// Whether a document matches.
    ///
    /// # Errors
    /// `IndexNotFound` (27) without an index; errors of the document's language.
    pub fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        let Some(query) = self.bound.borrow().clone() else { return Err(no_index()) };
        let scores = query.spec.scores(doc)?;
        Ok(query.terms.iter().any(|term| scores.contains_key(term)) && query.accepts(doc)?)
    }
}

/// Returns the error of a search without an index.
pub fn no_index() -> Error {
    Error::new(ErrorCode::INDEX_NOT_FOUND, "text index required for $text query")
}

impl TextQuery {
    fn parse(search: &Search, spec: &TextSpec) -> Self {
        let language = search.language.unwrap_or(spec.language);
        let mut query = TextQuery {
            spec: spec.clone(),
            language,
            sensitivity: search.sensitivity,
            terms: BTreeSet::new(),
            exact: BTreeSet::new(),
            negated: BTreeSet::new(),
            phrases: Vec::new(),
            negated_phrases: Vec::new(),
        };
        let mut negation = false;
        let mut phrase: Option<usize> = None;
        for token in tokens(&search.text, language) {
            match token {
                Token::Word(word) => {
                    if !negation {
                        query.terms.extend(stems(word, language, Sensitivity::default()));
                        query.exact.extend(stems(word, language, search.sensitivity));
                    } else if phrase.is_none() {
                        query.negated.extend(stems(word, language, search.sensitivity));
                        negation = false;
                    }
                }
                // A hyphen inside a word doesn't negate.
                Token::Separator { character: '-', after_space: true, .. } if phrase.is_none() => {
                    negation = true;
                }
                Token::Separator { character: '"', at, .. } => match phrase.take() {
                    None => phrase = Some(at + 1),
                    Some(start) => {
                        let text = search.text[start..at].to_owned();
                        let list = if negation { &mut query.negated_phrases } else { &mut query.phrases };
                        list.push(text);
                        negation = false;
                    }
                },
                Token::Separator { .. } => {}
            }
        }
        query
    }

    /// Whether a document with one of the terms also has the phrases, no negated
    /// words or phrases, and the right case and diacritics.
    ///
    /// # Errors
    /// Errors of the document's language.
    pub fn accepts(&self, doc: RawDoc<'_>) -> Result<bool> {
        let sensitive = self.sensitivity != Sensitivity::default();
        if !sensitive && self.negated.is_empty() && self.phrases.is_empty() && self.negated_phrases.is_empty()
        {
            return Ok(true);
        }
        let mut texts = Vec::new();
        let mut words = BTreeSet::new();
        self.spec.texts(doc, &mut |language, _, text| {
            words.extend(stems(text, language, self.sensitivity));
            texts.push(self.sensitivity.fold(text));
        })?;
        let says = |phrase: &String| {
            let phrase = self.sensitivity.fold(phrase);
            texts.iter().any(|text| text.contains(&phrase))
        };
        Ok((!sensitive || self.exact.iter().any(|word| words.contains(word)))
            && !self.negated.iter().any(|word| words.contains(word))
            && self.phrases.iter().all(says)
            && !self.negated_phrases.iter().any(says))
    }

    /// Writes explain's `parsedTextQuery`.
    pub fn describe(&self, out: &mut DocBuilder) {
        let list = |out: &mut DocBuilder, name: &str, items: &mut dyn Iterator<Item = &String>| {
            out.array(name, |array| {
                for item in items {
                    array.push_str(item);
                }
            });
        };
        list(out, "terms", &mut self.terms.iter());
        list(out, "negatedTerms", &mut self.negated.iter());
        list(out, "phrases", &mut self.phrases.iter());
        list(out, "negatedPhrases", &mut self.negated_phrases.iter());
    }

    /// Returns the language of the search.
    pub fn language(&self) -> Language {
        self.language
    }
}
