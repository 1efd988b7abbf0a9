// Each book stands inside a card that carries what it is found by: the slug as _id, its subjects, publisher and title.

function setup(db, rows) {
  db.cards.createIndex({ about: 1 });
  db.cards.createIndex({ shelf: 1 });
  db.cards.insertMany(rows.books.map(card));
}

function card(book) {
  const shelf = { publisher: book.publisher.name, title: book.title };
  return { _id: `slug ${book.slug}`, about: book.subjects, shelf, book };
}

function addBook(db, book) {
  const { upsertedCount } = db.cards.updateOne({ _id: `slug ${book.slug}` }, { $setOnInsert: card(book) }, { upsert: true });
  return upsertedCount === 1;
}

const books = (cursor) => cursor.map(({ book }) => book).toArray();
// The shelf is a document: compared by publisher first, then by title.
const onShelf = (publisher) => ({ shelf: { $gte: { publisher, title: MinKey() }, $lte: { publisher, title: MaxKey() } } });

function bookBySlug(db, slug) {
  return db.cards.findOne({ _id: `slug ${slug}` })?.book ?? null;
}

function booksAbout(db, subject) {
  return books(db.cards.find({ about: subject }));
}

function booksOf(db, publisher) {
  return books(db.cards.find(onShelf(publisher)));
}

function titlesOf(db, publisher) {
  return books(db.cards.find(onShelf(publisher)).sort({ shelf: 1 }));
}
