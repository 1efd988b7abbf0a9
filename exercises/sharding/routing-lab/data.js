// Books of few large and many small publishers, 400 at scale 1.

const PUBLISHERS = ["Scribner", "O'Neil", "a.b", "$1", "Zoë", "scribner", "__proto__", "Press & Co", "", "Scribner 2"];

function rows(rng, scale) {
  const count = Math.max(20, Math.round(400 * scale));
  const books = Array.from({ length: count }, (_, i) => {
    const at = Math.floor(30 * rng() ** 2);
    return {
      _id: i % 7 === 3 ? `${i - 1}` : i % 11 === 5 ? `b.${i}` : i,
      publisher: PUBLISHERS[at] ?? `House ${at}`,
      isbn: i % 13 === 4 ? `978-${i - 1}-$` : `978-${i}`,
      title: rng.pick(["The $1 Book", "O'Neil", rng.text(3)]),
      subjects: [`subject ${rng.int(0, 9)}`, rng.pick(["a.b", "1920s"])],
    };
  });
  return { books };
}
