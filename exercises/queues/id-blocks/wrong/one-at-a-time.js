// fails: few-trips
// says: 50 numbers took 50 round trips
// Asks for each number separately.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  return Array.from({ length: n }, () => {
    const options = { upsert: true, returnDocument: "after" };
    return db.counters.findOneAndUpdate({ _id: name }, { $inc: { last: 1 } }, options).last;
  });
}
