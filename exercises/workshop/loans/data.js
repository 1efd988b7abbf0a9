// Requests to borrow a book: few priorities, so many ties; made at distinct minutes, listed in no order.

const NAMES = ["ada", "bruno", "chen", "dora", "emil", "fatima", "goran", "hana", "ivo", "june"];
const ODD = ["o'neil", "anna.k", "$ave", "zoë", "李雷", 'said "hi"'];

function rows(rng, scale) {
  const count = Math.max(1, Math.round(200 * scale));
  const bookCount = 60;
  const borrowers = [...ODD];
  for (let i = 0; i < Math.max(10, count); i++) borrowers.push(`${NAMES[i % NAMES.length]}${i}`);

  const pairs = new Set();
  while (pairs.size < count) pairs.add(JSON.stringify([rng.pick(borrowers), rng.int(1, bookCount)]));

  let minute = new Date("2012-10-01T08:00:00Z").getTime();
  const requests = [...pairs].map((pair) => {
    const [borrower, book] = JSON.parse(pair);
    minute += rng.int(1, 20) * 60_000;
    return { borrower, book, priority: rng.int(1, 5), created: new Date(minute) };
  });

  return {
    books: Array.from({ length: bookCount }, (_, i) => ({ _id: i + 1, title: `Volume ${i + 1}` })),
    requests: rng.shuffle(requests),
  };
}
