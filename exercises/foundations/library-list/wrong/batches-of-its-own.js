// fails: batches
// says: 40 titles are 4 batches
// from: cursors.js
// Leaves the size of a batch to the driver.

const allTitles = (db) => db.books.find({}, { title: 1 }).toArray().map(({ title }) => title);
