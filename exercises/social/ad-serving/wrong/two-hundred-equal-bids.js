// fails: history
// says: unit` is
// from: c-ads-apart.js
// Takes two hundred ads of the highest bid, and draws among these.

function chooseAd(db, site, zone, draw) {
  const best = db.ads.findOne({ site, zone }, null, { sort: { ecpm: -1 } });
  if (!best) return null;
  const ties = db.ads.find({ site, zone, ecpm: best.ecpm }).sort({ unit: 1 }).limit(200).toArray();
  return ties[Math.floor(draw * ties.length)] ?? null;
}
