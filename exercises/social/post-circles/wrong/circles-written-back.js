// fails: rival
// says: at the same moment
// from: c-circles-first.js
// Reads the circles, changes them in JavaScript and writes them back.

function setCircle(db, author, circle, member, on) {
  const { circles } = db.members.findOne({ _id: author });
  const others = circles.filter((each) => each.circle !== circle || each.member !== member);
  db.members.updateOne({ _id: author }, { $set: { circles: on ? [...others, { circle, member }] : others } });
}
