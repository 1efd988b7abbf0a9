// fails: two-crashes
// says: clients died in unlink(db
// from: both-sides.js
// Stops after the first author whose list is wrong, as if only one call could be incomplete.

function repair(db) {
  const wanted = new Map(db.authors.find({}, { _id: 1 }).map(({ _id }) => [_id, []]).toArray());
  db.books.find({}, { authors: 1 }).forEach(({ _id, authors }) => {
    for (const author of authors) wanted.get(author)?.push(_id);
  });
  for (const { _id, books } of db.authors.find().toArray()) {
    const right = wanted.get(_id);
    if (right.length === books.length) continue;
    db.authors.updateOne({ _id }, { $set: { books: right } });
    return;
  }
}
