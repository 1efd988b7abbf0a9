// Covers that readers upload in the twelve months from November 2012 on, 12,000 at scale 1; three in a hundred are known.

const MONTHS = Array.from({ length: 13 }, (_, i) => Date.UTC(2012, 10 + i, 1));
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
// All files of a kind begin alike.
const BEGINNINGS = ["iVBORw0KGgoAAAANSUhEUgAAA", "/9j/4AAQSkZJRgABAQEASABIA", "R0lGODlhAQABAIAAAP///wAAA"];

function image(rng) {
  return rng.pick(BEGINNINGS) + Array.from({ length: rng.int(30, 50) }, () => DIGITS[rng.int(0, 63)]).join("");
}

function rows(rng, scale) {
  const count = Math.max(12, Math.round(12_000 * scale));
  const books = Array.from({ length: Math.max(6, Math.round(count / 4)) }, (_, i) => ({
    _id: i % 7 === 3 ? `b.${i}` : i,
    title: rng.pick(["Zoë's $1", "O'Neil", "a.b", rng.text(3)]),
  }));
  const known = [];
  const uploads = Array.from({ length: count }, (_, i) => {
    const month = Math.floor((i * 12) / count);
    const data = known.length > 0 && rng() < 0.03 ? rng.pick(known) : image(rng);
    known.push(data);
    return { book: rng.pick(books)._id, data, at: rng.date(MONTHS[month], MONTHS[month + 1]) };
  });
  return { books, uploads: uploads.sort((a, b) => a.at - b.at) };
}
