//! Every place that has a file, with the state of a first visit.

use std::rc::Rc;

use crate::app::title;
use crate::route::Route;
use crate::state::{App, Loadable, Subject, Work, Workbench, WorkbenchAction};
use crate::text::plain;
use crate::wire::{Block, Bundle, Index, Reference};

/// The most characters of a description; search engines truncate at about as many.
const MAX_DESCRIPTION: usize = 200;

/// The default description.
const SITE: &str = "Learn document-schema design by measurement: a document database in the page, exercises graded by \
    what your code does.";

/// A place with a file.
pub struct Place {
    /// The page's state there.
    pub app: App,
    /// The description for search engines and previews.
    pub description: String,
}

impl Place {
    /// Its folder, relative to the site's.
    pub fn path(&self) -> String {
        self.app.route.path()
    }

    /// The title of its document.
    pub fn title(&self) -> String {
        title(&self.app)
    }

    /// Whether there is an editor.
    pub fn has_code(&self) -> bool {
        matches!(self.app.route, Route::Exercise(_) | Route::Sandbox)
    }

    /// Files that the page loads first.
    pub fn data(&self) -> Vec<String> {
        let own = match &self.app.route {
            Route::Exercise(id) | Route::Compare(id) => Some(format!("exercises/{id}.json")),
            Route::Glossary(_) | Route::Principles | Route::Patterns => {
                Some("exercises/reference.json".to_owned())
            }
            _ => None,
        };
        std::iter::once("exercises/index.json".to_owned()).chain(own).collect()
    }
}

/// All places. `bundle` reads an exercise.
///
/// # Errors
/// Those of `bundle`.
pub fn places(
    index: &Rc<Index>,
    reference: &Rc<Reference>,
    bundle: impl Fn(&str) -> Result<Bundle, String>,
) -> Result<Vec<Place>, String> {
    let plain_place = |route: Route, description: &str| Place {
        app: App {
            route,
            index: Loadable::Ready(index.clone()),
            reference: Loadable::Ready(reference.clone()),
            ..App::default()
        },
        description: shortened(description),
    };
    let at_work = |route: Route, workbench: Workbench, description: &str| {
        let mut place = plain_place(route, description);
        place.app.workbench = workbench;
        place
    };
    let mut all = vec![
        plain_place(Route::Home, SITE),
        plain_place(
            Route::Principles,
            "Principles and antipatterns of document-schema design, each with exercises that measure it.",
        ),
        plain_place(
            Route::Patterns,
            "MongoDB's design patterns, and exercises that teach them by measuring.",
        ),
        plain_place(
            Route::Glossary(None),
            "The words of document databases, each with what comes closest in SQL.",
        ),
        plain_place(
            Route::Embed,
            "How exercises and snippets that run get into documentation, courses and blogs: lines to copy by tool.",
        ),
        at_work(
            Route::Sandbox,
            opened(Subject::Sandbox, None),
            "A document database in your browser: write as in MongoDB's shell, see documents, plans and costs.",
        ),
    ];
    for term in &reference.glossary {
        all.push(plain_place(Route::Glossary(Some(term.id.clone())), &plain(&term.text)));
    }
    for track in index.tracks.iter().filter(|track| !track.exercises.is_empty()) {
        all.push(plain_place(Route::Path(track.id.clone()), &track.summary));
        for entry in &track.exercises {
            let bundle = Rc::new(bundle(&entry.id)?);
            let workbench = opened(Subject::Exercise(entry.id.clone()), Some(bundle.clone()));
            let situation = format!("{}: {}", entry.pattern, words(&bundle.text));
            let compared = format!("The accepted designs of “{}”, measured on the same calls.", entry.title);
            all.push(at_work(Route::Exercise(entry.id.clone()), workbench.clone(), &situation));
            all.push(at_work(Route::Compare(entry.id.clone()), workbench, &compared));
        }
    }
    Ok(all)
}

/// A subject whose data are still loading into the database.
fn opened(subject: Subject, bundle: Option<Rc<Bundle>>) -> Workbench {
    let mut workbench = Workbench::default();
    workbench.apply(WorkbenchAction::Open(subject));
    if let Some(bundle) = bundle {
        workbench.apply(WorkbenchAction::Bundle(workbench.generation, Ok(bundle)));
    }
    workbench.apply(WorkbenchAction::Began(Work::Load));
    workbench
}

/// The text of the paragraphs.
fn words(blocks: &[Block]) -> String {
    let paragraphs = blocks.iter().map(|block| plain(std::slice::from_ref(block)));
    paragraphs.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A text shortened to a description's length, between words.
fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(MAX_DESCRIPTION).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', '.', ':', ';']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_descriptions_end_between_words() {
        let text = "word, ".repeat(100);
        let short = shortened(&text);
        assert!(short.ends_with("word…") && short.chars().count() <= MAX_DESCRIPTION + 1, "{short}");
        assert_eq!(shortened("Short."), "Short.");
    }
}
