// People with gold, and things of three shopkeepers, nine in ten of them of one. Scale 1 has 60 people and 150 things.

const PEOPLE = ["keeper", "a.smith", "$mage", "ann", "bob", "a.b", "$p", "Ann", "__proto__", "zoë", "o'neil"];
const GOLD = { keeper: 500, "a.smith": 0, $mage: 7, ann: 50, bob: 130, "a.b": 0, $p: 49 };
const THINGS = ["lamp", "sword", "rope", "a.b", "$key", "__proto__", "Lamp", "ring"];
const PRICES = [50, 80, 20, 50, 1, 30, 50, 130];

function rows(rng, scale) {
  const count = (most, least) => Math.max(least, Math.round(most * scale));
  const people = Array.from({ length: count(60, 24) }, (_, i) => {
    const _id = PEOPLE[i] ?? `player ${i}`;
    return { _id, gold: Object.hasOwn(GOLD, _id) ? GOLD[_id] : rng.int(100, 400) };
  });
  const things = Array.from({ length: count(150, 36) }, (_, i) => ({
    _id: THINGS[i] ?? `thing ${i}`,
    owner: i === 3 || (i > 7 && rng() < 0.05) ? "a.smith" : i > 7 && rng() < 0.05 ? "$mage" : "keeper",
    price: PRICES[i] ?? rng.int(1, 40),
  }));
  return { people, things };
}
