// Products with properties that suppliers name and fill as they like: mean 6 of 120 names, few of them common.

const NAMES = [
  "available", "color", "weight", "trim", "capacity", "made", "width", "cache", "a.b", "$1", "k", "v", "_id", "Color",
  "a", "b", "o'clock", "größe", "__proto__", "constructor", "a%2eb", "attrs", "x.$y", "two words", "title", 'in "use"',
];
const COLORS = ["red", "silver", "blue", "Red", "RED", "", "$red", "zinc"];
const DAYS = ["2009-12-31", "2010-01-01", "2010-01-02", "2011-06-15", "2012-02-29", "2012-10-14"];

// What a supplier enters under a name; some cannot agree on a type.
function value(rng, name, at) {
  switch (name) {
    case "available":
      return rng() < 0.55;
    case "color":
    case "trim":
      return rng.pick(COLORS);
    case "capacity":
      return rng.pick([5, "5", "5 GB", 50, 0, 4.5, "50"]);
    case "cache":
      return rng.pick([0, "", false, 8, 16, "0"]);
    case "made":
      return new Date(`${rng.pick(DAYS)}T00:00:00Z`);
    case "weight":
      return rng() < 0.2 ? `${rng.int(1, 9)} kg` : rng.int(0, 400) / 2;
    default:
      return [rng.int(-20, 120), `v${rng.int(1, 30)}`, rng() < 0.5, rng.int(0, 90) / 10][at % 4];
  }
}

function rows(rng, scale) {
  const count = Math.max(12, Math.round(3000 * scale));
  const names = Array.from({ length: 120 }, (_, i) => NAMES[i] ?? `property${i}`);
  const products = Array.from({ length: count }, (_, i) => {
    const own = new Map();
    // The product of a random number of this kind is often small: the first names are common.
    for (let n = rng.int(2, 11); n > 0; n--) {
      const at = Math.floor(120 * rng() ** 2.6);
      own.set(names[at], value(rng, names[at], at));
    }
    const _id = i % 7 === 3 ? `p-${i}` : i % 11 === 5 ? `${i - 1}` : i;
    return { _id, title: `${rng.text(2)} ${i}`, attrs: Object.fromEntries(own) };
  });
  products[0].attrs = { color: "red", trim: "silver", weight: 20 };
  products[1].attrs = { color: "silver", trim: "red", weight: "20" };
  products[2].attrs = {};
  return { products };
}
