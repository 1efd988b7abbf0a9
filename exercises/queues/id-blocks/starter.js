// Loaders need ascending numbers, fifty at a time, and never the same one twice.

function setup(db, rows) {
  // rows.counters: [{ name, last }], the last number given away so far
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

// n numbers that nobody else gets
function nextIds(db, name, n) {
  return [];
}

// Run shows which numbers a loader gets.
nextIds(db, "orders", 3);
