// fails: history
// says: the right elements in another order
// from: b-impressions-expire.js
// Orders units of one score as a dictionary does, where the bytes decide.

function chooseAds(db, zone, visitor, keywords, n) {
  const found = db.zones.findOne({ _id: zone });
  const capped = new Set(lately(db, visitor));
  const score = (ad) => ad.ecpm * Math.log(1.1 + new Set(keywords.filter((word) => ad.keywords.includes(word))).size);
  const ads = (found?.ads ?? []).filter(({ unit }) => !capped.has(unit)).map((ad) => ({ unit: ad.unit, score: score(ad) }));
  ads.sort((a, b) => b.score - a.score || a.unit.localeCompare(b.unit));
  return ads.slice(0, n).map(({ unit }) => unit);
}
