//! References for the exercises: the glossary, the principles of schema design and MongoDB's patterns.
//!
//! `glossary.toml`, `principles.toml` and `patterns.toml` are next to `tracks.toml`; each is optional. The
//! page loads them as `exercises/reference.json`, and terms in the texts of exercises become links.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bundle::Bundle;
use crate::catalogue::Catalogue;
use crate::error::{FormatError, Result};
use crate::front_matter::is_id;
use crate::markdown::{self, Block, Inline};

/// Glossary, principles and patterns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The terms, sorted by name.
    pub glossary: Vec<Term>,
    /// The principles.
    pub principles: Vec<Principle>,
    /// The antipatterns.
    pub antipatterns: Vec<Principle>,
    /// MongoDB's patterns, sorted by name.
    #[serde(default)]
    pub patterns: Vec<Pattern>,
}

/// One of MongoDB's design patterns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pattern {
    /// The id in addresses.
    pub id: String,
    /// MongoDB's name.
    pub name: String,
    /// Its purpose.
    pub text: Vec<Block>,
    /// Ids of the exercises that teach it, in learning order.
    pub exercises: Vec<String>,
}

/// A technical term.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The id in addresses.
    pub id: String,
    /// The term as plain text.
    pub term: String,
    /// The closest term in SQL; empty if there is none.
    pub sql: String,
    /// The definition.
    pub text: Vec<Block>,
    /// The spellings that are linked in exercises.
    #[serde(skip)]
    pub find: Vec<String>,
}

/// A principle or an antipattern.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Principle {
    /// A short title.
    pub title: String,
    /// An explanation.
    pub text: Vec<Block>,
    /// The meter that shows the antipattern; empty for a principle.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meter: String,
    /// Ids of the exercises that measure it.
    pub exercises: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlossaryFile {
    term: Vec<TermEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermEntry {
    id: String,
    term: String,
    #[serde(default)]
    sql: String,
    #[serde(default)]
    find: Vec<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrinciplesFile {
    principle: Vec<PrincipleEntry>,
    #[serde(default)]
    antipattern: Vec<PrincipleEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrincipleEntry {
    title: String,
    text: String,
    #[serde(default)]
    meter: String,
    #[serde(default)]
    exercises: Vec<String>,
    /// The track with planned exercises that will measure it.
    #[serde(default)]
    track: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternsFile {
    pattern: Vec<PatternEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatternEntry {
    id: String,
    name: String,
    text: String,
    /// Words in the `pattern` of the exercises that teach it, in lower case.
    find: Vec<String>,
}

impl PatternEntry {
    fn read(self, file: &str, catalogue: &Catalogue) -> Result<Pattern> {
        let teaches = |pattern: &str| {
            let pattern = pattern.to_lowercase();
            self.find.iter().any(|words| pattern.contains(words))
        };
        let exercises = catalogue.exercises().filter(|exercise| teaches(&exercise.front.pattern));
        let exercises = exercises.map(|exercise| exercise.front.id.clone()).collect();
        Ok(Pattern { id: self.id, name: self.name, text: markdown::parse(&self.text, file, 1)?, exercises })
    }
}

impl Reference {
    /// Reads the files of a catalogue. The text of an entry without exercises names its planned track.
    ///
    /// # Errors
    /// The first fault: a file that can't be read, a duplicate id, a missing exercise or track, a principle
    /// without exercise and track, or with a track that already has exercises.
    pub fn read(folder: &Path, catalogue: &Catalogue) -> Result<Reference> {
        let mut reference = Reference::default();
        if let Some((file, parsed)) = toml_file::<GlossaryFile>(&folder.join("glossary.toml"))? {
            for TermEntry { id, term, sql, find, text } in parsed.term {
                if !is_id(&id) || reference.glossary.iter().any(|term| term.id == id) {
                    return Err(FormatError::new(
                        file,
                        0,
                        format!("The term id {id:?} is invalid or used twice."),
                    ));
                }
                let (text, term) = (markdown::parse(&text, &file, 1)?, term.replace('`', ""));
                reference.glossary.push(Term { id, term, sql, text, find });
            }
            reference.glossary.sort_by_key(|term| term.term.trim_start_matches(['$', '_']).to_lowercase());
        }
        if let Some((file, parsed)) = toml_file::<PrinciplesFile>(&folder.join("principles.toml"))? {
            let principle = |PrincipleEntry { title, mut text, meter, exercises, track }| {
                let fault = |says: String| Err(FormatError::new(&file, 0, format!("{title:?} {says}.")));
                let known = |id: &str| catalogue.exercises().any(|exercise| exercise.front.id == id);
                if let Some(id) = exercises.iter().find(|id: &&String| !known(id)) {
                    return fault(format!("names no exercise with {id:?}"));
                }
                match track {
                    None if exercises.is_empty() => {
                        return fault("names neither an exercise nor a track".to_owned());
                    }
                    None => {}
                    Some(id) => match catalogue.tracks.iter().find(|track| track.id == id) {
                        Some(track) if track.exercises.is_empty() => {
                            text += &format!(
                                " The track “{}”, which is not written yet, will measure it.",
                                track.title
                            );
                        }
                        Some(_) => return fault(format!("waits for the track {id:?}, which has exercises")),
                        None => return fault(format!("names no track with {id:?}")),
                    },
                }
                Ok(Principle { title, text: markdown::parse(&text, &file, 1)?, meter, exercises })
            };
            reference.principles = parsed.principle.into_iter().map(principle).collect::<Result<_>>()?;
            reference.antipatterns = parsed.antipattern.into_iter().map(principle).collect::<Result<_>>()?;
        }
        if let Some((file, parsed)) = toml_file::<PatternsFile>(&folder.join("patterns.toml"))? {
            for entry in parsed.pattern {
                if !is_id(&entry.id) || reference.patterns.iter().any(|pattern| pattern.id == entry.id) {
                    return Err(FormatError::new(
                        file,
                        0,
                        format!("The pattern id {:?} is invalid or used twice.", entry.id),
                    ));
                }
                reference.patterns.push(entry.read(&file, catalogue)?);
            }
        }
        Ok(reference)
    }

    /// Appends to the explanation after a pass the principles that the exercise measures, and the name of
    /// its pattern if that is one of MongoDB's.
    pub fn end_why(&self, bundle: &mut Bundle) {
        if bundle.why.is_empty() {
            return;
        }
        let text = |text: &str| Inline::Text { text: text.to_owned() };
        let measured = self.principles.iter().filter(|principle| principle.exercises.contains(&bundle.id));
        let mut content = Vec::new();
        for (at, principle) in measured.enumerate() {
            content.push(text(if at == 0 { "Principles: " } else { " · " }));
            let title = vec![text(&principle.title)];
            content.push(Inline::Link { href: "#/principles".to_owned(), content: title });
        }
        if let Some(name) = official_name(&bundle.pattern) {
            content.push(text(if content.is_empty() { "" } else { ". " }));
            content.push(text("MongoDB calls this the "));
            content.push(Inline::Strong { content: vec![text(&format!("{name} Pattern"))] });
            content.push(text("."));
        }
        if !content.is_empty() {
            bundle.why.push(Block::Paragraph { content });
        }
    }

    /// Links the first occurrence of each term in a text to the glossary, except in headings, tables, code
    /// and links.
    pub fn link_terms(&self, blocks: &mut [Block]) {
        let mut open: Vec<&Term> = self.glossary.iter().filter(|term| !term.find.is_empty()).collect();
        link_blocks(blocks, &mut open);
    }
}

/// MongoDB's schema design patterns.
/// Source: <https://www.mongodb.com/docs/manual/data-modeling/design-patterns/>
const PATTERNS: &[&str] = &[
    "Approximation",
    "Archive",
    "Attribute",
    "Bucket",
    "Computed",
    "Document Versioning",
    "Extended Reference",
    "Inheritance",
    "Outlier",
    "Polymorphic",
    "Preallocation",
    "Schema Versioning",
    "Single Collection",
    "Subset",
    "Tree",
];

/// Returns MongoDB's name of an exercise's pattern, such as `Extended reference` or `Subset Pattern`.
fn official_name(pattern: &str) -> Option<&'static str> {
    let name = pattern.split(',').next().unwrap_or_default().trim();
    let name = name.strip_suffix("Pattern").or_else(|| name.strip_suffix("pattern")).unwrap_or(name).trim();
    PATTERNS.iter().copied().find(|official_name| official_name.eq_ignore_ascii_case(name))
}

fn link_blocks(blocks: &mut [Block], open: &mut Vec<&Term>) {
    for block in blocks {
        match block {
            Block::Paragraph { content } => link_inlines(content, open),
            Block::List { items, .. } => items.iter_mut().for_each(|item| link_blocks(item, open)),
            Block::Heading { .. } | Block::Table { .. } | Block::Code { .. } | Block::Quote { .. } => {}
        }
    }
}

fn link_inlines(content: &mut Vec<Inline>, open: &mut Vec<&Term>) {
    let mut at = 0;
    while at < content.len() {
        if let Inline::Strong { content } | Inline::Emphasis { content } = &mut content[at] {
            link_inlines(content, open);
        }
        if let Inline::Text { text } = &content[at]
            && let Some((term, start, end)) = first(text, open)
        {
            let part = |text: &str| Inline::Text { text: text.to_owned() };
            let (before, word, after) = (part(&text[..start]), part(&text[start..end]), part(&text[end..]));
            let link = Inline::Link { href: format!("#/glossary/{}", open[term].id), content: vec![word] };
            open.remove(term);
            content.splice(at..=at, [before, link, after]);
            // Continue after the link.
            at += 1;
        }
        at += 1;
    }
}

/// Finds the first term in a text: its index, start and end.
fn first(text: &str, open: &[&Term]) -> Option<(usize, usize, usize)> {
    let found = open.iter().enumerate().flat_map(|(at, term)| {
        term.find.iter().filter_map(move |form| {
            let start = word(text, form)?;
            Some((at, start, start + form.len()))
        })
    });
    // At one position, prefer the longest.
    found.min_by_key(|&(_, start, end)| (start, usize::MAX - end))
}

/// Finds a spelling as whole words, ignoring case.
fn word(text: &str, form: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '-';
    text.char_indices().map(|(start, _)| start).find(|&start| {
        let here = text.get(start..start + form.len());
        here.is_some_and(|here| here.eq_ignore_ascii_case(form))
            && !text[..start].ends_with(part)
            && !text[start + form.len()..].starts_with(part)
    })
}

/// Reads a TOML file; `None` if it doesn't exist.
fn toml_file<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Option<(String, T)>> {
    let file = path.display().to_string();
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(path)
        .map_err(|error| FormatError::new(&file, 0, format!("The file cannot be read: {error}.")))?;
    let parsed = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        FormatError::new(&file, line, error.message())
    })?;
    Ok(Some((file, parsed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(forms: &[(&str, &[&str])]) -> Reference {
        let term = |(id, find): &(&str, &[&str])| Term {
            id: (*id).to_owned(),
            term: (*id).to_owned(),
            sql: String::new(),
            text: Vec::new(),
            find: find.iter().map(|form| (*form).to_owned()).collect(),
        };
        Reference { glossary: forms.iter().map(term).collect(), ..Reference::default() }
    }

    fn linked(reference: &Reference, text: &str) -> String {
        let mut blocks = markdown::parse(text, "x.md", 1).unwrap();
        reference.link_terms(&mut blocks);
        let Block::Paragraph { content } = &blocks[0] else { panic!("no paragraph") };
        let shown = content.iter().map(|inline| match inline {
            Inline::Text { text } => text.clone(),
            Inline::Link { href, .. } => format!("<{href}>"),
            other => format!("{other:?}"),
        });
        shown.collect()
    }

    #[test]
    fn mongodb_patterns_are_recognized_by_name() {
        assert_eq!(official_name("Extended reference"), Some("Extended Reference"));
        assert_eq!(official_name("Subset Pattern"), Some("Subset"));
        assert_eq!(official_name("Schema versioning, migration in batches"), Some("Schema Versioning"));
        assert_eq!(official_name("One relationship, three homes"), None);
    }

    #[test]
    fn a_term_is_linked_where_it_first_occurs() {
        let reference = reference(&[("index", &["unique index"]), ("trip", &["round trips", "round trip"])]);
        assert_eq!(
            linked(&reference, "Two round trips, a Unique index, a round trip."),
            "Two <#/glossary/trip>, a <#/glossary/index>, a round trip."
        );
    }

    #[test]
    fn only_whole_words_count_and_the_longest_wins() {
        let reference = reference(&[("a", &["bucket"]), ("b", &["bucket list"])]);
        assert_eq!(linked(&reference, "buckets é bucket list"), "buckets é <#/glossary/b>");
        assert_eq!(linked(&reference, "bucket-like, $bucket"), "bucket-like, $bucket");
    }
}
