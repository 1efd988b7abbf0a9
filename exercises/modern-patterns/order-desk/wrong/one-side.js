// fails: history
// says: promised
// from: a-links-on-both-sides.js
// Stores a link on one side: the other one does not see it.

function setup(db, rows) {
  const links = new Map(rows.things.map(({ _id }) => [_id, new Set([_id])]));
  for (const { a, b } of rows.links) {
    links.get(a).add(b);
  }
  db.things.createIndex({ links: 1, type: 1, date: -1, _id: 1 });
  db.things.insertMany(rows.things.map((thing) => ({ ...thing, links: [...links.get(thing._id)] })));
}
