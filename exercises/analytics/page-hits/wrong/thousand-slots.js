// Draws a thousand slots at most: the minutes of two days are more.
// fails: history
// says: has 1000 elements
// from: also-minute-documents.js

function chart(db, page, unit, from, to) {
  const found = new Map();
  db.minutes.find({ page, at: { $gte: from, $lt: to } }).forEach(({ at, hits }) => {
    const slot = cut(at, SIZES[unit]).getTime();
    found.set(slot, (found.get(slot) ?? 0) + hits);
  });
  return Array.from({ length: Math.min(1000, (to - from) / SIZES[unit]) }, (_, i) => {
    const at = new Date(from.getTime() + i * SIZES[unit]);
    return { at, hits: found.get(at.getTime()) ?? 0 };
  });
}
