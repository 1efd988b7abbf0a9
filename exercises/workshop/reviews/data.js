// A small library: readers, books, and the reviews that readers wrote over 24 months.
// Popularity is skewed: item of rank r occurs about top / r^s times.

// Halves round to even, so the shipped totals are exact: 5,907 reviews at scale 1.
function nearest(x) {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

const quota = (n, top, s) =>
  Array.from({ length: n }, (_, i) => Math.max(1, nearest(top / (i + 1) ** s)));

const FIRST = ["ada", "bruno", "chen", "dora", "emil", "fatima", "goran", "hana", "ivo", "june"];
const ODD = ["o'neil", "anna.k", "$ave", "zoë", "李雷", 'said "hi"', "bob-marley", "a b"];

function userNames(rng, count) {
  const names = ODD.slice(0, Math.min(ODD.length, count));
  while (names.length < count) names.push(`${FIRST[names.length % FIRST.length]}${names.length}`);
  return rng.shuffle(names);
}

// Draws distinct users for one book; a busy reader is drawn more often.
function drawReaders(rng, users, cumulative, count) {
  const total = cumulative[cumulative.length - 1];
  const chosen = new Set();
  while (chosen.size < Math.min(count, users.length)) {
    const ticket = rng() * total;
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle] > ticket) high = middle;
      else low = middle + 1;
    }
    chosen.add(users[low]);
  }
  return chosen;
}

function rows(rng, scale) {
  const bookCount = Math.max(5, Math.round(400 * scale));
  const userCount = Math.max(12, Math.round(2000 * scale));
  const users = userNames(rng, userCount);
  let sum = 0;
  const cumulative = quota(userCount, 200, 0.7).map((weight) => (sum += weight));
  const from = new Date("2010-10-01T00:00:00Z");
  const to = new Date("2012-10-01T00:00:00Z");

  const reviews = [];
  quota(bookCount, 900 * scale, 1).forEach((count, index) => {
    for (const user of drawReaders(rng, users, cumulative, count)) {
      reviews.push({
        user,
        book: index + 1,
        rating: rng.int(1, 5),
        text: rng.text(rng.int(24, 80)).slice(0, 480),
        created_at: rng.date(from, to),
      });
    }
  });

  return {
    users: users.map((name) => ({ _id: name })),
    books: Array.from({ length: bookCount }, (_, i) => ({
      _id: i + 1,
      title: `Volume ${i + 1}`,
      author: `Author ${rng.int(1, 300)}`,
    })),
    reviews: rng.shuffle(reviews),
  };
}
