//! Invariant: a filter selects the same documents in `find`, `$match`, `count` and `delete`.

use bson::doc;

use crate::{Server, Source};

/// # Panics
/// Two commands see different documents through one filter.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    let documents: Vec<_> = (0..4).map(|_| source.document(2)).collect();
    server.store("c", documents);
    let filter = source.filter(3);
    let Ok(found) = server.batch(doc! { "find": "c", "filter": filter.clone() }) else { return };
    let matched =
        server.batch(doc! { "aggregate": "c", "pipeline": [{ "$match": filter.clone() }], "cursor": {} });
    // Pipelines don't support positions and JavaScript.
    if let Ok(matched) = matched {
        assert_eq!(bytes_of(&matched), bytes_of(&found), "$match {filter}");
    }
    let neither = server.batch(doc! { "find": "c", "filter": { "$nor": [filter.clone()] } });
    if let Ok(neither) = neither {
        let all = server.batch(doc! { "find": "c" }).expect("no filter");
        assert_eq!(neither.len() + found.len(), all.len(), "$nor {filter}");
    }
    let removed = server.run(doc! { "delete": "c", "deletes": [{ "q": filter.clone(), "limit": 0 }] });
    if removed.get_i32("code").is_err() && !removed.contains_key("writeErrors") {
        assert_eq!(removed.get_i32("n").ok(), Some(found.len() as i32), "delete {filter}");
    }
}

/// Encodes documents, so that NaN equals itself and -0 differs from 0.
pub(crate) fn bytes_of(documents: &[bson::Document]) -> Vec<Vec<u8>> {
    documents.iter().map(|document| document.to_vec().expect("encodable")).collect()
}
