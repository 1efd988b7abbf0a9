// A collection for each year. Nothing ever moves: the default page asks the years that it needs.
// wins: When whole years are set aside, dropped or backed up, and few calls know nothing but an order's number.
// stars: lean-hot, steady, by-the-box

const yearOf = (date) => `orders${date.getUTCFullYear()}`;

function setup(db, rows) {
  const years = new Map();
  for (const order of rows.orders) years.set(yearOf(order.date), [...(years.get(yearOf(order.date)) ?? []), order]);
  for (const [year, orders] of years) {
    db.getCollection(year).createIndex({ customer: 1, date: -1, _id: 1 });
    db.getCollection(year).insertMany(orders);
  }
}

// Midnight of this day, two years ago.
function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

const allYears = (db) => db.getCollectionNames().filter((name) => name.startsWith("orders")).sort().reverse();

// The orders of these years that match, in one trip.
function find(db, years, filter) {
  if (years.length === 0) return [];
  const [first, ...others] = years;
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: [{ $match: filter }] } }));
  return db.getCollection(first).aggregate([{ $match: filter }, ...unions, { $sort: { date: -1, _id: 1 } }]).toArray();
}

function order(db, id) {
  return find(db, allYears(db), { _id: id })[0] ?? null;
}

function ordersOf(db, customer, all) {
  if (all) return find(db, allYears(db), { customer });
  const since = limit();
  const years = allYears(db).filter((year) => year >= yearOf(since));
  return find(db, years, { customer, date: { $gte: since } });
}

function setState(db, id, state) {
  const found = order(db, id);
  if (!found) return false;
  return db.getCollection(yearOf(found.date)).updateOne({ _id: id }, { $set: { state } }).matchedCount === 1;
}

function archive(db) {
  // The names of the collections say what is old.
}
