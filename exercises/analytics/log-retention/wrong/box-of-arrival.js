// fails: recorded
// says: the events of
// from: daily-collections.js
// A late event goes into the box of today, and is looked for in that of its own day.

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    const boxes = new Map();
    for (const event of events) {
      const name = rule.days ? boxOf(log, Date.now()) : log;
      if (!boxes.has(name)) boxes.set(name, []);
      boxes.get(name).push(event);
    }
    for (const [name, list] of boxes) db.getCollection(name).insertMany(list);
  }
}

function record(db, log, event) {
  const { days } = rules(db).findOne({ _id: log });
  db.getCollection(days ? boxOf(log, Date.now()) : log).insertOne(event);
}
