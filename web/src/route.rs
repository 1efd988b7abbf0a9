//! Places of the site and their addresses.
//!
//! Every place is a folder below the site's own, with a file that holds its text, so that any static host will do.
//! Addresses are relative to the site's folder, which the document's `<base>` names:
//!
//! ```text
//! ./                      the start
//! exercise/reviews/       an exercise
//! compare/reviews/        its designs side by side
//! track/foundations/      a track as a guided path
//! glossary/upsert/        the glossary, at a term
//! principles/             the principles
//! patterns/               MongoDB's patterns
//! sandbox/                the free page
//! embed/                  how exercises get into other pages
//! #/open/…                a shared link: everything after the slash is the share codec's, which no server sees
//! ```
//!
//! A list of exercises from another host has no files here. Its places are hashes of the start page,
//! `?exercises=…#/exercise/loans`. Links of earlier versions, `#/exercise/loans`, are read in the same way.

/// A page of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// The start page: all tracks.
    #[default]
    Home,
    /// One exercise, by id.
    Exercise(String),
    /// The designs of an exercise side by side, by its id.
    Compare(String),
    /// One track as a guided path, by id.
    Path(String),
    /// The glossary, at a term or at its beginning.
    Glossary(Option<String>),
    /// The principles of schema design.
    Principles,
    /// MongoDB's patterns and the exercises that teach them.
    Patterns,
    /// The free page.
    Sandbox,
    /// How exercises and snippets get into other pages.
    Embed,
    /// A shared link, not yet decoded.
    Shared(String),
    /// An unknown address.
    Unknown(String),
}

impl Route {
    /// Parses a hash, `#/exercise/reviews`; `None` if it names no place, such as `#main` or an empty one.
    pub fn of_hash(hash: &str) -> Option<Route> {
        hash.strip_prefix("#/").map(Route::read)
    }

    /// Parses an address relative to the site's folder: `exercise/reviews/`.
    pub fn of_path(path: &str) -> Route {
        match Route::read(path.strip_suffix("index.html").unwrap_or(path)) {
            // Shared code is in a hash, not a path.
            Route::Shared(_) => Route::Unknown(path.to_owned()),
            route => route,
        }
    }

    fn read(path: &str) -> Route {
        let (head, rest) = path.split_once('/').unwrap_or((path, ""));
        let id = rest.strip_suffix('/').unwrap_or(rest);
        match (head, id) {
            ("" | ".", "") => Route::Home,
            ("sandbox", "") => Route::Sandbox,
            ("embed", "") => Route::Embed,
            ("glossary", "") => Route::Glossary(None),
            ("glossary", term) if is_id(term) => Route::Glossary(Some(term.to_owned())),
            ("principles", "") => Route::Principles,
            ("patterns", "") => Route::Patterns,
            ("compare", id) if is_id(id) => Route::Compare(id.to_owned()),
            ("track" | "path", id) if is_id(id) => Route::Path(id.to_owned()),
            ("exercise", id) if is_id(id) => Route::Exercise(id.to_owned()),
            ("open", _) if !rest.is_empty() => Route::Shared(rest.to_owned()),
            _ => Route::Unknown(path.to_owned()),
        }
    }

    /// The address of this place for links and the history.
    pub fn href(&self) -> String {
        let query = query();
        let path = self.path();
        match self {
            Route::Shared(_) => format!("{query}#/{path}"),
            _ if !query.is_empty() => format!("{query}#/{path}"),
            Route::Home => "./".to_owned(),
            _ => path,
        }
    }

    /// The address relative to the site's folder; empty for the start page.
    pub fn path(&self) -> String {
        match self {
            Route::Home => String::new(),
            Route::Exercise(id) => format!("exercise/{id}/"),
            Route::Glossary(None) => "glossary/".to_owned(),
            Route::Glossary(Some(term)) => format!("glossary/{term}/"),
            Route::Principles => "principles/".to_owned(),
            Route::Patterns => "patterns/".to_owned(),
            Route::Compare(id) => format!("compare/{id}/"),
            Route::Path(id) => format!("track/{id}/"),
            Route::Sandbox => "sandbox/".to_owned(),
            Route::Embed => "embed/".to_owned(),
            Route::Shared(payload) => format!("open/{payload}"),
            Route::Unknown(path) => path.clone(),
        }
    }
}

/// The query that names another host's list, which all links must keep; empty for the site's own exercises.
#[cfg(target_arch = "wasm32")]
pub fn query() -> String {
    thread_local! {
        // Cached, because hundreds of links are rendered.
        static QUERY: String = crate::host::exercises().get(4).cloned().unwrap_or_default();
    }
    QUERY.with(Clone::clone)
}

/// Prerendered text is for the site's own exercises.
#[cfg(not(target_arch = "wasm32"))]
pub fn query() -> String {
    String::new()
}

/// Whether a text is a valid id: ids become file names in requests, so nothing else may pass.
pub fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 80
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> [Route; 11] {
        [
            Route::Home,
            Route::Exercise("rec-timeseries".into()),
            Route::Compare("college-joins".into()),
            Route::Glossary(None),
            Route::Glossary(Some("round-trip".into())),
            Route::Embed,
            Route::Principles,
            Route::Patterns,
            Route::Path("trees".into()),
            Route::Sandbox,
            Route::Shared("abc/def_-".into()),
        ]
    }

    #[test]
    fn every_route_reads_back() {
        for route in all() {
            let href = route.href();
            assert_eq!(Route::of_hash(&href).unwrap_or_else(|| Route::of_path(&href)), route);
            assert_eq!(Route::of_hash(&format!("#/{}", route.path())), Some(route));
        }
    }

    #[test]
    fn addresses_of_earlier_versions_are_read() {
        for (hash, path) in [
            ("#/path/trees", "track/trees/"),
            ("#/exercise/loans", "exercise/loans/"),
            ("#/glossary", "glossary/"),
        ] {
            assert_eq!(Route::of_hash(hash).unwrap().path(), path);
        }
        assert_eq!(Route::of_hash("#/"), Some(Route::Home));
    }

    #[test]
    fn ids_cannot_leave_the_exercise_folder() {
        for path in ["exercise/../index", "exercise/a/b", "exercise/A%2F", "exercise/", "open/abc"] {
            assert!(matches!(Route::of_path(path), Route::Unknown(_)), "{path}");
        }
    }

    #[test]
    fn other_hashes_are_not_places() {
        for hash in ["", "#", "#main"] {
            assert_eq!(Route::of_hash(hash), None);
        }
        for path in ["", "./", "index.html"] {
            assert_eq!(Route::of_path(path), Route::Home);
        }
        assert_eq!(Route::of_path("exercise/loans"), Route::Exercise("loans".into()));
    }
}
