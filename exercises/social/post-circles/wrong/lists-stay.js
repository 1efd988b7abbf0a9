// fails: history
// says: promised
// from: b-permitted-members.js
// Changes the circle, and leaves the lists in old posts as they were.

function setCircle(db, author, circle, member, on) {
  db.members.updateOne({ _id: author }, { [on ? "$addToSet" : "$pull"]: { circles: { circle, member } }, $inc: { version: 1 } });
}
