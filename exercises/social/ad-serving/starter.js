// Zones as they come. Each call searches for the best ad.

function setup(db, rows) {
  db.zones.insertMany(rows.zones);
}

// { campaign, unit } of the ad with the highest bid, null if there is none
function chooseAd(db, site, zone, draw) {
  const { ads } = db.zones.findOne({ site, zone });
  ads.sort((a, b) => b.ecpm - a.ecpm);
  return ads[0];
}

// ad: { campaign, unit, ecpm }; false if the zone has that unit
function addAd(db, site, zone, ad) {
  return false;
}

// takes a campaign's ads out of all zones; true if there was one
function deactivate(db, campaign) {
  return false;
}

// Run shows the best ad of a zone.
chooseAd(db, "news.example", "top", 0.5);
