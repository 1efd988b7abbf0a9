// fails: rivals
// says: at the same moment
// from: array.js
// Reads the list, counts in JavaScript and writes it back.

function hit(db, book, domain) {
  const page = db.pages.findOne({ _id: book }) ?? { _id: book, referrers: [] };
  const found = page.referrers.find((entry) => entry.domain === domain);
  if (found) found.count++;
  else page.referrers.push({ domain, count: 1 });
  db.pages.replaceOne({ _id: book }, page, { upsert: true });
}
