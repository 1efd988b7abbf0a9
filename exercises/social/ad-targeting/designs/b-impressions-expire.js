// A document for each impression, which a TTL index deletes after 24 hours; the query asks for the time itself.
// wins: When impressions are as frequent as choices, and a visitor sees hundreds.
// stars: bounded, light-write

const DAY = 24 * 60 * 60 * 1000;

function setup(db, rows) {
  db.zones.insertMany(rows.zones);
  db.impressions.createIndex({ at: 1 }, { expireAfterSeconds: DAY / 1000 });
  db.impressions.createIndex({ visitor: 1, at: 1 });
}

// The units that may not be shown now; the server deletes old documents up to a minute late.
function lately(db, visitor) {
  const since = new Date(Date.now() - DAY);
  return db.impressions.find({ visitor, at: { $gt: since } }).toArray().map(({ unit }) => unit);
}

function chooseAds(db, zone, visitor, keywords, n) {
  const found = db.zones.findOne({ _id: zone });
  const capped = new Set(lately(db, visitor));
  const score = (ad) => ad.ecpm * Math.log(1.1 + new Set(keywords.filter((word) => ad.keywords.includes(word))).size);
  const ads = (found?.ads ?? []).filter(({ unit }) => !capped.has(unit)).map((ad) => ({ unit: ad.unit, score: score(ad) }));
  ads.sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1));
  return ads.slice(0, n).map(({ unit }) => unit);
}

function seen(db, visitor, unit) {
  db.impressions.insertOne({ visitor, unit, at: new Date() });
}
