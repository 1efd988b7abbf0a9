// 300 authors and 4,000 books at scale 1; many first names occur more than once, some with odd characters.

const FIRST = ["Ada", "Adam", "adèle", "Bruno", "Zoë", "ZOLA", "李雷", "O'Neil", "$ave", "Jean-Luc", "J.R.", "J.R.R.", "Éva", "Anna [Jr]"];
const LAST = ["Smith", "Núñez", "O'Brien", "van Dam", "St. John"];

function rows(rng, scale) {
  const authorCount = Math.max(20, Math.round(300 * scale));
  const bookCount = Math.max(1, Math.round(4000 * scale));
  return {
    authors: Array.from({ length: authorCount }, (_, i) => ({
      _id: i + 1,
      first_name: i < 20 ? FIRST[i % FIRST.length] : rng.pick([...FIRST, `Name${rng.int(1, 40)}`]),
      last_name: rng.pick(LAST),
      biography: rng.text(60),
    })),
    books: Array.from({ length: bookCount }, (_, i) => ({
      _id: i + 1,
      title: `Volume ${i + 1}`,
      // The last author has not written anything yet.
      author: i < authorCount - 1 ? i + 1 : rng.int(1, authorCount - 1),
    })),
  };
}
