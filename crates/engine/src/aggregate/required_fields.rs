//! The fields that the stages of a pipeline read from their input.

use super::expression::Dependencies;
use super::pipeline::PipelineStage;
use super::stage::{Effect, Kind, RequiredFields};

/// Returns the input fields that a sequence of stages reads; `None` when it may need whole documents.
pub(super) fn required_fields(stages: &[PipelineStage]) -> Option<RequiredFields> {
    let mut needed = RequiredFields::default();
    let mut overwritten: Vec<String> = Vec::new();
    for planned in stages {
        let mut reads = Dependencies::default();
        planned.stage().dependencies(&mut reads);
        if reads.whole_document {
            return None;
        }
        // Fields that an earlier stage created aren't read from the source.
        let from_source = |path: &String| !overwritten.iter().any(|m| covers(m, path));
        needed.fields.extend(reads.fields.into_iter().filter(from_source));
        needed.length_only.extend(reads.length_only.into_iter().filter(from_source));
        match planned.stage().effect() {
            Effect::Passes => {}
            Effect::Changes(paths) => {
                overwritten.extend(paths.into_iter().filter(|path| !path.contains('.')))
            }
            Effect::Replaces => {
                let RequiredFields { fields, length_only, .. } = &needed;
                let reads = |path: &String| fields.iter().filter(|field| covers(field, path)).count();
                let counts = |path: &String| length_only.iter().filter(|other| *other == path).count();
                let only = length_only.iter().filter(|path| reads(path) == counts(path));
                needed.length_only = only.cloned().collect();
                crate::value::sort(&mut needed.fields);
                needed.fields.dedup();
                needed.overwritten = overwritten;
                return Some(needed);
            }
        }
    }
    None
}

/// Makes a `$lookup` omit its array when only the next stage reads it, and only its length.
pub(super) fn emit_length_only(lookup: &mut PipelineStage, behind: &[PipelineStage]) {
    let (Kind::Lookup(lookup), Some((next, others))) = (lookup.kind(), behind.split_first()) else { return };
    let Some(field) = lookup.array_length_field().filter(|_| next.stage().accepts_array_length()) else {
        return;
    };
    let passes = match next.stage().effect() {
        Effect::Replaces => false,
        Effect::Passes => true,
        Effect::Changes(paths) => {
            let read = |needed: RequiredFields| needed.fields.iter().any(|path| covers(field, path));
            paths.iter().any(|path| covers(field, path)) || required_fields(others).is_none_or(read)
        }
    };
    if !passes {
        lookup.emit_length_only();
    }
}

/// Whether a path is at or below another.
fn covers(above: &str, path: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
