// Each option is a method of the cursor.
// wins: Nearly always, for one collection.
// stars: batches, hinted

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

const titlePage = (db, n, size) =>
  db.books.find({}, { title: 1 }).sort({ title: 1, _id: 1 }).skip(n * size).limit(size);
const countAvailable = (db) => db.books.countDocuments({ available: true });
const examinedAbout = (db, subject) =>
  db.books.find({ subjects: subject }).explain("executionStats").executionStats.totalDocsExamined;
const allTitles = (db, size) => db.books.find({}, { title: 1 }).batchSize(size).toArray().map(({ title }) => title);
const booksByIndex = (db, subject, index) => db.books.find({ subjects: subject }).hint(index);
