// fails: together
// says: lacks the invoice
// from: a-links-on-both-sides.js
// Reads the list of links and writes it back, over a link that was made meanwhile.

function link(db, a, b) {
  const both = db.things.find({ _id: { $in: [a, b] } }).toArray();
  if (both.length < 2) return;
  for (const { _id, links } of both) {
    const other = _id === a ? b : a;
    if (!links.includes(other)) db.things.updateOne({ _id }, { $set: { links: [...links, other] } });
  }
}
