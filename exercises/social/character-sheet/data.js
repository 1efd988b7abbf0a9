// A game: kinds of things, and characters with what they carry. One of them is a hoarder.
// Scale 1 has 80 kinds, 100 characters with 5 to 60 items, and a hoarder with 2,000.

const KINDS = [
  ["sword", "sword", 1], ["rope", "rope", null], ["hat.w", "wizard's hat", 3], ["$bag", "bag", 0], [7, "potion", null], ["7", "Potion", 2],
  ["chest", "chest of Zoë", 0], ["ring", "ring", -2], ["Sword", "sword", 4], ["a.b", "$cape", -1],
];
const NAMES = ["Ann", "Bob the 2nd", "O'Neil", "$ave", "Zoë", 'Dora "the" Brave', "a.b"];
const PLACES = ["head", "left hand", "right hand", "ring.1", "$belt"];

function items(rng, count, kinds) {
  const list = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    kind: rng.pick(kinds)._id,
    qty: rng() < 0.7 ? 1 : rng.int(2, 40),
    inside: null,
    worn: rng() < 0.15 ? rng.pick(PLACES) : null,
  }));
  // Things are inside each other up to three deep; the later one is in the earlier one.
  const depth = new Map();
  for (const item of list) {
    const outer = rng.pick(list);
    if (item.worn !== null || outer.id >= item.id || (depth.get(outer.id) ?? 0) >= 3 || rng() < 0.4) continue;
    item.inside = outer.id;
    depth.set(item.id, (depth.get(outer.id) ?? 0) + 1);
  }
  return rng.shuffle(list);
}

function rows(rng, scale) {
  const kinds = Array.from({ length: Math.max(14, Math.round(80 * Math.min(1, scale))) }, (_, i) => {
    const [_id, name, bonus] = KINDS[i] ?? [`kind ${i}`, `${rng.text(1).slice(0, -1).toLowerCase()} of ${i}`, rng.pick([null, 0, 1, 2, 3, -1])];
    return { _id, name, bonus };
  });
  const count = Math.max(8, Math.round(100 * scale));
  const characters = Array.from({ length: count }, (_, i) => ({
    _id: i % 9 === 4 ? `${i - 3}` : i % 9 === 7 ? `c.${i}` : i,
    name: i < NAMES.length ? NAMES[i] : `Hero ${i}`,
    items: i === 2 ? [] : items(rng, rng.int(5, 60), kinds),
  }));
  // Ann has two swords, and two things on her head.
  characters[0].items = [
    { id: 3, kind: "rope", qty: 2, inside: 2, worn: null },
    { id: 12, kind: "sword", qty: 1, inside: null, worn: "left hand" },
    { id: 1, kind: "sword", qty: 1, inside: null, worn: "right hand" },
    { id: 2, kind: "$bag", qty: 1, inside: null, worn: null },
    { id: 4, kind: 7, qty: 5, inside: 5, worn: null },
    { id: 5, kind: "$bag", qty: 1, inside: 2, worn: null },
    { id: 9, kind: "hat.w", qty: 1, inside: null, worn: "head" },
    { id: 6, kind: "a.b", qty: 1, inside: null, worn: "head" },
  ];
  characters.push({ _id: "hoarder", name: "Midas", items: items(rng, Math.max(20, Math.round(2000 * scale)), kinds) });
  return { kinds, characters };
}
