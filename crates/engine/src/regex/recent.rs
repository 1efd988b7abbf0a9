//! Patterns compiled lately.
//!
//! Compiling one takes as long as searching some ten thousand short texts, and what a search has
//! found out about the pattern is kept with it: a query that comes again has both.

use std::cell::RefCell;
use std::rc::Rc;

/// Patterns kept.
const KEPT: usize = 8;
/// Longest pattern kept, in bytes.
const LONGEST: usize = 256;

/// A pattern in the syntax of the library that runs it, and what was made of it.
type Known = (Box<str>, Rc<fancy_regex::Regex>);

thread_local! {
    /// The last used one is the last.
    static RECENT: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The compiled pattern, compiled anew when it is not among the recent ones.
///
/// # Errors
/// What `build` raises.
pub(super) fn compiled<E>(
    pattern: String,
    build: impl FnOnce(&str) -> Result<fancy_regex::Regex, E>,
) -> Result<Rc<fancy_regex::Regex>, E> {
    let known = RECENT.with_borrow_mut(|recent| {
        let at = recent.iter().position(|(known, _)| **known == *pattern)?;
        let found = recent.remove(at);
        let regex = found.1.clone();
        recent.push(found);
        Some(regex)
    });
    if let Some(regex) = known {
        return Ok(regex);
    }
    let regex = Rc::new(build(&pattern)?);
    if pattern.len() <= LONGEST {
        RECENT.with_borrow_mut(|recent| {
            if recent.len() == KEPT {
                recent.remove(0);
            }
            recent.push((pattern.into(), regex.clone()));
        });
    }
    Ok(regex)
}
