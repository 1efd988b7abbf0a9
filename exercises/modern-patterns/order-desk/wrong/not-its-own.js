// fails: history
// says: promised
// from: a-links-on-both-sides.js
// Leaves the own id out of the list: the order is not on its desk.

function setup(db, rows) {
  const links = new Map(rows.things.map(({ _id }) => [_id, new Set()]));
  for (const { a, b } of rows.links) {
    links.get(a).add(b);
    links.get(b).add(a);
  }
  db.things.createIndex({ links: 1, type: 1, date: -1, _id: 1 });
  db.things.insertMany(rows.things.map((thing) => ({ ...thing, links: [...links.get(thing._id)] })));
}
