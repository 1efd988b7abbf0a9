// The author holds the list of their books: a name is stored once, a rename is one write, and a search reads whole authors.

function setup(db, rows) {
  db.people.createIndex({ find: 1 });
  const people = new Map(rows.authors.map(({ _id, first_name, last_name }) => [_id, { _id, ...named(first_name, last_name), books: [] }]));
  for (const { _id, title, author } of rows.books) people.get(author).books.push({ _id, title });
  db.people.insertMany([...people.values()]);
}

const named = (first, last) => ({ find: first.toLowerCase(), shown: `${first} ${last}` });

function booksByFirstName(db, prefix) {
  const from = prefix.toLowerCase();
  return db.people
    .find({ find: { $gte: from, $lt: `${from}\u{10ffff}` } })
    .toArray()
    .flatMap(({ shown, books }) => books.map((book) => ({ ...book, author: shown })));
}

function nameOf(db, id) {
  return db.people.findOne({ _id: id }).shown;
}

function renameAuthor(db, id, first, last) {
  db.people.updateOne({ _id: id }, { $set: named(first, last) });
}

function finishRenames(db) {
  // There is one copy of each name.
}
