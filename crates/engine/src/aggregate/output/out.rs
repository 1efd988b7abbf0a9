//! `$out`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/out/>.

use super::{Output, OutputMode, OutputStage};
use crate::aggregate::expression::ParseContext;
use crate::arguments::Arguments;
use crate::operator::Help;
use crate::timeseries::TimeSeries;
use crate::value::RawValue;
use crate::{Error, Result};

pub(super) const STAGE: OutputStage = OutputStage {
    help: Help::new(
        "$out",
        "Writes the documents to a collection, replacing the existing ones.",
        (r#"[{"_id": 1, "n": 2}]"#, r#"{"$out": "totals"}"#, r#"[{"_id": 1, "n": 2}]"#),
    ),
    parse,
    invalid: |namespace| format!("Invalid $out target namespace, {namespace}"),
    internal: (17385, 31321, "Can't"),
};

fn parse(spec: RawValue<'_>, context: &ParseContext) -> Result<Output> {
    let mut timeseries = None;
    let (database, collection) = match (spec.as_str(), spec.as_document()) {
        (Some(collection), _) => (context.database.clone(), collection.to_owned()),
        (_, Some(doc)) => {
            let fields = Arguments::new("$out", doc);
            fields.only(&["db", "coll", "timeseries"])?;
            if let Some(series) = fields.document("timeseries")? {
                TimeSeries::check_form(&Arguments::new("$out.timeseries", series))?;
                timeseries = Some(series.as_bytes().to_vec());
            }
            let text = |field: &str| {
                let value = fields.get(field).ok_or_else(|| fields.missing(field))?;
                value.as_str().map(str::to_owned).ok_or_else(|| fields.wrong_type(field, value, "string"))
            };
            (text("db")?, text("coll")?)
        }
        _ => {
            return Err(Error::wrong_type(
                16990,
                "$out only supports a string or object argument, but found {type}",
                spec.tag,
            ));
        }
    };
    Ok(Output { database, collection, mode: OutputMode::Replace, timeseries, written: Vec::new() })
}
