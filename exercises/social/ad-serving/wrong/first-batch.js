// fails: history
// says: unit` is
// from: e-index-answers.js
// Reads the sixteen best and chooses among them, however many share the bid.

function chooseAd(db, site, zone, draw) {
  const ads = db.ads.find({ site, zone }, { _id: 0, ecpm: 1, unit: 1, campaign: 1 }).sort({ ecpm: -1, unit: 1 }).limit(16).toArray();
  const ties = ads.filter(({ ecpm }) => ecpm === ads[0].ecpm);
  return ties[Math.floor(draw * ties.length)] ?? null;
}
