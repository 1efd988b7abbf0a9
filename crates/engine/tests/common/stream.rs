//! Change streams for tests.

use bson::{Bson, Document, doc};
use engine::{Engine, EngineOptions};

pub fn run(engine: &mut Engine, mut command: Document) -> Document {
    if !command.contains_key("$db") {
        command.insert("$db", "test");
    }
    let reply = engine.run_command(&command.to_vec().expect("encodable"));
    Document::from_reader(reply.as_slice()).expect("a document")
}

pub fn engine() -> Engine {
    Engine::new(EngineOptions::default())
}

/// An open change stream.
pub struct Stream {
    pub database: String,
    pub collection: Bson,
    pub id: i64,
    /// The `postBatchResumeToken` of the last reply.
    pub token: Document,
}

impl Stream {
    pub fn open(engine: &mut Engine, target: impl Into<Bson>, options: Document) -> Stream {
        Stream::piped(engine, "test", target, options, vec![])
    }

    pub fn piped(
        engine: &mut Engine,
        database: &str,
        target: impl Into<Bson>,
        options: Document,
        stages: Vec<Document>,
    ) -> Stream {
        let reply = run(engine, command(database, target, options, stages));
        let cursor = reply.get_document("cursor").unwrap_or_else(|_| panic!("{reply:?}"));
        assert!(cursor.get_array("firstBatch").unwrap().is_empty() || cursor.get_i64("id").is_ok());
        let (_, name) = cursor.get_str("ns").unwrap().split_once('.').unwrap();
        Stream {
            database: database.to_owned(),
            collection: name.into(),
            id: cursor.get_i64("id").unwrap(),
            token: cursor.get_document("postBatchResumeToken").unwrap().clone(),
        }
    }

    pub fn reply(&self, engine: &mut Engine) -> Document {
        run(engine, doc! { "getMore": self.id, "collection": self.collection.clone(), "$db": &self.database })
    }

    pub fn events(&mut self, engine: &mut Engine) -> Vec<Document> {
        let reply = self.reply(engine);
        let cursor = reply.get_document("cursor").unwrap_or_else(|_| panic!("{reply:?}"));
        self.id = cursor.get_i64("id").unwrap();
        self.token = cursor.get_document("postBatchResumeToken").unwrap().clone();
        let batch = cursor.get_array("nextBatch").unwrap();
        batch.iter().map(|event| event.as_document().unwrap().clone()).collect()
    }

    pub fn types(&mut self, engine: &mut Engine) -> Vec<String> {
        types(&self.events(engine))
    }
}

pub fn command(
    database: &str,
    target: impl Into<Bson>,
    options: Document,
    stages: Vec<Document>,
) -> Document {
    let mut pipeline = vec![doc! { "$changeStream": options }];
    pipeline.extend(stages);
    doc! { "aggregate": target.into(), "pipeline": pipeline, "cursor": {}, "$db": database }
}

pub fn types(events: &[Document]) -> Vec<String> {
    events.iter().map(|event| event.get_str("operationType").unwrap().to_owned()).collect()
}

pub fn code(engine: &mut Engine, command: Document) -> i32 {
    let reply = run(engine, command);
    reply.get_i32("code").unwrap_or_else(|_| panic!("{reply:?}"))
}

pub fn ok(engine: &mut Engine, command: Document) -> Document {
    let reply = run(engine, command);
    assert_eq!(reply.get_f64("ok").unwrap(), 1.0, "{reply:?}");
    assert!(reply.get("writeErrors").is_none(), "{reply:?}");
    reply
}

pub fn insert(engine: &mut Engine, document: Document) {
    ok(engine, doc! { "insert": "c", "documents": [document] });
}

pub fn update(engine: &mut Engine, id: i32, change: impl Into<Bson>) {
    ok(engine, doc! { "update": "c", "updates": [{ "q": { "_id": id }, "u": change.into() }] });
}

impl Stream {
    /// Returns the first events after a token.
    pub fn resumed(engine: &mut Engine, token: &Document, full_document: &str) -> Vec<Document> {
        let options = doc! { "resumeAfter": token.clone(), "fullDocument": full_document };
        let reply = ok(engine, command("test", "c", options, vec![]));
        let batch = reply.get_document("cursor").unwrap().get_array("firstBatch").unwrap();
        batch.iter().map(|event| event.as_document().unwrap().clone()).collect()
    }
}
