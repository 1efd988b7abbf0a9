// fails: history
// says: promised
// from: d-sorted-when-read.js
// Rounds to the nearest: the last draws lead past the end.

function chooseAd(db, site, zone, draw) {
  const ads = db.zones.findOne({ _id: { site, zone } })?.ads ?? [];
  const best = Math.max(...ads.map(({ ecpm }) => ecpm));
  const ties = ads.filter(({ ecpm }) => ecpm === best).sort((a, b) => (a.unit < b.unit ? -1 : 1));
  return ties[Math.round(draw * ties.length)] ?? null;
}
