// Counters that are in use already, with the last number that each has given away.

function rows(rng, scale) {
  const names = ["orders", "a.b", "$", "d'or", "表"].slice(0, Math.max(1, Math.round(5 * Math.min(1, scale))));
  return { counters: names.map((name) => ({ name, last: rng.int(1, 100_000) })) };
}
