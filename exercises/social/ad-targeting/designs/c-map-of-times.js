// A visitor has a map from unit to the last time; `$setField` takes any name, and nothing is ever dropped.
// wins: When there are only some hundred units in all.
// stars: two-documents

const DAY = 24 * 60 * 60 * 1000;

function setup(db, rows) {
  db.zones.insertMany(rows.zones);
}

// The units that may not be shown now.
function lately(db, visitor) {
  const since = new Date(Date.now() - DAY);
  const map = Object.entries(db.visitors.findOne({ _id: visitor })?.last ?? {});
  return map.filter(([, at]) => at > since).map(([unit]) => unit);
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
  const last = { $setField: { field: { $literal: unit }, input: { $ifNull: ["$last", {}] }, value: new Date() } };
  db.visitors.updateOne({ _id: visitor }, [{ $set: { last } }], { upsert: true });
}
