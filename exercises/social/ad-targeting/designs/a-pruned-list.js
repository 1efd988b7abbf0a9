// A visitor has a list of what they saw within 24 hours; one pipeline update drops the old and appends the new.
// wins: When choices are made more often than ads are shown, or the lists are short.
// stars: two-documents, bounded

const DAY = 24 * 60 * 60 * 1000;

function setup(db, rows) {
  db.zones.insertMany(rows.zones);
}

// The units that may not be shown now.
function lately(db, visitor) {
  const since = new Date(Date.now() - DAY);
  const list = db.visitors.findOne({ _id: visitor })?.seen ?? [];
  return list.filter(({ at }) => at > since).map(({ unit }) => unit);
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
  const since = new Date(Date.now() - DAY);
  const recent = { $filter: { input: { $ifNull: ["$seen", []] }, as: "one", cond: { $gt: ["$$one.at", since] } } };
  const added = [{ unit: { $literal: unit }, at: new Date() }];
  db.visitors.updateOne({ _id: visitor }, [{ $set: { seen: { $concatArrays: [recent, added] } } }], { upsert: true });
}
