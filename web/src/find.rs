//! The search: exercises, terms, operators, places and actions.

use protocol::json::FromJson;

use crate::catalogue::Index;
use crate::route::Route;
use crate::wire::{Operator, Reference};
use protocol::number::lower;

/// The most shown results.
const MAX_RESULTS: usize = 12;

/// The effect of choosing a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Opens a place.
    Place(Route),
    /// Runs a command of the controller, by name.
    Action(&'static str),
    /// None: the result is only information.
    Nothing,
}

/// A searchable item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// Its description, which is searched, too.
    pub about: String,
    /// The effect of choosing it.
    pub target: Target,
}

/// Actions, and whether they need code.
const ACTIONS: [(&str, &str, bool); 10] = [
    ("run", "Run the code", true),
    ("check", "Check the design", true),
    ("hint", "Open the next hint", true),
    ("reset", "Reset code and data", true),
    ("share", "Share the code as a link", true),
    ("embed", "Embed this in another page", true),
    ("export", "Export a script for mongosh", true),
    ("theme", "Change the theme: light, dark, as the system", false),
    ("save", "Save my work to a file", false),
    ("keys", "Show the keyboard shortcuts", false),
];

/// All searchable items. `code` is whether the page has code.
pub fn items(
    index: Option<&Index>,
    reference: Option<&Reference>,
    operators: &[Operator],
    code: bool,
) -> Vec<Item> {
    let item = |name: &str, kind, about: &str, target| Item {
        name: name.to_owned(),
        kind,
        about: about.to_owned(),
        target,
    };
    let tracks =
        || index.into_iter().flat_map(|index| &index.tracks).filter(|track| !track.exercises.is_empty());
    let mut all: Vec<Item> = tracks()
        .flat_map(|track| &track.exercises)
        .map(|e| item(&e.title, "exercise", &e.pattern, Target::Place(Route::Exercise(e.id.clone()))))
        .collect();
    all.extend(
        tracks().map(|t| item(&t.title, "track", &t.summary, Target::Place(Route::Path(t.id.clone())))),
    );
    for (action, name, needs_code) in ACTIONS {
        if code || !needs_code {
            all.push(item(name, "action", "", Target::Action(action)));
        }
    }
    for (name, route) in [
        ("All exercises", Route::Home),
        ("Principles", Route::Principles),
        ("MongoDB's patterns", Route::Patterns),
        ("Glossary", Route::Glossary(None)),
        ("Sandbox", Route::Sandbox),
        ("Embed in other pages", Route::Embed),
    ] {
        all.push(item(name, "page", "", Target::Place(route)));
    }
    if let Some(reference) = reference {
        all.extend(reference.glossary.iter().map(|term| {
            item(&term.term, "term", &term.sql, Target::Place(Route::Glossary(Some(term.id.clone()))))
        }));
        all.extend(reference.patterns.iter().map(|pattern| {
            item(&format!("{} Pattern", pattern.name), "pattern", "", Target::Place(Route::Patterns))
        }));
    }
    all.extend(operators.iter().map(|o| item(&o.name, "operator", &o.help, Target::Nothing)));
    all
}

/// Parses the list of operators, which the editor uses for completion.
pub fn operators(text: &str) -> Option<Vec<Operator>> {
    Vec::from_json(protocol::json::parse(text).ok()?).ok()
}

/// The items whose name or description contains every word, best first: names that begin with it, names with a word
/// that begins with it, names that contain it, then descriptions.
pub fn search<'a>(all: &'a [Item], sought: &str) -> Vec<&'a Item> {
    let words: Vec<String> = sought.split_whitespace().map(lower).collect();
    let mut found: Vec<(u32, usize, &Item)> = all
        .iter()
        .enumerate()
        .filter_map(|(at, item)| {
            let ranks = words.iter().map(|word| rank(item, word)).collect::<Option<Vec<u32>>>()?;
            Some((ranks.into_iter().sum(), at, item))
        })
        .collect();
    // A few selections of the best one: sorting compiles to more code.
    let best = || {
        let (place, _) = found.iter().enumerate().min_by_key(|(_, (rank, at, _))| (*rank, *at))?;
        Some(found.swap_remove(place).2)
    };
    std::iter::from_fn(best).take(MAX_RESULTS).collect()
}

fn rank(item: &Item, word: &str) -> Option<u32> {
    let name = lower(&item.name);
    let begins = |text: &str| {
        text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric()).any(|part| part.starts_with(word))
    };
    if name.trim_start_matches('$').starts_with(word.trim_start_matches('$')) {
        Some(0)
    } else if begins(&name) {
        Some(1)
    } else if name.contains(word) {
        Some(2)
    } else {
        lower(&item.about).contains(word).then_some(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[(&str, &str)]) -> Vec<Item> {
        let item = |(name, about): &(&str, &str)| Item {
            name: (*name).to_owned(),
            kind: "word",
            about: (*about).to_owned(),
            target: Target::Nothing,
        };
        names.iter().map(item).collect()
    }

    #[test]
    fn names_that_begin_with_the_word_come_first() {
        let all = named(&[("Recount", ""), ("The count", ""), ("Other", "a count"), ("Count", "")]);
        let names: Vec<&str> = search(&all, "count").iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["Count", "The count", "Recount", "Other"]);
    }

    #[test]
    fn every_word_must_occur() {
        let all = named(&[("Users and reviews", ""), ("Users", "")]);
        assert_eq!(search(&all, "rev users").len(), 1);
        assert!(search(&all, "users loans").is_empty());
        assert_eq!(search(&all, " ").len(), 2);
    }

    #[test]
    fn operators_are_found_with_and_without_their_sign() {
        let all = named(&[("$elemMatch", "")]);
        assert_eq!((search(&all, "$elem").len(), search(&all, "elem").len()), (1, 1));
    }

    #[test]
    fn actions_on_code_are_offered_where_there_is_code() {
        let has_run =
            |code| items(None, None, &[], code).iter().any(|item| item.target == Target::Action("run"));
        assert!(has_run(true) && !has_run(false));
    }
}
