//! The recording of changes to collections and databases
//! (<https://www.mongodb.com/docs/manual/reference/change-events/#expanded-events>).
//!
//! Besides namespaces, such an event contains the fields of its body, most of them only in expanded events.

use std::rc::Rc;

use super::{Event, Operation};
use crate::collection::{Collection, CollectionOptions, Index, IndexSpec};
use crate::engine::Engine;
use crate::value::{DocBuilder, RawDoc, Value, uuid_text};

const DESCRIPTION: &str = "operationDescription";

impl Engine {
    /// Records a change other than that of a record. `describe` is called only if a log exists.
    pub(crate) fn record_change(
        &self,
        operation: Operation,
        namespace: &str,
        uuid: [u8; 16],
        describe: impl FnOnce(&mut DocBuilder),
    ) {
        let Some(log) = &self.changes else { return };
        let mut body = DocBuilder::new();
        describe(&mut body);
        let namespace = namespace.to_owned();
        log.0.borrow_mut().push(Event { operation, namespace, uuid, body: body.finish(), ..Event::EMPTY });
    }

    /// Records that a collection was created.
    pub(crate) fn record_creation(&self, namespace: &str, uuid: [u8; 16], options: &CollectionOptions) {
        self.record_change(Operation::Create, namespace, uuid, |body| {
            body.document(DESCRIPTION, |made| {
                made.append_all(options.document.as_deref().map_or(RawDoc::empty(), RawDoc::new));
                if options.clustered.is_none() {
                    made.append_doc("idIndex", RawDoc::new(&IndexSpec::id_index().document));
                }
            });
        });
    }

    /// Records that a collection was dropped. Streams don't show views.
    pub(crate) fn record_drop(&self, collection: &Collection) {
        if collection.options.view.is_none() {
            self.record_change(Operation::Drop, &collection.namespace, collection.uuid, |_| {});
        }
    }

    /// Records that a collection was renamed, possibly replacing another one.
    pub(crate) fn record_rename(
        &self,
        from: &str,
        uuid: [u8; 16],
        to: (&str, &str),
        replaced: Option<[u8; 16]>,
    ) {
        self.record_change(Operation::Rename, from, uuid, |body| {
            let write = |out: &mut DocBuilder| {
                out.document("to", |name| {
                    name.append_str("db", to.0).append_str("coll", to.1);
                });
            };
            write(body);
            body.document(DESCRIPTION, |made| {
                write(made);
                if let Some(replaced) = replaced {
                    made.append("dropTarget", &Value::uuid(replaced));
                }
            });
        });
    }

    /// Rewrites the command's inserts into a new collection as inserts into one with a temporary name,
    /// followed by a rename that replaces the previous collection.
    pub(crate) fn record_exchange(
        &self,
        database: &str,
        name: &str,
        prefix: &str,
        replaced: Option<[u8; 16]>,
    ) {
        let (Some(log), Some(made)) = (&self.changes, self.collection(database, name)) else { return };
        let meanwhile = [database, ".", prefix, &uuid_text(&made.uuid)].concat();
        {
            let ring = &mut *log.0.borrow_mut();
            let kept = ring.visible;
            for event in ring.events.iter_mut().skip(kept).filter(|event| event.uuid == made.uuid) {
                ring.bytes = ring.bytes + meanwhile.len() - event.namespace.len();
                event.namespace.clone_from(&meanwhile);
            }
        }
        self.record_rename(&meanwhile, made.uuid, (database, name), replaced);
    }

    /// Records that indexes were created or dropped.
    pub(crate) fn record_indexes<'i>(
        &self,
        operation: Operation,
        collection: &Collection,
        indexes: impl Iterator<Item = &'i Rc<IndexSpec>>,
    ) {
        self.record_change(operation, &collection.namespace, collection.uuid, |body| {
            body.document(DESCRIPTION, |made| {
                made.array("indexes", |array| {
                    for index in indexes {
                        array.push_doc(RawDoc::new(&index.document));
                    }
                });
            });
        });
    }

    /// Records that `collMod` changed a collection. `before` is its previous state.
    pub(crate) fn record_modification(&self, before: &Collection, given: RawDoc<'_>) {
        let index = given.get("index").and_then(|index| index.as_document());
        self.record_change(Operation::Modify, &before.namespace, before.uuid, |body| {
            body.document(DESCRIPTION, |made| {
                for element in given.iter().skip(1).take_while(|element| element.name() != "$db") {
                    made.append_raw_bytes(element.key, element.value);
                }
            });
            body.document("stateBeforeChange", |state| {
                state.document("collectionOptions", |options| {
                    options.append("uuid", &Value::uuid(before.uuid));
                    options
                        .append_all(before.options.document.as_deref().map_or(RawDoc::empty(), RawDoc::new));
                });
                let Some(index) = index else { return };
                let named = |known: &&Index| {
                    let name = index.get("name").and_then(|name| name.as_str());
                    let pattern = index.get("keyPattern").and_then(|pattern| pattern.as_document());
                    name == Some(known.spec.name.as_str())
                        || pattern
                            .is_some_and(|pattern| pattern.as_bytes() == known.spec.pattern().as_bytes())
                };
                let Some(known) = before.indexes().iter().find(named) else { return };
                state.document("indexOptions", |options| {
                    for element in index.iter() {
                        match RawDoc::new(&known.spec.document).get_bytes(element.key) {
                            _ if matches!(element.name(), "name" | "keyPattern") => {}
                            Some(value) => {
                                options.append_raw_bytes(element.key, value);
                            }
                            None if element.name() == "hidden" => {
                                options.append_bool("hidden", false);
                            }
                            None => {}
                        }
                    }
                });
            });
        });
    }
}
