// fails: history
// says: returned null, promised
// from: c-ads-apart.js
// Takes an ad with a bid of 0 for none.

function chooseAd(db, site, zone, draw) {
  for (;;) {
    const best = db.ads.findOne({ site, zone }, null, { sort: { ecpm: -1 } });
    if (!best?.ecpm) return null;
    const ties = db.ads.find({ site, zone, ecpm: best.ecpm }).sort({ unit: 1 }).toArray();
    if (ties.length > 0) return ties[Math.floor(draw * ties.length)];
  }
}
