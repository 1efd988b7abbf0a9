//! A cache of recently compiled patterns.
//!
//! Compiling a pattern takes as long as searching some hundred short texts.

use std::cell::RefCell;
use std::rc::Rc;

use super::Flags;
use super::parse::PatternError;
use super::program::Program;

/// Maximum number of cached patterns.
const MAX_PATTERNS: usize = 8;
/// Maximum size of a cached pattern in bytes.
const MAX_PATTERN_BYTES: usize = 256;

/// A pattern with its flags and compiled program.
type Known = (Box<str>, Flags, Rc<Program>);

thread_local! {
    /// The most recently used pattern is last.
    static RECENT: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// Returns the compiled pattern, from the cache if possible.
///
/// # Errors
/// The syntax error.
pub(super) fn compiled(pattern: &str, flags: Flags) -> Result<Rc<Program>, PatternError> {
    let known = RECENT.with_borrow_mut(|recent| {
        let at = recent.iter().position(|(known, meant, _)| **known == *pattern && *meant == flags)?;
        let found = recent.remove(at);
        let program = found.2.clone();
        recent.push(found);
        Some(program)
    });
    if let Some(program) = known {
        return Ok(program);
    }
    let program = Program::new(pattern, flags)?;
    if pattern.len() <= MAX_PATTERN_BYTES {
        RECENT.with_borrow_mut(|recent| {
            if recent.len() == MAX_PATTERNS {
                recent.remove(0);
            }
            recent.push((pattern.into(), flags, program.clone()));
        });
    }
    Ok(program)
}
