// Twenty accounts at scale 1 with some money each, in cents.

const ODD = ["o'neil", "anna.k", "$ave", "zoë", "李雷"];

function rows(rng, scale) {
  const count = Math.max(5, Math.round(20 * scale));
  const names = [...ODD];
  while (names.length < count) names.push(`account${names.length}`);
  return { accounts: rng.shuffle(names).map((_id) => ({ _id, balance: rng.int(20, 200) * 10 })) };
}
