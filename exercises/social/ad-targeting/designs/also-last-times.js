// A document for each visitor and unit with the last time, renewed by an upsert; the server ranks the ads.
// wins: It has no advantage over one document for each impression.
// stars: bounded, light-write

function setup(db, rows) {
  db.ads.insertMany(rows.zones.flatMap(({ _id, ads }) => ads.map((ad) => ({ zone: _id, ...ad }))));
  db.ads.createIndex({ zone: 1 });
  db.last.createIndex({ at: 1 }, { expireAfterSeconds: 24 * 60 * 60 });
  db.last.createIndex({ "_id.visitor": 1 });
}

function chooseAds(db, zone, visitor, keywords, n) {
  const limit = new Date(new Date() - 24 * 60 * 60 * 1000);
  const hidden = db.last.find({ "_id.visitor": visitor, at: { $gt: limit } }).toArray().map((one) => one._id.unit);
  const matches = { $size: { $setIntersection: ["$keywords", { $literal: keywords }] } };
  return db.ads
    .aggregate([
      { $match: { zone, unit: { $nin: hidden } } },
      { $set: { score: { $multiply: ["$ecpm", { $ln: { $add: [1.1, matches] } }] } } },
      { $sort: { score: -1, unit: 1 } },
      { $limit: n },
    ])
    .toArray()
    .map(({ unit }) => unit);
}

function seen(db, visitor, unit) {
  db.last.updateOne({ _id: { visitor, unit } }, { $set: { at: new Date() } }, { upsert: true });
}
