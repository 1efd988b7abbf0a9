// fails: served
// says: was deactivated is null
// from: c-ads-apart.js
// Finds the highest bid, then the ads with it: between the two finds they may go.

function chooseAd(db, site, zone, draw) {
  const best = db.ads.findOne({ site, zone }, null, { sort: { ecpm: -1 } });
  if (!best) return null;
  const ties = db.ads.find({ site, zone, ecpm: best.ecpm }).sort({ unit: 1 }).toArray();
  return ties[Math.floor(draw * ties.length)] ?? null;
}
