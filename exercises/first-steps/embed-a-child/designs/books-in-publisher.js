// A publisher holds its books, found by an index on the books' ids; books without a publisher share a document.
// wins: When a publisher's page with all its books is read most.
// stars: one-document

function setup(db, rows) {
  const known = new Map(rows.publishers.map((publisher) => [publisher._id, { ...publisher, books: [] }]));
  const without = { _id: "without a publisher", books: [] };
  for (const { _id, title, publisher } of rows.books) (known.get(publisher) ?? without).books.push({ _id, title });
  db.publishers.insertMany([...known.values(), without]);
  db.publishers.createIndex({ "books._id": 1 });
}

function bookPage(db, id) {
  const found = db.publishers.findOne({ "books._id": id }, { name: 1, city: 1, "books.$": 1 });
  if (!found) return null;
  const publisher = found.name === undefined ? null : { name: found.name, city: found.city };
  return { title: found.books[0].title, publisher };
}
