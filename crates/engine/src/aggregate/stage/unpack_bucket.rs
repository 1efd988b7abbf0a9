//! `$_internalUnpackBucket`: turns the buckets of a time-series collection into measurements
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/>).

use super::super::stage_prelude::*;
use crate::timeseries::measurements;

/// The name of the stage.
pub(in crate::aggregate) const UNPACK_BUCKET: &str = "$_internalUnpackBucket";

pub(super) const STAGE: StageOperator = stage(
    UNPACK_BUCKET,
    "Unpacks the buckets of a time-series collection.",
    (
        r#"[{"_id": 1, "control": {}, "meta": "a", "data": {"t": {"0": 1, "1": 2}, "n": {"1": 5}}}]"#,
        r#"{"$_internalUnpackBucket": {"timeField": "t", "metaField": "m", "bucketMaxSpanSeconds": 3600}}"#,
        r#"[{"t": 1, "m": "a"}, {"t": 2, "m": "a", "n": 5}]"#,
    ),
    parse,
);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(spec) = spec.as_document() else {
        let kind = type_name(spec.tag);
        let text = format!("$_internalUnpackBucket specification must be an object, got: {kind}");
        return Err(Error::new(5_346_500, text));
    };
    let fields = Arguments::new("$_internalUnpackBucket", spec);
    fields.only(&["timeField", "metaField", "bucketMaxSpanSeconds"])?;
    let Some(time) = fields.string("timeField")? else {
        let text = "The $_internalUnpackBucket stage requires a timeField parameter";
        return Err(Error::new(ErrorCode::FAILED_TO_PARSE, text));
    };
    let meta = fields.string("metaField")?.map(str::to_owned);
    Ok(vec![Box::new(UnpackBucket {
        time: time.to_owned(),
        meta,
        needed: None,
        current: Vec::new().into_iter(),
    })])
}

#[derive(Debug)]
struct UnpackBucket {
    time: String,
    meta: Option<String>,
    /// The fields that later stages read; `None` for all.
    needed: Option<Vec<Box<str>>>,
    /// The remaining measurements of a bucket.
    current: std::vec::IntoIter<Vec<u8>>,
}

impl Stage for UnpackBucket {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if !sink.push_all(&mut self.current)? {
            return Ok(false);
        }
        input.expand_into(sink, |row, sink| {
            let needed = self.needed.as_deref();
            let kept = |name: &[u8]| needed.is_none_or(|all| all.iter().any(|one| one.as_bytes() == name));
            let unpacked = measurements(row.document, &self.time, self.meta.as_deref(), &kept);
            self.current = unpacked.into_iter();
            sink.push_all(&mut self.current).map(|_| ())
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Replaces
    }

    fn set_required_fields(&mut self, needed: &super::RequiredFields) {
        let names = needed.fields.iter().chain(&needed.overwritten).filter_map(|path| path.split('.').next());
        self.needed = Some(names.map(Box::from).collect());
    }
}
