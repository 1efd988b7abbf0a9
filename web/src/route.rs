//! Where the page is, read from and written to the URL's hash, so that the site works from any folder of
//! any host.
//!
//! ```text
//! #/                      the start
//! #/exercise/reviews      an exercise
//! #/compare/reviews       its designs side by side
//! #/path/foundations      a track as a guided path
//! #/glossary/upsert       the glossary, at a term
//! #/principles            the principles
//! #/sandbox               the free page
//! #/open/…                a shared link: everything after the slash is the share codec's
//! ```

/// A place in the site.
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
    /// The free page.
    Sandbox,
    /// A shared link, not yet decoded.
    Shared(String),
    /// An address that names nothing here.
    Unknown(String),
}

impl Route {
    /// Reads a hash with or without its `#`.
    pub fn parse(hash: &str) -> Route {
        let path = hash.strip_prefix('#').unwrap_or(hash);
        let path = path.strip_prefix('/').unwrap_or(path);
        let (head, rest) = path.split_once('/').unwrap_or((path, ""));
        match (head, rest) {
            ("", _) => Route::Home,
            ("sandbox", "") => Route::Sandbox,
            ("glossary", "") => Route::Glossary(None),
            ("glossary", term) if is_id(term) => Route::Glossary(Some(term.to_owned())),
            ("principles", "") => Route::Principles,
            ("compare", id) if is_id(id) => Route::Compare(id.to_owned()),
            ("path", id) if is_id(id) => Route::Path(id.to_owned()),
            ("exercise", id) if is_id(id) => Route::Exercise(id.to_owned()),
            ("open", payload) if !payload.is_empty() => Route::Shared(payload.to_owned()),
            _ => Route::Unknown(path.to_owned()),
        }
    }

    /// The hash of this place, with its `#`.
    pub fn href(&self) -> String {
        match self {
            Route::Home => "#/".to_owned(),
            Route::Exercise(id) => format!("#/exercise/{id}"),
            Route::Glossary(None) => "#/glossary".to_owned(),
            Route::Glossary(Some(term)) => format!("#/glossary/{term}"),
            Route::Principles => "#/principles".to_owned(),
            Route::Compare(id) => format!("#/compare/{id}"),
            Route::Path(id) => format!("#/path/{id}"),
            Route::Sandbox => "#/sandbox".to_owned(),
            Route::Shared(payload) => format!("#/open/{payload}"),
            Route::Unknown(path) => format!("#/{path}"),
        }
    }
}

/// Exercise ids become file names in requests, so nothing else may pass.
pub fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 80
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_reads_back() {
        for route in [
            Route::Home,
            Route::Exercise("rec-timeseries".into()),
            Route::Compare("college-joins".into()),
            Route::Glossary(None),
            Route::Glossary(Some("round-trip".into())),
            Route::Principles,
            Route::Path("trees".into()),
            Route::Sandbox,
            Route::Shared("abc/def_-".into()),
        ] {
            assert_eq!(Route::parse(&route.href()), route);
        }
    }

    #[test]
    fn ids_cannot_leave_the_exercise_folder() {
        for hash in ["#/exercise/../index", "#/exercise/a/b", "#/exercise/A%2F", "#/exercise/"] {
            assert!(matches!(Route::parse(hash), Route::Unknown(_)), "{hash}");
        }
    }

    #[test]
    fn an_empty_hash_is_the_start() {
        for hash in ["", "#", "#/"] {
            assert_eq!(Route::parse(hash), Route::Home);
        }
    }
}
