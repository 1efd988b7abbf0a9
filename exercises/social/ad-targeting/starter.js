// Zones as they come; what a visitor has seen is not recorded yet.

function setup(db, rows) {
  db.zones.insertMany(rows.zones);
}

// units, the best first
function chooseAds(db, zone, visitor, keywords, n) {
  const found = db.zones.findOne({ _id: zone });
  if (!found) return [];
  const score = (ad) => {
    const matches = new Set(keywords.filter((word) => ad.keywords.includes(word))).size;
    return ad.ecpm * Math.log(1.1 + matches);
  };
  const ads = found.ads.map((ad) => ({ unit: ad.unit, score: score(ad) }));
  ads.sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1));
  return ads.slice(0, n).map(({ unit }) => unit);
}

function seen(db, visitor, unit) {
}

// Run chooses three ads.
chooseAds(db, "search", "ann", ["book", "red"], 3);
