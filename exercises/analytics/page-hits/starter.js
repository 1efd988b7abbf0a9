// Counts each hit in one document for its page and day. What about minutes and hours?

const DAY = 86_400_000;
const dayOf = (at) => new Date(Math.floor(at / DAY) * DAY);

function setup(db, rows) {
  for (const { page, at } of rows.hits) hit(db, page, at);
}

function hit(db, page, at) {
  db.days.updateOne({ _id: { page, day: dayOf(at) } }, { $inc: { hits: 1 } }, { upsert: true });
}

function chart(db, page, unit, from, to) {
  if (unit !== "day") return [];
  const found = new Map();
  for (const { _id, hits } of db.days.find({ _id: { $gte: { page, day: from }, $lt: { page, day: to } } }).toArray()) {
    found.set(_id.day.getTime(), hits);
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += DAY) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}

function nightly(db) {}

// Run shows a page's chart of three days.
chart(db, "/$1", "day", ISODate("2012-06-14"), ISODate("2012-06-17"));
