// What a character carries, under the names and bonuses that the kinds have now.

const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

// Ids that two clients rarely draw alike.
const IDS = Array.from({ length: 20 }, (_, i) => 121 + i);

const some = (g) => g.hot([0, "hoarder", "1", 1, 2, "nobody", "0"]);
const kindOf = (g) => (g.chance(0.15) ? "no such kind" : g.hot(["sword", "rope", "$bag", 7, "7", "hat.w", "a.b"]));

model({
  scale: 0.02,
  start: (rows) => ({
    kinds: new Map(rows.kinds.map(({ _id, name, bonus }) => [_id, { name, bonus }])),
    characters: new Map(rows.characters.map(({ _id, name, items }) => [_id, { name, items: items.map((item) => ({ ...item })) }])),
  }),
  calls: {
    sheet: {
      reads: true,
      while: ["give"],
      args: (g) => [some(g)],
      run: ({ kinds, characters }, id) => {
        const character = characters.get(id);
        if (!character) return null;
        const sorted = [...character.items].sort((a, b) => a.id - b.id);
        const worn = sorted.filter(({ worn }) => worn !== null).map((item) => [item.worn, label(kinds.get(item.kind))]);
        const pack = sorted.map((item) => ({ id: item.id, label: label(kinds.get(item.kind)), qty: item.qty, inside: item.inside }));
        return { name: character.name, worn: exactly(Object.fromEntries(worn)), pack };
      },
    },
    give: {
      weight: 3,
      while: ["sheet", "give"],
      // Another check covers calls that are cut off and repeated.
      crash: "never",
      args: (g, { characters }) => {
        const id = some(g);
        const own = characters.get(id)?.items ?? [];
        const at = g.chance(0.3) && own.length > 0 ? g.pick(own).id : g.chance(0.5) ? g.int(1, 120) : g.shuffle(IDS)[0];
        const inside = g.chance(0.3) && own.length > 0 ? g.pick(own).id : null;
        const worn = inside === null && g.chance(0.5) ? g.pick(["head", "ring.1", "$belt"]) : null;
        return [id, { id: at, kind: kindOf(g), qty: g.int(1, 9), inside, worn }];
      },
      run: ({ kinds, characters }, id, item) => {
        const own = characters.get(id)?.items;
        if (own && kinds.has(item.kind) && own.every((other) => other.id !== item.id)) own.push(item);
      },
      grows: (g, state, n) => [2, { id: n, kind: n % 2 ? "rope" : 7, qty: n, inside: n % 5 ? null : 1, worn: null }],
    },
    rebalance: {
      while: [],
      crash: "never",
      args: (g) => [kindOf(g), g.int(-2, 3)],
      run: ({ kinds }, kind, bonus) => {
        if (kinds.has(kind)) kinds.get(kind).bonus = bonus;
      },
    },
  },
  // Somebody who carries many items, each of another kind.
  long: {
    rows: ({ kinds, characters }, n) => {
      const many = Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, name: `long ${i}`, bonus: 1 }));
      const items = many.map(({ _id }, i) => ({ id: i + 1, kind: _id, qty: 1, inside: null, worn: null }));
      return { kinds: [...kinds, ...many], characters: [...characters, { _id: "long", name: "Long", items }] };
    },
    calls: (state, n) => [
      ["sheet", "long"],
      ["give", "long", { id: n + 1, kind: `long ${n - 1}`, qty: 1, inside: n, worn: "head" }],
      // Ids that the character has, from the end to the beginning of the pack.
      ...[n, Math.ceil(n / 2), 1].map((id) => ["give", "long", { id, kind: "long 0", qty: 2, inside: null, worn: null }]),
      ["rebalance", `long ${n - 1}`, 2],
      ["sheet", "long"],
    ],
  },
  // Characters and items that are the same text when they are joined.
  twins: {
    rows: ({ kinds, characters }) => ({ kinds, characters: [...characters, ...["twin", "twin1"].map((_id) => ({ _id, name: _id, items: [] }))] }),
    calls: () => {
      const item = (id) => ({ id, kind: "rope", qty: id, inside: null, worn: null });
      return [["give", "twin1", item(2)], ["give", "twin", item(12)], ["give", "twin", item(12)], ["sheet", "twin"], ["sheet", "twin1"]];
    },
  },
  observe: ({ characters }) => [...characters.keys()].map((id) => ["sheet", id]),
  promises: [
    "Sheets and `give` run beside everything, two `rebalance` never at once.",
    "A `give` beside a `rebalance` of its kind may take the old bonus; the next `rebalance` of the kind puts it right.",
    "If a call that was cut off is repeated, everything is right afterwards.",
  ],
});
