// One text says everything about a message, "w", "t|ada" or "d"; one index over it and the age serves every question.

const LEASE = 5 * 60 * 1000;
const TAKEN = { $gte: "t|", $lt: "t}" };

function setup(db, rows) {
  db.createCollection("work", { validator: { s: { $regex: /^(w|d|t\|.*)$/s } } });
  db.work.createIndex({ s: 1, created: 1 });
  db.work.insertMany(rows.messages.map(({ message, created }) => ({ s: "w", created, body: [message] })));
}

function enqueue(db, message) {
  db.work.insertOne({ s: "w", created: new Date(), body: [message] });
}

function take(db, worker) {
  const taken = db.work.findOneAndUpdate(
    { s: "w" },
    [{ $set: { s: { $concat: ["t|", { $literal: worker }] }, until: { $add: ["$$NOW", LEASE] } } }],
    { sort: { created: 1 } },
  );
  return taken && { id: taken._id, message: taken.body[0] };
}

function done(db, id, worker) {
  return db.work.updateOne({ _id: id, s: `t|${worker}` }, { $set: { s: "d" } }).matchedCount === 1;
}

function reap(db) {
  db.work.updateMany({ s: TAKEN, until: { $lt: new Date() } }, { $set: { s: "w" }, $unset: { until: 1 } });
}

function purge(db, olderThan) {
  db.work.deleteMany({ s: "d", created: { $lt: olderThan } });
}

function counts(db) {
  const [found] = db.work
    .aggregate([
      {
        $facet: {
          waiting: [{ $match: { s: "w" } }, { $count: "n" }],
          taken: [{ $match: { s: TAKEN } }, { $count: "n" }],
          done: [{ $match: { s: "d" } }, { $count: "n" }],
        },
      },
    ])
    .toArray();
  return Object.fromEntries(Object.entries(found).map(([state, [count]]) => [state, count?.n ?? 0]));
}
