//! The positional operator: <https://www.mongodb.com/docs/manual/reference/operator/projection/positional/>.

use super::keeps;
use super::transform::{Transform, rewrite};
use crate::query::MatchPosition;
use crate::value::{DocBuilder, Path, RawDoc, RawValue, tag};
use crate::{Error, Result};

/// Returns the path before `.$`, if the projection is positional.
///
/// # Errors
/// 31394 for `$` before the end, 31395 in an exclusion, 31271 with an expression.
pub(super) fn parse<'p>(path: &'p str, value: RawValue<'_>) -> Result<Option<&'p str>> {
    let Some(array) = path.strip_suffix(".$") else {
        if path.contains(".$.") {
            return Err(Error::new(
                31394,
                "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.",
            ));
        }
        return Ok(None);
    };
    if array.split('.').any(|part| part == "$") {
        return Err(Error::new(31287, format!("Cannot use positional projection on '{path}'")));
    }
    match keeps(value) {
        Some(true) => Ok(Some(array)),
        Some(false) => Err(Error::new(31395, "positional projection cannot be used with exclusion")),
        None => {
            Err(Error::new(31271, "positional projection cannot be used with an expression or sub-object"))
        }
    }
}

/// Keeps only the matched element of the first array on the path.
///
/// # Errors
/// If the path reaches an array: 51246 without a position, 51247 when the array is too short.
pub(super) fn apply(doc: RawDoc<'_>, path: &Path, position: Option<&MatchPosition>) -> Result<Vec<u8>> {
    let mut pick = Pick { index: position.map(|position| position.index), missed: false };
    let out = rewrite(doc, path.parts(), &mut pick);
    match (pick.missed, pick.index) {
        (false, _) => Ok(out),
        (true, None) => {
            Err(Error::new(51246, "positional operator '.$' couldn't find a matching element in the array"))
        }
        (true, Some(_)) => Err(Error::new(51247, "positional operator '.$' element mismatch")),
    }
}

struct Pick {
    /// The index of the matched element, if known.
    index: Option<usize>,
    /// Whether an array has no such element.
    missed: bool,
}

impl Transform for Pick {
    fn at_end(&mut self, array: RawDoc<'_>, name: &[u8], out: &mut DocBuilder) {
        let Some(element) = self.index.and_then(|index| array.nth(index)) else {
            self.missed = true;
            return;
        };
        let open = out.open_nested(tag::ARRAY, name);
        out.append_raw_bytes(b"0", element);
        out.close_nested(open);
    }

    fn on_the_way(&mut self, array: RawDoc<'_>, name: &[u8], out: &mut DocBuilder) -> bool {
        self.at_end(array, name, out);
        true
    }
}
