// fails: popular
// says: documents
// from: c-readers-in-feed.js
// Ranks by the length of the list, which no index knows.

function popular(db, n) {
  return db.feeds.aggregate([
    { $project: { _id: 0, url: "$_id", name: 1, subscribers: { $size: "$readers" } } },
    { $match: { subscribers: { $gt: 0 } } },
    { $sort: { subscribers: -1, url: 1 } },
    { $limit: n },
  ]);
}
