// fails: history
// says: promised
// from: a-pruned-list.js
// Chooses the best n and then drops those that were seen: fewer than n are left.

function chooseAds(db, zone, visitor, keywords, n) {
  const found = db.zones.findOne({ _id: zone });
  const capped = new Set(lately(db, visitor));
  const score = (ad) => ad.ecpm * Math.log(1.1 + new Set(keywords.filter((word) => ad.keywords.includes(word))).size);
  const ads = (found?.ads ?? []).map((ad) => ({ unit: ad.unit, score: score(ad) }));
  ads.sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1));
  return ads.slice(0, n).map(({ unit }) => unit).filter((unit) => !capped.has(unit));
}
