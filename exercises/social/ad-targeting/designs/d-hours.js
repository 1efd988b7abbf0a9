// A bucket for each visitor and hour, which expires a day after its hour has ended.
// wins: When impressions are also counted by the hour.
// stars: bounded

const HOUR = 60 * 60 * 1000;

function setup(db, rows) {
  db.zones.insertMany(rows.zones);
  db.hours.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
  db.hours.createIndex({ visitor: 1, hour: 1 }, { unique: true });
}

const hourOf = (time) => Math.floor(time / HOUR);

// The units that may not be shown now.
function lately(db, visitor) {
  const since = Date.now() - 24 * HOUR;
  const buckets = db.hours.find({ visitor, hour: { $gte: hourOf(since) } }).toArray();
  return buckets.flatMap(({ seen }) => seen).filter(({ at }) => at.getTime() > since).map(({ unit }) => unit);
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
  const hour = hourOf(Date.now());
  const until = new Date((hour + 25) * HOUR);
  db.hours.updateOne({ visitor, hour }, { $push: { seen: { unit, at: new Date() } }, $setOnInsert: { until } }, { upsert: true });
}
