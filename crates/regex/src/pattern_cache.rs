//! A cache of recently compiled patterns.
//!
//! Compiling one takes as long as searching some hundred short texts.

use std::cell::RefCell;
use std::rc::Rc;

use super::Flags;
use super::parse::PatternError;
use super::program::Program;

/// Patterns kept.
const KEPT: usize = 8;
/// Longest pattern kept, in bytes.
const LONGEST: usize = 256;

/// A pattern with its flags, and its compiled program.
type Known = (Box<str>, Flags, Rc<Program>);

thread_local! {
    /// The last used one is the last.
    static RECENT: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The compiled pattern, compiled anew when it is not among the recent ones.
///
/// # Errors
/// What is wrong with it.
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
    if pattern.len() <= LONGEST {
        RECENT.with_borrow_mut(|recent| {
            if recent.len() == KEPT {
                recent.remove(0);
            }
            recent.push((pattern.into(), flags, program.clone()));
        });
    }
    Ok(program)
}
