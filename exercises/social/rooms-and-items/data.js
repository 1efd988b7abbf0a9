// Rooms, players and items. Scale 1 has 60 rooms, 120 players and 300 items; half of the players are in the market.
// At a scale above 1, half of the items lie there, too.

const ROOMS = ["market", "tavern", "a.b", "$room", "cellar", "o'neil's"];
const PLAYERS = ["ann", "bob", "a.b", "$p", "Ann", "__proto__", "zoë"];
const ITEMS = ["lamp", "rope", "a.b", "$key", "Lamp", "__proto__", "lamp.2"];
const EXITS = ["n", "s", "e", "w"];

function rows(rng, scale) {
  const ids = (known, name, count) => Array.from({ length: Math.max(known.length, Math.round(count * scale)) }, (_, i) => known[i] ?? `${name} ${i}`);
  const places = ids(ROOMS, "room", 60);
  const rooms = places.map((_id, i) => {
    const exits = {};
    for (const exit of EXITS) if (rng() < 0.5) exits[exit] = rng.pick(places);
    if (i === 0) Object.assign(exits, { n: "tavern", s: "market", "n.e": "a.b" });
    if (i === 1) Object.assign(exits, { s: "market", e: "a.b", "n.e": "cellar" });
    if (i === 2) Object.assign(exits, { w: "tavern" });
    return { _id, exits: i === 4 ? {} : exits };
  });
  const players = ids(PLAYERS, "player", 120).map((_id, i) => ({ _id, room: i < 2 || i % 2 === 0 ? "market" : places[i % places.length] }));
  const items = ids(ITEMS, "item", 300).map((_id, i) => ({
    _id,
    name: rng.pick(["an old lamp", "a rope", "a key"]),
    room: ["market", "tavern", "market", "market"][i] ?? (scale > 1 && i % 2 === 0 ? "market" : rng.pick(places)),
  }));
  return { rooms, players, items };
}
