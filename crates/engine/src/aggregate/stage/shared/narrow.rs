//! What stages that collect documents keep of each: the fields that something reads.

use crate::aggregate::stage::Needed;
use crate::aggregate::stage::lookup::fields::{distinct, write};
use crate::aggregate::stage_prelude::*;

/// The top-level fields that are kept; none named when that is all.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct Narrow(Option<Vec<String>>);

impl Narrow {
    /// What a stage itself reads, and what is read behind one that gives its documents on.
    pub(in crate::aggregate) fn to(reads: &Dependencies, needed: Option<&Needed>) -> Self {
        if reads.whole_document {
            return Narrow(None);
        }
        let behind = needed.into_iter().flat_map(|needed| needed.fields.iter().chain(&needed.made));
        let top = |path: &String| path.split('.').next().unwrap_or_default().to_owned();
        Narrow(Some(distinct(reads.fields.iter().chain(behind).map(top))))
    }

    /// What is kept of a document; `room` is used again and again.
    pub(in crate::aggregate) fn take(&self, document: Document<'_>, room: &mut Vec<u8>) -> Vec<u8> {
        match self.0 {
            None => document.into_owned(),
            Some(_) => self.part(RawDoc::new(&document), room).to_vec(),
        }
    }

    /// Writes what is kept of a document behind other bytes.
    pub(in crate::aggregate) fn write(&self, document: RawDoc<'_>, room: &mut Vec<u8>, out: &mut Vec<u8>) {
        out.extend_from_slice(self.part(document, room));
    }

    fn part<'p>(&self, document: RawDoc<'p>, room: &'p mut Vec<u8>) -> &'p [u8] {
        match self.0.as_deref() {
            None => document.as_bytes(),
            Some([]) => RawDoc::empty().as_bytes(),
            Some(fields) => {
                let mut kept = DocBuilder::within(std::mem::take(room));
                write(fields, document, &mut kept);
                *room = kept.finish();
                room
            }
        }
    }
}
