// A book has 64 drawers, each a document with a map from the domain's hex digits to its count: short maps, short walks.

const DRAWERS = 64;

function hex(text) {
  return Array.from(text, (char) => char.codePointAt(0).toString(16).padStart(6, "0")).join("");
}

function unhex(digits) {
  return String.fromCodePoint(...digits.match(/.{6}/g).map((six) => parseInt(six, 16)));
}

function drawerOf(book, domain) {
  let n = 7;
  for (const char of domain) n = (n * 31 + char.codePointAt(0)) % 1_000_003;
  return { book, drawer: n % DRAWERS };
}

function setup(db, rows) {
  const drawers = new Map();
  for (const { book, domain } of rows.hits) {
    const _id = drawerOf(book, domain);
    const key = JSON.stringify(_id);
    if (!drawers.has(key)) drawers.set(key, { _id, hits: {} });
    const { hits } = drawers.get(key);
    hits[hex(domain)] = (hits[hex(domain)] ?? 0) + 1;
  }
  if (drawers.size > 0) db.drawers.insertMany([...drawers.values()]);
}

function hit(db, book, domain) {
  db.drawers.updateOne({ _id: drawerOf(book, domain) }, { $inc: { [`hits.${hex(domain)}`]: 1 } }, { upsert: true });
}

function referrers(db, book) {
  const drawers = db.drawers.find({ _id: { $gte: { book, drawer: 0 }, $lt: { book, drawer: DRAWERS } } }).toArray();
  return drawers.flatMap(({ hits }) => Object.entries(hits).map(([key, count]) => ({ domain: unhex(key), count })));
}

function top(db, book, n) {
  return referrers(db, book)
    .sort((a, b) => b.count - a.count)
    .slice(0, n);
}
