//! The documents of change events (<https://www.mongodb.com/docs/manual/reference/change-events/>).

use super::description::AMBIGUOUS;
use super::{Event, Operation, Token};
use crate::aggregate::Catalog;
use crate::error::{Error, ErrorCode, Result};
use crate::session_id::NOBODY;
use crate::value::{DocBuilder, RawDoc, RawValue, Value, display_document};

/// `fullDocument`: the source of an event's document after an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FullDocument {
    /// Nothing.
    #[default]
    Default,
    /// The document when the event is read.
    UpdateLookup,
    /// The image stored with the event, or null.
    WhenAvailable,
    /// The image stored with the event, which must exist.
    Required,
}

/// `fullDocumentBeforeChange`: the source of an event's document before the change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BeforeImage {
    /// Nothing.
    #[default]
    Off,
    /// The image stored with the event, or null.
    WhenAvailable,
    /// The image stored with the event, which must exist.
    Required,
}

/// The options of a stream that determine the contents of events.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EventOptions {
    pub full_document: FullDocument,
    pub before: BeforeImage,
    /// `showExpandedEvents`.
    pub expanded: bool,
}

fn namespace(name: &str, namespace: &str, out: &mut DocBuilder) {
    out.document(name, |ns| match namespace.split_once('.') {
        Some((database, collection)) => {
            ns.append_str("db", database).append_str("coll", collection);
        }
        None => {
            ns.append_str("db", namespace);
        }
    });
}

fn image(name: &str, image: Option<&[u8]>, out: &mut DocBuilder) {
    match image {
        Some(image) => out.append_doc(name, RawDoc::new(image)),
        None => out.append_null(name),
    };
}

fn write_description(description: RawDoc<'_>, options: EventOptions, out: &mut DocBuilder) {
    out.document("updateDescription", |fields| {
        for element in description.iter().filter(|element| options.expanded || element.name() != AMBIGUOUS) {
            fields.append_raw_bytes(element.key, element.value);
        }
    });
}

impl Event {
    /// Writes the first fields of every event.
    pub(super) fn begin(
        &self,
        token: Token,
        operation: Operation,
        options: EventOptions,
        out: &mut DocBuilder,
    ) {
        out.document("_id", |id| token.write(id)).append_str("operationType", operation.name());
        out.append("clusterTime", &Value::Timestamp(self.time));
        if options.expanded && operation != Operation::Invalidate && self.uuid != [0; 16] {
            out.append("collectionUUID", &Value::uuid(self.uuid));
        }
        out.append_date("wallTime", self.wall);
    }

    /// Writes the event.
    ///
    /// # Errors
    /// `NoMatchingDocument` (47) if a required image doesn't exist.
    pub(super) fn write(
        &self,
        token: Token,
        options: EventOptions,
        catalog: &Catalog,
        out: &mut DocBuilder,
    ) -> Result<()> {
        self.begin(token, self.operation, options, out);
        if let Some(transaction) = &self.transaction {
            out.append_i64("txnNumber", transaction.1).document("lsid", |lsid| {
                lsid.append("id", &Value::Binary { subtype: 4, bytes: transaction.0.clone().into() })
                    .append("uid", &Value::Binary { subtype: 0, bytes: NOBODY.to_vec().into() });
            });
        }
        let body = RawDoc::new(&self.body);
        match self.operation {
            Operation::Insert | Operation::Replace => {
                out.append_doc("fullDocument", body);
            }
            Operation::Update => self.write_after(options, catalog, out)?,
            _ => {}
        }
        namespace("ns", &self.namespace, out);
        if self.operation.is_of_document() {
            out.append_doc("documentKey", RawDoc::new(&self.key));
            if self.operation == Operation::Update {
                write_description(body, options, out);
            }
            return self.write_before(options, out);
        }
        for element in body.iter().filter(|element| options.expanded || element.name() == "to") {
            out.append_raw_bytes(element.key, element.value);
        }
        Ok(())
    }

    /// Writes the document after an update, according to `fullDocument`.
    fn write_after(&self, options: EventOptions, catalog: &Catalog, out: &mut DocBuilder) -> Result<()> {
        match options.full_document {
            FullDocument::Default => {}
            FullDocument::UpdateLookup => image("fullDocument", self.look_up(catalog), out),
            FullDocument::Required if self.after.is_none() => {
                return Err(self.missing("post-image", "update"));
            }
            _ => image("fullDocument", self.after.as_deref(), out),
        }
        Ok(())
    }

    fn write_before(&self, options: EventOptions, out: &mut DocBuilder) -> Result<()> {
        if options.before == BeforeImage::Off || self.operation == Operation::Insert {
            return Ok(());
        }
        if options.before == BeforeImage::Required && self.before.is_none() {
            return Err(self.missing("pre-image", "update, delete and replace"));
        }
        image("fullDocumentBeforeChange", self.before.as_deref(), out);
        Ok(())
    }

    /// Returns the current document.
    fn look_up<'c>(&self, catalog: &'c Catalog) -> Option<&'c [u8]> {
        let collection = catalog.at(catalog.slot_of(&self.uuid)?, &self.uuid)?;
        let record = collection.find_id(RawDoc::new(&self.key).get("_id").unwrap_or(RawValue::MISSING))?;
        collection.records().get(record)
    }

    fn missing(&self, image: &str, operations: &str) -> Error {
        let mut event = DocBuilder::new();
        event.append_str("operationType", self.operation.name());
        namespace("ns", &self.namespace, &mut event);
        event.append_doc("documentKey", RawDoc::new(&self.key));
        Error::new(
            ErrorCode::NO_MATCHING_DOCUMENT,
            format!(
                "Change stream was configured to require a {image} for all {operations} events, but the {image} for event: {} was not found.",
                display_document(RawDoc::new(&event.finish()))
            ),
        )
    }
}
