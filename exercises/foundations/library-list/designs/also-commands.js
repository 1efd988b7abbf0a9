// Asks for one page after the other, and runs the commands itself.
// stars: batches, hinted

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

const titlePage = (db, n, size) =>
  db.runCommand({ find: "books", projection: { title: 1 }, sort: { title: 1, _id: 1 }, skip: n * size, limit: size, batchSize: size })
    .cursor.firstBatch;
const countAvailable = (db) => db.runCommand({ count: "books", query: { available: true } }).n;
const examinedAbout = (db, subject) =>
  db.books.explain("executionStats").find({ subjects: subject }).finish().executionStats.totalDocsExamined;

function allTitles(db, size) {
  const titles = [];
  let last = null;
  for (;;) {
    const filter = last === null ? {} : { _id: { $gt: last } };
    const page = db.books.find(filter, { title: 1 }).sort({ _id: 1 }).limit(size).toArray();
    titles.push(...page.map(({ title }) => title));
    if (page.length < size) return titles;
    last = page.at(-1)._id;
  }
}

const booksByIndex = (db, subject, index) => db.books.find({ subjects: subject }, {}, { hint: index });
