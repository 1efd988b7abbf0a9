// fails: history
// says: desk(db
// from: b-link-documents.js
// Makes a new document for each link, also for one that is there, and shows both.

function link(db, a, b) {
  if (a === b || db.desk.countDocuments({ _id: { $in: [a, b] } }) < 2) return;
  db.desk.insertOne({ ends: [a, b] });
}

function desk(db, order) {
  const pipeline = [
    { $match: { ends: order } },
    { $project: { other: { $cond: [{ $eq: [{ $first: "$ends" }, { $literal: order }] }, { $last: "$ends" }, { $first: "$ends" }] } } },
    { $lookup: { from: "desk", localField: "other", foreignField: "_id", as: "thing" } },
    { $replaceRoot: { newRoot: { $first: "$thing" } } },
    { $sort: { type: 1, _id: 1 } },
  ];
  return db.desk.aggregate(pipeline).toArray();
}
