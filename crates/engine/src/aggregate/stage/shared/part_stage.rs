//! Compiles the stages that another stage expands to.

use crate::aggregate::Catalog;
use crate::aggregate::execution::Usage;
use crate::aggregate::stage::RequiredFields;
use crate::aggregate::stage_prelude::*;

/// Compiles one stage of the expansion; explain shows it as written here.
///
/// # Errors
/// Those of the stage.
pub(in crate::aggregate) fn part_of(
    operator: &StageOperator,
    spec: RawDoc<'_>,
    context: &mut ParseContext,
) -> Result<Vec<Box<dyn Stage>>> {
    let value = RawValue { tag: crate::value::tag::DOCUMENT, bytes: spec.as_bytes() };
    let mut written = DocBuilder::new();
    written.append_raw(operator.help.name, value);
    let written = written.finish();
    let stages = (operator.parse)(value, context)?;
    Ok(stages
        .into_iter()
        .map(|inner| match inner.stands_for() {
            Some(_) => inner,
            None => Box::new(Written { written: written.clone(), inner }) as Box<dyn Stage>,
        })
        .collect())
}

/// A stage of an expansion, with its written form.
#[derive(Debug)]
struct Written {
    written: Vec<u8>,
    inner: Box<dyn Stage>,
}

impl Stage for Written {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        self.inner.run(input, sink)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.inner.dependencies(out);
    }

    fn effect(&self) -> Effect {
        self.inner.effect()
    }

    fn kind(&mut self) -> Kind<'_> {
        self.inner.kind()
    }

    fn is_one_to_one(&self) -> bool {
        self.inner.is_one_to_one()
    }

    fn commutes_with_match(&self, reads: &Dependencies) -> bool {
        self.inner.commutes_with_match(reads)
    }

    fn origin(&self, path: &str) -> Option<String> {
        self.inner.origin(path)
    }

    fn comparison_origin(&self, path: &str, present: bool) -> Option<String> {
        self.inner.comparison_origin(path, present)
    }

    fn set_required_fields(&mut self, needed: &RequiredFields) {
        self.inner.set_required_fields(needed);
    }

    fn usage(&self, out: &mut Usage) {
        self.inner.usage(out);
    }

    fn stands_for(&self) -> Option<RawDoc<'_>> {
        Some(RawDoc::new(&self.written))
    }

    fn describe(&self, written: RawDoc<'_>) -> Option<Vec<u8>> {
        self.inner.describe(written)
    }

    fn prepare_explain(&mut self, catalog: &Catalog) -> Result<()> {
        self.inner.prepare_explain(catalog)
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        self.inner.describe_stats(out);
    }
}
