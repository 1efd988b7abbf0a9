// Orders of ten years, some of them around the moment two years ago at which they become old. Scale 1 has 6,000; one
// customer has a tenth of them.

const DAY = 86_400_000;
const END = Date.UTC(2012, 9, 15, 12);
const LIMIT = Date.UTC(2010, 9, 15);

function rows(rng, scale) {
  const count = Math.max(24, Math.round(6000 * scale));
  const customers = ["ann", "a.b", "$ann", "O'Neil", "Ann"].concat(Array.from({ length: Math.ceil(count / 25) }, (_, i) => `c${i}`));
  // On the edge of the limit and beside it; the rest is spread over ten years.
  const edges = [LIMIT, LIMIT - 1, LIMIT + 1, LIMIT - DAY, LIMIT + DAY, LIMIT, LIMIT + 12 * 3_600_000, END];
  const dates = Array.from({ length: count }, (_, i) => edges[i] ?? END - rng.int(0, 3652) * DAY - rng.int(0, 23) * 3_600_000);
  const totals = rng.shuffle(Array.from({ length: count }, (_, i) => 1_000_000 + 7 * i));
  const orders = dates.map((date, i) => ({
    customer: i < edges.length || i % 10 === 0 ? "ann" : rng.pick(customers),
    date: new Date(i > 8 && i % 9 === 0 ? dates[i - 1] : date),
    state: rng.pick(["placed", "paid", "sent", "$sent"]),
    total: totals[i],
  }));
  return { orders: rng.shuffle(rng.shuffle(orders).map((order, i) => ({ _id: i + 1, ...order }))) };
}
