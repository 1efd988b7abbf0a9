//! The types that the page parses: exercises as served, and the messages of `protocol`.

use protocol::json::{Fault, Fields, FromJson, Value};
pub use protocol::*;
use sorted_map::SortedMap;

shape! {
    struct Index {
        version: u32,
        tracks: Vec<Track>,
        /// Ids of removed exercises, each with its successors.
        moved: SortedMap<String, Vec<String>>,
        /// Why another host's exercises are not included; a sentence from `web/page/combined_library.ts`.
        fault: String,
    }
    struct Track {
        id: String,
        title: String,
        summary: String,
        learn: Vec<String>,
        exercises: Vec<Entry>,
    }
    struct Entry {
        id: String,
        title: String,
        level: u32,
        minutes: u32,
        pattern: String,
        star: bool,
        step: String,
        designs: u32,
    }
    struct Bundle {
        id: String,
        title: String,
        track: String,
        level: u32,
        pattern: String,
        minutes: u32,
        functions: Vec<Function>,
        text: Vec<Block>,
        hints: Vec<Vec<Block>>,
        why: Vec<Block>,
        data: String,
        starter: String,
        checks: String,
        predict: Vec<Prediction>,
        /// The states of a document.
        states: Vec<Transition>,
        /// The model of the functions, as a script.
        model: Option<String>,
        /// Functions that a review may empty.
        review: Vec<String>,
        designs: Vec<Design>,
        /// The sharded cluster that is its database, if it is one.
        cluster: Option<Value>,
        /// The whole bundle as received.
        raw: Option<Raw>,
    }
    /// A transition from one state to another.
    struct Transition {
        from: String,
        to: String,
        by: String,
    }
    struct Prediction {
        ask: String,
        probe: String,
        meter: String,
        choices: Vec<f64>,
        /// The cost of the call on each accepted design, if the build has measured it.
        designs: Vec<PredictedDesign>,
    }
    /// The cost of a predicted call on a design, on the exercise's data and on ten times as much.
    struct PredictedDesign {
        name: String,
        measured: Option<f64>,
        tenfold: Option<f64>,
    }
    struct Reference {
        glossary: Vec<Term>,
        principles: Vec<Principle>,
        antipatterns: Vec<Principle>,
        patterns: Vec<Pattern>,
    }
    struct Pattern {
        id: String,
        name: String,
        text: Vec<Block>,
        exercises: Vec<String>,
    }
    struct Term {
        id: String,
        term: String,
        sql: String,
        text: Vec<Block>,
    }
    struct Principle {
        title: String,
        text: Vec<Block>,
        meter: String,
        exercises: Vec<String>,
    }
    /// An operator as the editor completes it.
    struct Operator {
        name: String,
        help: String,
    }
    struct Function {
        name: String,
        signature: String,
        doc: String,
    }
    struct Design {
        file: String,
        name: String,
        rationale: String,
        wins: String,
        source: String,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Heading { level: u32, content: Vec<Inline> },
    Paragraph { content: Vec<Inline> },
    List { ordered: bool, items: Vec<Vec<Block>> },
    Table { header: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    Code { text: String },
    Quote { blocks: Vec<Block> },
}
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    Text { text: String },
    Code { text: String },
    Emphasis { content: Vec<Inline> },
    Strong { content: Vec<Inline> },
    Link { href: String, content: Vec<Inline> },
}

impl Index {
    /// The exercise to open for an id: itself, or the first of its successors.
    pub fn current<'a>(&'a self, id: &'a str) -> &'a str {
        let exists =
            || self.tracks.iter().flat_map(|track| &track.exercises).any(|exercise| exercise.id == id);
        let successor = self.moved.get(id).and_then(|successors| successors.first());
        successor.filter(|_| !exists()).map_or(id, String::as_str)
    }
}

impl FromJson for Block {
    fn from_json(value: Value) -> Result<Block, Fault> {
        let mut of = Fields::of(value);
        let kind: String = of.take("type");
        let read = match kind.as_str() {
            "heading" => Block::Heading { level: of.take("level"), content: of.take("content") },
            "paragraph" => Block::Paragraph { content: of.take("content") },
            "list" => Block::List { ordered: of.take("ordered"), items: of.take("items") },
            "table" => Block::Table { header: of.take("header"), rows: of.take("rows") },
            "code" => Block::Code { text: of.take("text") },
            "quote" => Block::Quote { blocks: of.take("blocks") },
            _ => return Err(Fault::new("a block of text").within("type")),
        };
        of.end(read)
    }
}

impl FromJson for Inline {
    fn from_json(value: Value) -> Result<Inline, Fault> {
        let mut of = Fields::of(value);
        let kind: String = of.take("type");
        let read = match kind.as_str() {
            "text" => Inline::Text { text: of.take("text") },
            "code" => Inline::Code { text: of.take("text") },
            "emphasis" => Inline::Emphasis { content: of.take("content") },
            "strong" => Inline::Strong { content: of.take("content") },
            "link" => Inline::Link { href: of.take("href"), content: of.take("content") },
            _ => return Err(Fault::new("a part of a text").within("type")),
        };
        of.end(read)
    }
}
