//! The shapes that the page reads: exercises as they are served, and the messages of `protocol`.
use serde::Deserialize;

pub use protocol::*;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Index {
    pub version: u32,
    pub tracks: Vec<Track>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Track {
    pub id: String,
    pub title: String,
    pub summary: String,
    pub learn: Vec<String>,
    pub exercises: Vec<Entry>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Entry {
    pub id: String,
    pub title: String,
    pub level: u32,
    pub minutes: u32,
    pub pattern: String,
    pub star: bool,
    pub step: String,
    pub designs: u32,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Bundle {
    pub id: String,
    pub title: String,
    pub track: String,
    pub level: u32,
    pub pattern: String,
    pub minutes: u32,
    pub functions: Vec<Function>,
    pub text: Vec<Block>,
    pub hints: Vec<Vec<Block>>,
    pub why: Vec<Block>,
    pub data: String,
    pub starter: String,
    pub checks: String,
    pub designs: Vec<Design>,
    /// The whole bundle as it came.
    #[serde(skip)]
    pub raw: Option<Raw>,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Function {
    pub name: String,
    pub signature: String,
    pub doc: String,
}
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Design {
    pub file: String,
    pub name: String,
    pub rationale: String,
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Block {
    Heading { level: u8, content: Vec<Inline> },
    Paragraph { content: Vec<Inline> },
    List { ordered: bool, items: Vec<Vec<Block>> },
    Table { header: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    Code { language: String, text: String },
    Quote { blocks: Vec<Block> },
}
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Inline {
    Text { text: String },
    Code { text: String },
    Emphasis { content: Vec<Inline> },
    Strong { content: Vec<Inline> },
    Link { href: String, content: Vec<Inline> },
}
