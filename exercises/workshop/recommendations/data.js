// Who recommends which book: 7,877 pairs at scale 1, popular books first, and twelve rows that occur twice.

const FIRST = ["ada", "bruno", "chen", "dora", "emil", "fatima", "goran", "hana", "ivo", "june"];
const ODD = ["o'neil", "anna.k", "Anna.K", "$ave", "zoë", "李雷", 'said "hi"', "bob-marley", "a b"];

// Halves round to even, so the totals are exact.
function nearest(x) {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

function rows(rng, scale) {
  const bookCount = Math.max(5, Math.round(400 * scale));
  const userCount = Math.max(12, Math.round(2000 * scale));
  const users = [...ODD];
  while (users.length < userCount) users.push(`${FIRST[users.length % FIRST.length]}${users.length}`);

  const pairs = [];
  for (let rank = 1; scale > 0 && rank <= bookCount; rank++) {
    const count = Math.min(userCount, Math.max(1, nearest((1200 * scale) / rank)));
    // A stride that has no factor in common with the number of users meets each of them once.
    const start = rng.int(0, userCount - 1);
    const stride = coprime(rng.int(1, userCount - 1), userCount);
    for (let i = 0; i < count; i++) pairs.push({ user: users[(start + i * stride) % userCount], book: rank });
  }
  if (pairs.length === 0) pairs.push({ user: users[0], book: bookCount });
  const twice = rng.shuffle([...pairs]).slice(0, 12).map((pair) => ({ ...pair }));

  return {
    users: users.map((name) => ({ _id: name })),
    books: Array.from({ length: bookCount }, (_, i) => ({ _id: i + 1, title: `Volume ${i + 1}` })),
    recommendations: rng.shuffle([...pairs, ...twice]),
  };
}

function coprime(wanted, n) {
  const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));
  let stride = wanted;
  while (gcd(stride, n) !== 1) stride++;
  return stride;
}
