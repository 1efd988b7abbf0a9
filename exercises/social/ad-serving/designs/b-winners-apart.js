// Beside each zone with all its ads, a small document has those with the highest bid; it is made anew after each change.
// wins: When zones have many ads and a change may cost a second write.
// stars: latency, lean

function setup(db, rows) {
  db.zones.createIndex({ "ads.campaign": 1 });
  db.zones.insertMany(rows.zones.map(({ site, zone, ads }) => ({ _id: { site, zone }, ads })));
  refresh(db, {});
}

// Writes the winners of the zones anew, from the zones themselves.
function refresh(db, filter) {
  const best = { $filter: { input: "$ads", cond: { $eq: ["$$this.ecpm", "$best"] } } };
  db.zones.aggregate([
    { $match: filter },
    { $set: { best: { $max: "$ads.ecpm" } } },
    { $project: { ads: { $sortArray: { input: best, sortBy: { unit: 1 } } } } },
    { $merge: { into: "winners", whenMatched: "replace" } },
  ]).toArray();
}

function chooseAd(db, site, zone, draw) {
  const ties = db.winners.findOne({ _id: { site, zone } })?.ads ?? [];
  return ties[Math.floor(draw * ties.length)] ?? null;
}

function addAd(db, site, zone, ad) {
  let added = true;
  const put = (options) => db.zones.updateOne({ _id: { site, zone }, "ads.unit": { $ne: ad.unit } }, { $push: { ads: ad } }, options);
  try {
    put({ upsert: true });
  } catch (error) {
    if (error.code !== 11000) throw error;
    // The unit is there, or another client has just begun the zone.
    added = put({}).modifiedCount === 1;
  }
  // Also when the unit is there: an earlier call may have been cut off at this point.
  refresh(db, { _id: { site, zone } });
  return added;
}

function deactivate(db, campaign) {
  const { modifiedCount } = db.zones.updateMany({ "ads.campaign": campaign }, { $pull: { ads: { campaign } } });
  refresh(db, {});
  return modifiedCount > 0;
}
