/** sql.js: SQLite as WebAssembly. Tags are stored in a separate table and as JSON text. */

import initSqlJs from "sql.js";

export const name = "sql.js";

const COLUMNS = "_id, book, user, rating, language, title, text, tags, up, down, date";
const SCHEMA = (table) =>
  `CREATE TABLE ${table} (_id INTEGER PRIMARY KEY, book INTEGER, user TEXT, rating INTEGER, language TEXT,
    title TEXT, text TEXT, tags TEXT, up INTEGER, down INTEGER, date INTEGER);
   CREATE TABLE ${table}_tags (review INTEGER, tag TEXT);`;

function insertReviews(db, table, documents) {
  db.run("BEGIN");
  const row = db.prepare(`INSERT INTO ${table} (${COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)`);
  const tag = db.prepare(`INSERT INTO ${table}_tags VALUES (?,?)`);
  for (const d of documents) {
    row.run([
      d._id,
      d.book,
      d.user,
      d.rating,
      d.language,
      d.title,
      d.text,
      JSON.stringify(d.tags),
      d.votes.up,
      d.votes.down,
      d.date.getTime(),
    ]);
    for (const t of d.tags) tag.run([d._id, t]);
  }
  row.free();
  tag.free();
  db.run("COMMIT");
}

export async function open(data) {
  const SQL = await initSqlJs();
  const db = new SQL.Database();
  db.run(SCHEMA("reviews"));
  insertReviews(db, "reviews", data.reviews);
  db.run(
    "CREATE TABLE books (_id INTEGER PRIMARY KEY, number INTEGER, title TEXT, year INTEGER, pages INTEGER, genre TEXT)",
  );
  db.run("BEGIN");
  const book = db.prepare("INSERT INTO books VALUES (?,?,?,?,?,?)");
  for (const d of data.books) book.run([d._id, d.number, d.title, d.year, d.pages, d.genre]);
  book.free();
  db.run("COMMIT");
  // In SQLite, regular expressions need a user-defined function.
  db.create_function("REGEXP", (pattern, text) => (new RegExp(pattern).test(text) ? 1 : 0));
  return db;
}

export function index(db, collection, field) {
  if (field === "tags") db.run("CREATE INDEX IF NOT EXISTS tags_tag ON reviews_tags (tag)");
  else db.run(`CREATE INDEX IF NOT EXISTS ${collection}_${field} ON ${collection} (${field})`);
}

export function drop(db, collection) {
  db.run(`DROP TABLE IF EXISTS ${collection}; DROP TABLE IF EXISTS ${collection}_tags`);
  db.run(SCHEMA(collection));
}

/** All rows of a prepared statement, as objects. */
function all(statement, values) {
  statement.bind(values);
  const rows = [];
  while (statement.step()) rows.push(statement.getAsObject());
  statement.reset();
  return rows;
}

const review = ({ tags, up, down, date, ...d }) => ({
  ...d,
  tags: JSON.parse(tags),
  votes: { up, down },
  date: new Date(date),
});

/** Runs one statement with the values of each operation. */
const each =
  (sql, values, row = (d) => d) =>
  (db, operations) => {
    const statement = db.prepare(sql);
    const results = operations.map((operation) => all(statement, values(operation)).map(row));
    statement.free();
    return results;
  };
const one =
  (sql, values = () => []) =>
  (db, operations) =>
    each(sql, values)(db, operations).map(([row]) => row.n);
const change = (sqls, values) => (db, operations) => {
  const statements = sqls.map((sql) => db.prepare(sql));
  const results = operations.map((operation) => {
    statements.forEach((statement, i) => statement.run(values(operation)[i]));
    return 1;
  });
  statements.forEach((statement) => statement.free());
  return results;
};

const workloads = {
  equality: one("SELECT count(*) AS n FROM reviews WHERE language = ?", ({ filter }) => [filter.language]),
  compound: one(
    `SELECT count(*) AS n FROM reviews
     WHERE rating >= 3 AND language IN ('en', 'de', 'es') AND up > 500 AND title REGEXP ?`,
    ({ filter }) => [filter.title.source],
  ),
  point: each("SELECT * FROM books WHERE number = ?", ({ filter }) => [filter.number]),
  by_id: each("SELECT * FROM reviews WHERE _id = ?", ({ filter }) => [filter._id], review),
  range_sort: each(
    "SELECT * FROM reviews WHERE date >= ? ORDER BY date LIMIT 20",
    ({ filter }) => [filter.date.$gte.getTime()],
    review,
  ),
  multikey: each(
    "SELECT DISTINCT r.* FROM reviews_tags t JOIN reviews r ON r._id = t.review WHERE t.tag = ? AND r.up = 500",
    ({ filter }) => [filter.tags],
    review,
  ),
  inc: change(["UPDATE books SET pages = pages + 1 WHERE number = ?"], ({ filter }) => [[filter.number]]),
  push: change(
    ["UPDATE reviews SET tags = json_insert(tags, '$[#]', ?) WHERE _id = ?", "INSERT INTO reviews_tags VALUES (?, ?)"],
    ({ filter, change }) => [
      [change.$push.tags, filter._id],
      [filter._id, change.$push.tags],
    ],
  ),
  group_few: each(
    "SELECT language AS _id, count(*) AS count, sum(up) AS votes, max(rating) AS best FROM reviews WHERE rating >= 2 GROUP BY language",
    () => [],
  ),
  group_many: each(
    "SELECT book AS _id, count(*) AS count, avg(rating) AS rating FROM reviews WHERE rating >= 2 GROUP BY book",
    () => [],
  ),
  unwind: each(
    `SELECT tag AS _id, count(*) AS count, sum(up) AS votes FROM reviews_tags JOIN reviews ON reviews._id = review
     GROUP BY tag ORDER BY count DESC, tag`,
    () => [],
  ),
  top: each("SELECT * FROM reviews ORDER BY up DESC, _id LIMIT 20", () => [], review),
  return: each("SELECT * FROM reviews WHERE _id < ?", ({ filter }) => [filter._id.$lt], review),
  lookup: each("SELECT _id, (SELECT count(*) FROM reviews WHERE book = books.number) AS count FROM books", () => []),
  check: (db, [{ find, filter }]) =>
    find === "books"
      ? each("SELECT * FROM books WHERE number < ?", () => [filter.number.$lt])(db, [0])
      : each(
          "SELECT * FROM reviews WHERE rating = ? AND language = ?",
          () => [filter.rating, filter.language],
          review,
        )(db, [0]),
  insert: (db, [{ insert, documents }]) => {
    insertReviews(db, insert, documents);
    return [documents.length];
  },
};

export function compile(db, workload, sizes) {
  const run = workloads[workload.id];
  const operations = workload.operations(sizes);
  return run && (() => run(db, operations));
}

export function memory(db) {
  const [
    {
      values: [[bytes]],
    },
  ] = db.exec("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
  return bytes;
}
