//! How to embed exercises and snippets in other pages.

use yew::prelude::*;

use crate::embed_code::{element, iframe, script, site};

/// A documentation tool, and where to add the script.
const TOOLS: [(&str, &str); 8] = [
    ("mdBook", "Put the script into theme/head.hbs."),
    (
        "MkDocs",
        "List the script under extra_javascript as { path: …, type: module }, and name the language: \
        pymdownx.highlight with pygments_lang_class: true and extend_pygments_lang: [{ name: mongosh, lang: js }].",
    ),
    (
        "Sphinx",
        "html_js_files = [(\"…\", {\"type\": \"module\"})] in conf.py; blocks are .. code-block:: mongosh.",
    ),
    ("VitePress", "head: [[\"script\", { type: \"module\", src: \"…\" }]] in the configuration."),
    ("Docusaurus", "scripts: [{ src: \"…\", type: \"module\" }] in the configuration."),
    ("Hugo", "Put the script into the partial of the head."),
    ("pandoc", "pandoc -H head.html, with the script in head.html."),
    ("Quarto", "include-in-header: { text: \"…\" } in _quarto.yml; blocks are ```{.mongosh}."),
];

/// The page.
pub fn embed_page() -> Html {
    let site = site();
    let fences = script(&site).replace("schema-dojo.js", "schema-dojo.js?fences");
    let policy = {
        let origin = site.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        format!("Content-Security-Policy: script-src {origin}; frame-src {origin}; connect-src {origin}")
    };
    let code = "db.books.find({ subjects: \"Jazz Age\" })";
    html! {
        <div class="plain-page prose">
            <h1 tabindex="-1">{ "Examples that run, in your own pages" }</h1>
            <p class="lead">{ "One script, one element: a snippet of your documentation, or an exercise of this site, with an editor, a database and its results. Readers install nothing, and your text stays where the player cannot run." }</p>
            <h2>{ "Code to copy" }</h2>
            <pre tabindex="0">{ format!("{}\n\n{}\n\n{}", script(&site), element(Some("reviews"), ""), element(None, code)) }</pre>
            <p>{ "Embed this, above the editor, shows the code for an exercise or for your own script." }</p>
            <h2>{ "In a documentation tool" }</h2>
            <p>{ "With ?fences, blocks fenced as mongosh become players; a block fenced as mongosh-result after one is shown as its output until the first run:" }</p>
            <pre tabindex="0">{ fences }</pre>
            <dl class="glossary">
                { for TOOLS.iter().map(|(tool, how)| html! { <div key={*tool}><dt>{ *tool }</dt><dd>{ *how }</dd></div> }) }
            </dl>
            <h2>{ "In a learning platform" }</h2>
            <p>{ "If a page doesn't allow scripts, use a frame:" }</p>
            <pre tabindex="0">{ iframe(&site, Some("reviews"), "") }</pre>
            <h2>{ "Policies" }</h2>
            <p>{ "A page with a Content-Security-Policy needs this; it needs nothing in style-src:" }</p>
            <pre tabindex="0">{ policy }</pre>
        </div>
    }
}
