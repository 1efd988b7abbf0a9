// Products in categories. One category holds three in five of them, most hold a few, one none.

const CATEGORIES = [
  ["sale", "Sale"], [7, "Gifts"], ["7", "Gifts"], ["a.b", "A.B"], ["$new", "$new"], ["__proto__", "__proto__"], ["Sale", "sale"], ["empty", "Empty"],
];
const IDS = ["9", "p.1", "$p", "__proto__", "P1", "p1", "two words"];

function rows(rng, scale) {
  const count = Math.max(24, Math.round(500 * scale));
  const categories = Array.from({ length: 40 }, (_, i) => {
    const [_id, name] = CATEGORIES[i] ?? [i, `${rng.text(1).replace(".", "")} ${i}`];
    return { _id, name };
  });
  const usual = categories.filter(({ _id }) => _id !== "sale" && _id !== "empty").map(({ _id }) => _id);
  const products = Array.from({ length: count }, (_, i) => {
    const own = rng.shuffle(usual).slice(0, i === 0 ? 2 : rng.int(1, 3));
    const onSale = i === 0 || rng() < 0.6;
    const word = rng.text(1).replace(".", "");
    // One in eight has a title of others, and a few something that sorts oddly.
    const title = rng() < 0.12 ? rng.pick(["Lamp", "lamp", "$lamp", "Lámpara", "Lamp ", ""]) : `${rng() < 0.5 ? word : word.toLowerCase()} ${rng.int(1, 4 * count)}`;
    return { _id: (i % 3 === 1 && IDS[(i - 1) / 3]) || i + 1, title, categories: rng.shuffle(onSale ? ["sale", ...own] : own) };
  });
  return { products, categories };
}
