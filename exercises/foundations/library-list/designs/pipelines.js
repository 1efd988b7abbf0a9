// Each list is a pipeline, and its options are stages and options of the command.
// wins: When the list is joined, grouped or computed on the way.
// stars: batches, hinted

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

const titlePage = (db, n, size) =>
  db.books.aggregate([{ $sort: { title: 1, _id: 1 } }, { $skip: n * size }, { $limit: size }, { $project: { title: 1 } }]);

function countAvailable(db) {
  const [counted] = db.books.aggregate([{ $match: { available: true } }, { $count: "books" }]).toArray();
  return counted?.books ?? 0;
}

function examinedAbout(db, subject) {
  const find = { find: "books", filter: { subjects: subject } };
  return db.runCommand({ explain: find, verbosity: "executionStats" }).executionStats.totalDocsExamined;
}

function allTitles(db, size) {
  const titles = db.books.aggregate([{ $project: { title: 1 } }], { cursor: { batchSize: size } });
  return titles.toArray().map(({ title }) => title);
}

const booksByIndex = (db, subject, index) => db.books.aggregate([{ $match: { subjects: subject } }], { hint: index });
