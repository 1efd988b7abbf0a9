//! An engine or a cluster, whose replies are checked for validity.

use bson::{Bson, Document};
use cluster::{Cluster, ClusterOptions};
use engine::{Engine, EngineOptions};

/// Executes the bytes of a command, and returns those of its reply.
type Answer = dyn FnMut(&[u8]) -> Vec<u8>;

/// An engine or a cluster, with documents of the `bson` crate.
pub struct Server(Box<Answer>);

impl Default for Server {
    fn default() -> Server {
        let mut engine = Engine::new(EngineOptions::default());
        Server(Box::new(move |command| engine.run_command(command)))
    }
}

impl Server {
    /// Creates a cluster.
    pub fn cluster(options: ClusterOptions) -> Server {
        let mut cluster = Cluster::new(options);
        Server(Box::new(move |command| cluster.run_command(command)))
    }

    /// Runs a command in database `test`.
    ///
    /// # Panics
    /// The reply is not BSON, or reports neither success nor an error.
    pub fn run(&mut self, command: Document) -> Document {
        self.run_on("test", command)
    }

    /// Like [`Server::run`], in another database.
    ///
    /// # Panics
    /// As [`Server::run`].
    pub fn run_on(&mut self, database: &str, mut command: Document) -> Document {
        command.insert("$db", database);
        self.run_bytes(&command.to_vec().expect("encodable"))
    }

    /// Like [`Server::run`], for the bytes of a command.
    ///
    /// # Panics
    /// As [`Server::run`].
    pub fn run_bytes(&mut self, command: &[u8]) -> Document {
        let reply = (self.0)(command);
        let reply = Document::from_reader(reply.as_slice()).expect("a reply is BSON");
        match reply.get_f64("ok") {
            Ok(1.0) => {}
            Ok(0.0) => assert!(
                reply.contains_key("code") && reply.contains_key("codeName") && reply.contains_key("errmsg"),
                "an error has code, codeName and errmsg: {reply}"
            ),
            _ => panic!("a reply has `ok`: {reply}"),
        }
        reply
    }

    /// Inserts documents with `_id` 0, 1, 2 … one by one. Documents that can't be stored are left out.
    pub fn store(&mut self, collection: &str, documents: impl IntoIterator<Item = Document>) {
        for (id, fields) in documents.into_iter().enumerate() {
            let mut document = bson::doc! { "_id": id as i32 };
            document.extend(fields.into_iter().filter(|(name, _)| name != "_id"));
            self.run(bson::doc! { "insert": collection, "documents": [document] });
        }
    }

    /// Returns every document of a cursor's only batch, or the error's code.
    ///
    /// # Errors
    /// The code of the server's error.
    pub fn batch(&mut self, command: Document) -> Result<Vec<Document>, i32> {
        let reply = self.run(command);
        if let Ok(code) = reply.get_i32("code") {
            return Err(code);
        }
        let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
        let items = batch.expect("a cursor").iter();
        Ok(items.filter_map(Bson::as_document).cloned().collect())
    }

    /// # Panics
    /// The indexes of `c` don't match its documents.
    pub fn assert_valid(&mut self) {
        let reply = self.run(bson::doc! { "validate": "c", "full": true });
        let missing = reply.get_i32("code").ok() == Some(26);
        assert!(
            missing || reply.get_bool("valid").ok() == Some(true),
            "indexes and documents agree: {reply}"
        );
    }
}
