//! Markdown as a small tree that the page renders as elements, so that no text ever becomes HTML.
//!
//! [CommonMark](https://spec.commonmark.org/) with tables. Raw HTML, images and footnotes are rejected,
//! since they could not be rendered. The comment `<!-- sample: users, reviews -->` is the one exception: it
//! becomes a code block of the language `sample`, which the build replaces by one row of each kind.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use serde::{Deserialize, Serialize};

use crate::error::{FormatError, Result};

/// A block of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading {
        /// The level, as in the file.
        level: u8,
        /// The text.
        content: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph {
        /// The text.
        content: Vec<Inline>,
    },
    /// A list.
    List {
        /// Whether the items are numbered.
        ordered: bool,
        /// The blocks of each item.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table {
        /// The header of each column.
        header: Vec<Vec<Inline>>,
        /// The cells, row by row.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A block of code.
    Code {
        /// The language after the fence; empty if absent.
        language: String,
        /// The code without the final newline.
        text: String,
    },
    /// A quotation.
    Quote {
        /// The quoted blocks.
        blocks: Vec<Block>,
    },
}

/// Inline text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Inline {
    /// Plain text.
    Text {
        /// The text, with line ends replaced by spaces.
        text: String,
    },
    /// Inline code.
    Code {
        /// The code.
        text: String,
    },
    /// Emphasized text.
    Emphasis {
        /// The text.
        content: Vec<Inline>,
    },
    /// Strongly emphasized text.
    Strong {
        /// The text.
        content: Vec<Inline>,
    },
    /// A link.
    Link {
        /// The target: `https://…` or a page of this site, `#/…`.
        href: String,
        /// The link text.
        content: Vec<Inline>,
    },
}

/// Parses Markdown. `file` and `first_line` (the number of the text's first line, from 1) are for errors.
pub fn parse(text: &str, file: &str, first_line: usize) -> Result<Vec<Block>> {
    let mut tree = Tree { open: vec![Open::new(Kind::Root)], file, first_line, text };
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        tree.take(event, range.start)?;
    }
    Ok(tree.open.pop().map(|root| root.blocks).unwrap_or_default())
}

/// Returns all links of a text, in order.
pub fn links(blocks: &[Block]) -> Vec<&str> {
    let mut found = Vec::new();
    blocks.iter().for_each(|block| links_of_block(block, &mut found));
    found
}

fn links_of_block<'a>(block: &'a Block, found: &mut Vec<&'a str>) {
    match block {
        Block::Heading { content, .. } | Block::Paragraph { content } => links_of_inlines(content, found),
        Block::List { items, .. } => items.iter().flatten().for_each(|inner| links_of_block(inner, found)),
        Block::Table { header, rows } => {
            header.iter().chain(rows.iter().flatten()).for_each(|cell| links_of_inlines(cell, found));
        }
        Block::Code { .. } => {}
        Block::Quote { blocks } => blocks.iter().for_each(|inner| links_of_block(inner, found)),
    }
}

fn links_of_inlines<'a>(content: &'a [Inline], found: &mut Vec<&'a str>) {
    for inline in content {
        match inline {
            Inline::Text { .. } | Inline::Code { .. } => {}
            Inline::Emphasis { content } | Inline::Strong { content } => links_of_inlines(content, found),
            Inline::Link { href, content } => {
                found.push(href);
                links_of_inlines(content, found);
            }
        }
    }
}

/// The language of the code block that is replaced by sample rows. Its text is the list of kinds.
pub const SAMPLE: &str = "sample";

/// Returns the kinds of rows in a sample comment; `None` for any other HTML.
fn sample(html: &str) -> Option<&str> {
    let kinds = html.trim().strip_prefix("<!-- sample:")?.strip_suffix("-->")?.trim();
    let is_name = |kind: &str| {
        !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    kinds.split(',').all(|kind| is_name(kind.trim())).then_some(kinds)
}

/// The block or inline type of an open element.
enum Kind {
    Root,
    Heading(u8),
    Paragraph,
    List(bool),
    Item,
    Table,
    TableHead,
    TableRow,
    TableCell,
    Code(String),
    Sample,
    Quote,
    Emphasis,
    Strong,
    Link(String),
}

/// An element that is not closed yet, with its contents so far.
struct Open {
    kind: Kind,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    items: Vec<Vec<Block>>,
    header: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
    text: String,
}

impl Open {
    fn new(kind: Kind) -> Open {
        Open {
            kind,
            blocks: Vec::new(),
            inlines: Vec::new(),
            items: Vec::new(),
            header: Vec::new(),
            rows: Vec::new(),
            text: String::new(),
        }
    }

    /// Wraps loose text in a paragraph: the items of a tight list have no paragraphs.
    fn wrap_loose_words(&mut self) {
        if matches!(self.kind, Kind::Root | Kind::Item | Kind::Quote) && !self.inlines.is_empty() {
            self.blocks.push(Block::Paragraph { content: std::mem::take(&mut self.inlines) });
        }
    }
}

struct Tree<'a> {
    open: Vec<Open>,
    file: &'a str,
    first_line: usize,
    text: &'a str,
}

impl Tree<'_> {
    fn top(&mut self) -> &mut Open {
        if self.open.is_empty() {
            self.open.push(Open::new(Kind::Root));
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn words(&mut self, inline: Inline) {
        let inlines = &mut self.top().inlines;
        // Join text that the parser split at entities and escapes.
        if let (Some(Inline::Text { text }), Inline::Text { text: more }) = (inlines.last_mut(), &inline) {
            text.push_str(more);
        } else {
            inlines.push(inline);
        }
    }

    fn refuse(&self, what: &str, offset: usize) -> FormatError {
        let line = self.first_line + self.text[..offset].matches('\n').count();
        FormatError::new(self.file, line, format!("{what} cannot be used in the text of an exercise."))
    }

    fn take(&mut self, event: Event<'_>, offset: usize) -> Result<()> {
        match event {
            Event::Start(tag) => {
                let kind = match tag {
                    Tag::Paragraph => Kind::Paragraph,
                    Tag::Heading { level, .. } => Kind::Heading(level as u8),
                    Tag::BlockQuote(_) => Kind::Quote,
                    Tag::CodeBlock(CodeBlockKind::Indented) => Kind::Code(String::new()),
                    Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                        Kind::Code(info.split_whitespace().next().unwrap_or_default().to_owned())
                    }
                    Tag::List(start) => Kind::List(start.is_some()),
                    Tag::Item => Kind::Item,
                    Tag::Table(_) => Kind::Table,
                    Tag::TableHead => Kind::TableHead,
                    Tag::TableRow => Kind::TableRow,
                    Tag::TableCell => Kind::TableCell,
                    Tag::Emphasis => Kind::Emphasis,
                    Tag::Strong => Kind::Strong,
                    Tag::Link { dest_url, .. } => Kind::Link(dest_url.into_string()),
                    Tag::HtmlBlock => Kind::Sample,
                    Tag::Image { .. } => return Err(self.refuse("A picture", offset)),
                    _ => return Err(self.refuse("This Markdown", offset)),
                };
                if !matches!(kind, Kind::Emphasis | Kind::Strong | Kind::Link(_)) {
                    self.top().wrap_loose_words();
                }
                self.open.push(Open::new(kind));
            }
            Event::End(_) => self.close(),
            Event::Text(text) => match &mut self.top().kind {
                Kind::Code(_) => self.top().text.push_str(&text),
                _ => self.words(Inline::Text { text: text.into_string() }),
            },
            Event::Code(text) => self.words(Inline::Code { text: text.into_string() }),
            Event::SoftBreak | Event::HardBreak => self.words(Inline::Text { text: " ".to_owned() }),
            Event::Html(html) => match sample(&html) {
                Some(kinds) if self.top().text.is_empty() => self.top().text.push_str(kinds),
                _ => return Err(self.refuse("HTML", offset)),
            },
            Event::InlineHtml(_) => return Err(self.refuse("HTML", offset)),
            Event::Rule => return Err(self.refuse("A rule", offset)),
            _ => return Err(self.refuse("This Markdown", offset)),
        }
        Ok(())
    }

    fn close(&mut self) {
        let Some(mut done) = self.open.pop() else { return };
        done.wrap_loose_words();
        let content = done.inlines;
        match done.kind {
            Kind::Root => {}
            Kind::Heading(level) => self.top().blocks.push(Block::Heading { level, content }),
            Kind::Paragraph => self.top().blocks.push(Block::Paragraph { content }),
            Kind::List(ordered) => self.top().blocks.push(Block::List { ordered, items: done.items }),
            Kind::Item => self.top().items.push(done.blocks),
            Kind::Table => self.top().blocks.push(Block::Table { header: done.header, rows: done.rows }),
            Kind::TableHead => self.top().header = done.rows.into_iter().flatten().collect(),
            Kind::TableRow => self.top().rows.push(done.rows.into_iter().flatten().collect()),
            Kind::TableCell => self.top().rows.push(vec![content]),
            Kind::Code(language) => {
                let text = done.text.strip_suffix('\n').unwrap_or(&done.text).to_owned();
                self.top().blocks.push(Block::Code { language, text });
            }
            Kind::Sample => {
                self.top().blocks.push(Block::Code { language: SAMPLE.to_owned(), text: done.text });
            }
            Kind::Quote => self.top().blocks.push(Block::Quote { blocks: done.blocks }),
            Kind::Emphasis => self.words(Inline::Emphasis { content }),
            Kind::Strong => self.words(Inline::Strong { content }),
            Kind::Link(href) => self.words(Inline::Link { href, content }),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sample_comments_name_kinds_of_rows() {
        assert_eq!(
            tree("Before.\n\n<!-- sample: users, reviews -->\n\nAfter."),
            json!([
                {"type": "paragraph", "content": [{"type": "text", "text": "Before."}]},
                {"type": "code", "language": "sample", "text": "users, reviews"},
                {"type": "paragraph", "content": [{"type": "text", "text": "After."}]},
            ])
        );
        for other in
            ["<!-- note -->", "<!-- sample: -->", "<!-- sample: a b -->", "<p>", "<!-- sample: a --><p>"]
        {
            assert!(parse(other, "t.md", 1).is_err(), "{other}");
        }
    }

    fn tree(text: &str) -> serde_json::Value {
        serde_json::to_value(parse(text, "t.md", 1).unwrap()).unwrap()
    }

    #[test]
    fn inline_markup_is_kept() {
        assert_eq!(
            tree("Plain *soft* **loud `x`**\nnext [here](#/sandbox) &amp; on"),
            json!([{"type": "paragraph", "content": [
                {"type": "text", "text": "Plain "},
                {"type": "emphasis", "content": [{"type": "text", "text": "soft"}]},
                {"type": "text", "text": " "},
                {"type": "strong", "content": [
                    {"type": "text", "text": "loud "}, {"type": "code", "text": "x"}]},
                {"type": "text", "text": " next "},
                {"type": "link", "href": "#/sandbox", "content": [{"type": "text", "text": "here"}]},
                {"type": "text", "text": " & on"},
            ]}])
        );
    }

    #[test]
    fn a_tight_list_item_is_a_paragraph_and_may_hold_a_list() {
        let item = |text: &str| json!({"type": "paragraph", "content": [{"type": "text", "text": text}]});
        assert_eq!(
            tree("- a\n  1. b\n- c"),
            json!([{"type": "list", "ordered": false, "items": [
                [item("a"), {"type": "list", "ordered": true, "items": [[item("b")]]}],
                [item("c")],
            ]}])
        );
    }

    #[test]
    fn a_table_has_a_header_and_rows_of_cells() {
        let cell = |text: &str| json!([{"type": "text", "text": text}]);
        assert_eq!(
            tree("| a | b |\n|---|---|\n| c |  |\n| d | e |"),
            json!([{"type": "table",
                "header": [cell("a"), cell("b")],
                "rows": [[cell("c"), []], [cell("d"), cell("e")]]}])
        );
    }

    #[test]
    fn code_keeps_its_lines_and_language() {
        assert_eq!(
            tree("```js title\na\n\nb\n```"),
            json!([{"type": "code", "language": "js", "text": "a\n\nb"}])
        );
        assert_eq!(
            tree("> # q"),
            json!([{"type": "quote", "blocks": [
                {"type": "heading", "level": 1, "content": [{"type": "text", "text": "q"}]}]}])
        );
    }

    #[test]
    fn html_and_pictures_are_refused_with_their_line() {
        for text in ["a\n\n<b>x</b>", "a\n\nb <i>x</i>", "a\n\n![x](y)", "a\n\n---\n"] {
            let error = parse(text, "t.md", 10).unwrap_err();
            assert_eq!((error.file.as_str(), error.line), ("t.md", 12), "{text}: {error}");
        }
    }

    #[test]
    fn links_are_found_wherever_they_are() {
        let text = "# [a](1)\n\n- [b](2)\n\n> *[c](3)*\n\n| [d](4) |\n|---|\n| [e](5) |\n";
        assert_eq!(links(&parse(text, "t.md", 1).unwrap()), ["1", "2", "3", "4", "5"]);
    }
}
