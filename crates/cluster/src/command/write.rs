//! Common parts of the write commands: sends statements to shards one by one and combines their replies.

use std::rc::Rc;

use engine::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value, sort_by, tag};
use engine::{Error, Snapshot};

use super::{Failure, Request};
use crate::cluster::Cluster;
use crate::config::Sharded;
use crate::reply::{all, changed, document, documents, insertion, is_ok, number, removal, success};

/// Executes the statement at position `place` of a command on a sharded collection; returns whether it succeeded.
pub(super) type Statement = fn(
    request: &mut Request<'_>,
    target: (&str, &Sharded),
    statement: RawDoc<'_>,
    place: usize,
    outcome: &mut Outcome,
) -> Result<bool, Failure>;

/// Executes the statements in a field one by one; forwards the command for an unsharded collection.
///
/// # Errors
/// The reply of a shard that refuses the whole command.
pub(super) fn each_statement(
    request: &mut Request<'_>,
    field: &str,
    one: Statement,
) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let (sharded, statements) = (request.sharded(name), statements(request.body, field));
    let (Some(sharded), Some(statements)) = (sharded, statements) else {
        let shard = request.primary_or_assign()?;
        return Ok(request.forward(shard));
    };
    let mut outcome = Outcome::default();
    for (place, statement) in statements.into_iter().enumerate() {
        let succeeded = match one(request, (name, &sharded), statement, place, &mut outcome) {
            Ok(succeeded) => succeeded,
            Err(Failure::Error(error)) => {
                outcome.refuse(place, &error);
                false
            }
            Err(reply) => return Err(reply),
        };
        if !succeeded && is_ordered(request.body) {
            break;
        }
    }
    Ok(outcome.reply())
}

/// The results of a command's statements so far.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    n: i64,
    modified: Option<i64>,
    upserted: Vec<Vec<u8>>,
    errors: Vec<Vec<u8>>,
}

impl Outcome {
    /// Adds a shard's reply to the statements at these positions of the whole command; returns whether
    /// all succeeded.
    ///
    /// # Errors
    /// A reply without `ok: 1`.
    pub(super) fn add(&mut self, reply: Vec<u8>, places: &[usize]) -> Result<bool, Failure> {
        if !is_ok(&reply) {
            return Err(Failure::Reply(reply));
        }
        let doc = RawDoc::new(&reply);
        self.n += number(doc, "n");
        if doc.get("nModified").is_some() {
            *self.modified.get_or_insert(0) += number(doc, "nModified");
        }
        self.upserted.extend(documents(doc, "upserted").map(|one| placed(one, places)));
        let before = self.errors.len();
        self.errors.extend(documents(doc, "writeErrors").map(|one| placed(one, places)));
        Ok(self.errors.len() == before)
    }

    /// Adds the router's error of a statement.
    pub(super) fn refuse(&mut self, place: usize, error: &Error) {
        let mut out = DocBuilder::new();
        out.append_count("index", place as u64).append_i32("code", error.code());
        out.append_str("errmsg", error.message());
        self.errors.push(out.finish());
    }

    /// Returns the whole command's reply.
    pub(super) fn reply(mut self) -> Vec<u8> {
        let place = |one: &[u8]| number(RawDoc::new(one), "index");
        for list in [&mut self.errors, &mut self.upserted] {
            sort_by(list, |a, b| place(a).cmp(&place(b)));
        }
        success(|out| {
            out.append_count("n", self.n as u64);
            list("upserted", &self.upserted, out);
            if let Some(modified) = self.modified {
                out.append_count("nModified", modified as u64);
            }
            list("writeErrors", &self.errors, out);
        })
    }
}

fn list(name: &str, all: &[Vec<u8>], out: &mut DocBuilder) {
    if !all.is_empty() {
        out.array(name, |array| {
            all.iter().for_each(|one| {
                array.push_doc(RawDoc::new(one));
            })
        });
    }
}

/// Returns an element of a reply with its `index` in the whole command.
fn placed(one: RawDoc<'_>, places: &[usize]) -> Vec<u8> {
    let at = usize::try_from(number(one, "index")).ok().and_then(|at| places.get(at).copied());
    let mut out = DocBuilder::new();
    out.append_count("index", at.unwrap_or(0) as u64);
    for element in one.iter().filter(|element| element.key != b"index") {
        out.append_raw(element.name(), element.value);
    }
    out.finish()
}

/// Returns a command with other statements.
pub(super) fn with_statements(body: RawDoc<'_>, field: &str, statements: &[RawDoc<'_>]) -> Vec<u8> {
    changed(body, &[field], |out| {
        let mut array = ArrayBuilder::open(std::mem::take(out), field);
        for statement in statements {
            array.push_doc(*statement);
        }
        *out = array.close();
    })
}

/// Returns the statements of a command; `None` for a malformed command, whose error the engine reports.
pub(super) fn statements<'a>(body: RawDoc<'a>, field: &str) -> Option<Vec<RawDoc<'a>>> {
    let array = body.get(field)?.as_array()?;
    let all: Option<Vec<_>> = array.values().map(RawValue::as_document).collect();
    all.filter(|all| !all.is_empty() && all.len() <= 100_000)
}

/// Whether the command stops at the first error.
pub(super) fn is_ordered(body: RawDoc<'_>) -> bool {
    body.get("ordered").and_then(RawValue::as_bool).unwrap_or(true)
}

impl Request<'_> {
    /// Returns the shards that a statement's filter `q` targets, and the filter.
    ///
    /// # Errors
    /// Errors of the filter.
    pub(super) fn shards_of_statement<'s>(
        &self,
        (name, sharded): (&str, &Sharded),
        statement: RawDoc<'s>,
    ) -> Result<(Vec<usize>, RawDoc<'s>), Failure> {
        let filter = document(statement, "q").unwrap_or(RawDoc::empty());
        let (collation, variables) = (document(statement, "collation"), document(self.body, "let"));
        let shards = self.cluster.targets((self.database, name), sharded, filter, collation, variables)?;
        Ok((shards, filter))
    }

    /// Runs a write command on a shard, then moves documents whose new shard key belongs to another shard.
    ///
    /// # Errors
    /// Same as [`Self::move_to_owners`].
    pub(super) fn run_write(
        &mut self,
        (name, shard): (&str, usize),
        command: &[u8],
        moves: bool,
    ) -> Result<Vec<u8>, Failure> {
        let before = moves.then(|| self.cluster.shards[shard].snapshot());
        let reply = self.run_on(shard, command);
        if let Some(before) = before {
            self.move_to_owners((name, shard), &before)?;
        }
        Ok(reply)
    }

    /// Returns the shard with the first document that a filter selects, in the statement's order; `None`
    /// when nothing matches. Queries all these shards.
    ///
    /// # Errors
    /// A shard's error of the filter.
    pub(super) fn shard_of_first(
        &mut self,
        (name, sharded): (&str, &Sharded),
        shards: &[usize],
        statement: RawDoc<'_>,
        filter: RawDoc<'_>,
    ) -> Result<Option<usize>, Failure> {
        let mut find = DocBuilder::new();
        find.append_str("find", name).append_doc("filter", filter);
        for field in ["sort", "collation", "hint"] {
            if let Some(value) = statement.get(field) {
                find.append_raw(field, value);
            }
        }
        if let Some(variables) = self.body.get("let") {
            find.append_raw("let", variables);
        }
        find.append_i32("limit", 1).append_str("$db", self.database);
        let find = find.finish();
        let mut found = Vec::new();
        for &shard in shards {
            let reply = self.try_run_on(shard, &find)?;
            let cursor = document(RawDoc::new(&reply), "cursor").unwrap_or(RawDoc::empty());
            let first = documents(cursor, "firstBatch").map(|doc| doc.as_bytes().to_vec());
            found.extend(first);
        }
        let first = match found.len() {
            0 | 1 => found.pop(),
            _ => {
                let order = changed(RawDoc::new(&find), &["hint"], |_| ());
                self.cluster.router.clear();
                self.cluster.router.replace_collection(self.database, name, found);
                let sorted = all(&mut self.cluster.router, self.database, &order);
                self.cluster.router.clear();
                sorted?.into_iter().next()
            }
        };
        let first = first.map(|document| sharded.shard_of(RawDoc::new(&document))).transpose()?;
        Ok(first)
    }

    /// Returns the shard of the document that an upsert would insert. Also returns the document unless the shard
    /// key contains `_id`, which the shard may generate.
    ///
    /// # Errors
    /// Errors of the statement, or of the document's shard key.
    pub(super) fn shard_of_upserted(
        &mut self,
        (name, sharded): (&str, &Sharded),
        command: &[u8],
    ) -> Result<(usize, Option<Vec<u8>>), Failure> {
        let router = &mut self.cluster.router;
        router.clear();
        let reply = router.run_command(command);
        let inserted = router.documents(self.database, name).next().map(|doc| doc.as_bytes().to_vec());
        router.clear();
        match inserted {
            Some(document) => {
                let shard = sharded.shard_of(RawDoc::new(&document))?;
                let is_known = sharded.key.paths().all(|path| path != "_id");
                Ok((shard, is_known.then_some(document)))
            }
            None if is_ok(&reply) && RawDoc::new(&reply).get("writeErrors").is_none() => {
                Err(Error::bad_value("the upsert produces no document").into())
            }
            // The shard will report the same error.
            None => Ok((sharded.shards().first().copied().unwrap_or(0), None)),
        }
    }

    /// Moves documents of a shard whose key changed to their new shards. Only an update of a single
    /// document may do that
    /// (<https://www.mongodb.com/docs/manual/core/sharding-change-a-shard-key-value/>).
    ///
    /// # Errors
    /// `ShardKeyNotFound` (61) when a new key is invalid; the other shard's error. The shard is then
    /// restored to `before`.
    fn move_to_owners(&mut self, (name, shard): (&str, usize), before: &Snapshot) -> Result<(), Failure> {
        let moved = self.move_strays(name, shard);
        if moved.is_err() {
            self.cluster.shards[shard].restore(before);
        }
        moved
    }

    fn move_strays(&mut self, name: &str, shard: usize) -> Result<(), Failure> {
        let Some(sharded) = self.sharded(name) else { return Ok(()) };
        let mut strays = Vec::new();
        for document in self.cluster.shards[shard].documents(self.database, name) {
            let owner = sharded.shard_of(document)?;
            if owner != shard {
                strays.push((owner, document.as_bytes().to_vec()));
            }
        }
        for (owner, document) in strays {
            let (at, one) = ((self.database, name), [document]);
            let mut outcome = Outcome::default();
            let reply = self.run_on(owner, &insertion(at, &one));
            if !outcome.add(reply, &[0])? {
                return Err(Failure::Reply(first_error(outcome)));
            }
            self.run_on(shard, &removal(at, &one));
            let [document] = one;
            let namespace = self.namespace(name);
            self.cluster.written(&namespace, Some(RawDoc::new(&document)));
        }
        Ok(())
    }
}

/// Returns the first failed statement as the reply of a failed command.
fn first_error(outcome: Outcome) -> Vec<u8> {
    let first = outcome.errors.first().map_or(RawDoc::empty(), |error| RawDoc::new(error));
    let text = first.get("errmsg").and_then(RawValue::as_str).unwrap_or_default();
    crate::reply::failure(&Error::new(number(first, "code") as i32, text))
}

/// Whether an update changes a field of the shard key or replaces the document.
pub(super) fn touches_key(sharded: &Sharded, update: RawValue<'_>) -> bool {
    let is_key = |path: &str| {
        let below = |one: &str, other: &str| {
            one.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        sharded.key.paths().any(|own| below(own, path) || below(path, own))
    };
    match update.tag {
        tag::ARRAY => true,
        _ => update.as_document().is_none_or(|update| {
            update.iter().any(|element| match element.value.as_document() {
                Some(paths) if element.key.starts_with(b"$") => paths.iter().any(|path| {
                    is_key(path.name())
                        || (element.key == b"$rename" && path.value.as_str().is_some_and(is_key))
                }),
                // A replacement.
                _ => !element.key.starts_with(b"$"),
            }) || update.is_empty()
        }),
    }
}

impl Cluster {
    /// Records the write of a document, whose chunk may now be full; without a document, of any document.
    pub(crate) fn written(&mut self, namespace: &str, document: Option<RawDoc<'_>>) {
        let config = self.config_mut();
        config.writes += 1;
        let now = config.writes;
        let Some(sharded) = config.collections.get_mut(namespace).map(Rc::make_mut) else { return };
        match document.map(|document| sharded.key.of(document)) {
            Some(Ok(key)) => {
                let at = sharded.chunk_of(&key.bytes);
                sharded.chunks[at].at_most = sharded.chunks[at].at_most.saturating_add(1);
                sharded.chunks[at].written = now;
            }
            Some(Err(_)) => {}
            None => sharded.chunks.iter_mut().for_each(|chunk| chunk.at_most = u64::MAX),
        }
    }
}

/// Returns the document with a new `_id` if it lacks one, since the shard key may contain it.
pub(super) fn with_id(cluster: &mut Cluster, document: RawDoc<'_>) -> Option<Vec<u8>> {
    if document.get("_id").is_some() {
        return None;
    }
    let mut out = DocBuilder::new();
    let id = Value::ObjectId(cluster.router.new_object_id());
    out.append("_id", &id).append_all(document);
    Some(out.finish())
}
