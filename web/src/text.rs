//! Renders the text of exercises: a small tree made from Markdown at build time, rendered as elements. Text never
//! becomes HTML.

use yew::prelude::*;

use crate::route::Route;
use crate::wire::{Block, Inline};

/// Renders blocks; headings start at `level` (1 to 6), whatever their level in the file.
pub fn blocks(blocks: &[Block], level: u32) -> Html {
    blocks.iter().map(|b| block(b, level)).collect()
}

fn block(node: &Block, level: u32) -> Html {
    match node {
        Block::Heading { level: own, content } => {
            let tag = format!("h{}", (level + own.saturating_sub(2)).clamp(2, 6));
            html! { <@{tag}>{ inlines(content) }</@> }
        }
        Block::Paragraph { content } => html! { <p>{ inlines(content) }</p> },
        Block::List { ordered, items } => {
            let items =
                items.iter().map(|item| html! { <li>{ item_blocks(item, level) }</li> }).collect::<Html>();
            if *ordered {
                html! { <ol>{ items }</ol> }
            } else {
                html! { <ul>{ items }</ul> }
            }
        }
        Block::Table { header, rows } => html! {
            <div class="table-scroll" tabindex="0" role="region" aria-label="Table">
                <table class={classes!(lists_functions(header).then_some("functions"))}>
                    <thead><tr>{ for header.iter().map(|cell| html! { <th scope="col">{ inlines(cell) }</th> }) }</tr></thead>
                    <tbody>
                        { for rows.iter().map(|row| html! {
                            <tr>{ for row.iter().map(|cell| html! { <td>{ inlines(cell) }</td> }) }</tr>
                        }) }
                    </tbody>
                </table>
            </div>
        },
        Block::Code { text, .. } => html! { <pre tabindex="0"><code>{ text }</code></pre> },
        Block::Quote { blocks: inner } => {
            html! { <blockquote>{ blocks(inner, level) }</blockquote> }
        }
    }
}

/// Whether a table's rows are functions, which a phone shows one below the other.
fn lists_functions(header: &[Vec<Inline>]) -> bool {
    let mut name = String::new();
    if let Some(first) = header.first() {
        words(first, &mut name);
    }
    name == "Function"
}

/// A line of plain text with code between backticks; a backtick without a partner stays as it is.
pub fn line(text: &str) -> Html {
    let part = |(is_code, part): (bool, &str)| match is_code {
        true => html! { <code>{ part }</code> },
        false => html! { { part } },
    };
    parts(text).map(part).collect()
}

/// The parts of a line, and whether each is code.
fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let is_paired = text.matches('`').count().is_multiple_of(2);
    let mut is_code = true;
    text.split(move |one| one == '`' && is_paired).map(move |part| {
        is_code = !is_code;
        (is_code, part)
    })
}

/// The text without its markup.
pub fn plain(nodes: &[Block]) -> String {
    let mut out = String::new();
    for node in nodes {
        if let Block::Paragraph { content } = node {
            words(content, &mut out);
        }
    }
    out
}

fn words(nodes: &[Inline], out: &mut String) {
    for node in nodes {
        match node {
            Inline::Text { text } | Inline::Code { text } => out.push_str(text),
            Inline::Emphasis { content } | Inline::Strong { content } | Inline::Link { content, .. } => {
                words(content, out);
            }
        }
    }
}

/// A list item that is a single paragraph is rendered without the paragraph, so that short lists stay tight.
fn item_blocks(item: &[Block], level: u32) -> Html {
    match item {
        [Block::Paragraph { content }] => inlines(content),
        [Block::Paragraph { content }, rest @ ..] => {
            html! { <>{ inlines(content) }{ blocks(rest, level) }</> }
        }
        other => blocks(other, level),
    }
}

fn inlines(nodes: &[Inline]) -> Html {
    nodes.iter().map(inline).collect()
}

fn inline(node: &Inline) -> Html {
    match node {
        Inline::Text { text } => html! { { text } },
        Inline::Code { text } => html! { <code>{ text }</code> },
        Inline::Emphasis { content } => html! { <em>{ inlines(content) }</em> },
        Inline::Strong { content } => html! { <strong>{ inlines(content) }</strong> },
        Inline::Link { href, content } => match link(href) {
            Some(Link::Here(place)) => html! { <a href={place.href()}>{ inlines(content) }</a> },
            Some(Link::Away) => {
                html! { <a href={href.clone()} target="_blank" rel="noopener noreferrer">{ inlines(content) }</a> }
            }
            None => html! { <>{ inlines(content) }</> },
        },
    }
}

/// A link's target.
#[derive(Debug, PartialEq)]
enum Link {
    Here(Route),
    Away,
}

/// The link's target, if it may be followed: places of this site and https addresses. All others, above all
/// `javascript:`, are rendered as plain text.
fn link(href: &str) -> Option<Link> {
    match Route::of_hash(href) {
        Some(place) => Some(Link::Here(place)),
        None => href.starts_with("https://").then_some(Link::Away),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_backticks_are_code() {
        assert_eq!(
            parts("Trips of `edit`, and `a` ?").collect::<Vec<_>>(),
            [(false, "Trips of "), (true, "edit"), (false, ", and "), (true, "a"), (false, " ?")]
        );
        assert_eq!(parts("a ` alone").collect::<Vec<_>>(), [(false, "a ` alone")]);
    }

    #[test]
    fn only_places_of_this_site_and_https_are_links() {
        assert_eq!(link("#/exercise/loans"), Some(Link::Here(Route::Exercise("loans".into()))));
        assert_eq!(link("https://www.mongodb.com/docs/"), Some(Link::Away));
        for href in
            ["javascript:alert(1)", " https://x", "JAVASCRIPT:x", "data:text/html,x", "//x", "/x", "http://x"]
        {
            assert_eq!(link(href), None, "{href}");
        }
    }
}
