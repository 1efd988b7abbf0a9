// fails: rivals
// says: returned true, promised false
// from: a-sorted-zone.js
// Reads each zone, filters its ads in JavaScript and writes them back.

function deactivate(db, campaign) {
  let found = false;
  for (const { _id, ads } of db.zones.find({ "ads.campaign": campaign }).toArray()) {
    db.zones.updateOne({ _id }, { $set: { ads: ads.filter((ad) => ad.campaign !== campaign) } });
    found = true;
  }
  return found;
}
