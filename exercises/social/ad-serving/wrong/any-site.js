// fails: history
// says: campaign` is
// from: c-ads-apart.js
// Looks for the zone's name and forgets the site.

function chooseAd(db, site, zone, draw) {
  const best = db.ads.findOne({ zone }, null, { sort: { ecpm: -1 } });
  if (!best) return null;
  const ties = db.ads.find({ zone, ecpm: best.ecpm }).sort({ unit: 1 }).toArray();
  return ties[Math.floor(draw * ties.length)] ?? null;
}
