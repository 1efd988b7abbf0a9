// fails: allTitles
// says: 1000 elements, expected 1108
// from: cursors.js
// Stops after the first thousand books.

const allTitles = (db, size) => {
  return db.books.find({}, { title: 1 }).batchSize(size).limit(1000).toArray().map(({ title }) => title);
};
