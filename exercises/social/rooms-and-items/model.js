// Where each player and each item is: an item in a room or with a player.

const copy = (list) => [...list].sort((a, b) => (a < b ? -1 : 1));
const playerOf = (g, state) => (g.chance(0.05) ? "nobody" : g.hot(["ann", "bob", "a.b", "__proto__", ...state.players.keys()]));

/** An item that the player may well see, or any other. */
function itemOf(g, { players, items }, player) {
  const here = [...items].filter(([, { room }]) => room !== null && room === players.get(player)).map(([id]) => id);
  return here.length > 0 && g.chance(0.7) ? g.hot(here) : g.chance(0.1) ? "nothing" : g.hot(["lamp", "rope", ...items.keys()]);
}

/** An exit of the player's room, often one that the next rooms have, too: another move may come first. */
function exitOf(g, { rooms, players }, player) {
  const exits = rooms.get(players.get(player)) ?? {};
  const names = Object.keys(exits);
  const lasting = names.filter((name) => names.some((other) => Object.hasOwn(rooms.get(exits[other]), name)));
  if (lasting.length > 0 && g.chance(0.4)) return g.hot(lasting);
  return names.length > 0 && g.chance(0.7) ? g.hot(names) : g.pick(["n", "s", "e", "w", "n.e", "constructor", "__proto__", "$up"]);
}

model({
  scale: 0.08,
  recover: "repair",
  recoverAfter: { seconds: 61 },
  start: ({ rooms, players, items }) => ({
    rooms: new Map(rooms.map(({ _id, exits }) => [_id, exits])),
    players: new Map(players.map(({ _id, room }) => [_id, room])),
    items: new Map(items.map(({ _id, room }) => [_id, { room, holder: null }])),
  }),
  calls: {
    pickUp: {
      weight: 3,
      while: ["pickUp", "move", "repair"],
      crash: "repairable",
      args: (g, state) => {
        const player = playerOf(g, state);
        return [player, itemOf(g, state, player)];
      },
      run: ({ players, items }, player, item) => {
        const found = items.get(item);
        if (!players.has(player) || !found || found.room === null || found.room !== players.get(player)) return false;
        items.set(item, { room: null, holder: player });
        return true;
      },
    },
    move: {
      weight: 3,
      while: ["pickUp", "move", "repair"],
      crash: "repairable",
      args: (g, state) => {
        const player = playerOf(g, state);
        return [player, exitOf(g, state, player)];
      },
      run: ({ rooms, players }, player, exit) => {
        const exits = rooms.get(players.get(player)) ?? {};
        const to = Object.hasOwn(exits, exit) ? exits[exit] : null;
        if (to !== null) players.set(player, to);
        return to;
      },
    },
    view: {
      reads: true,
      while: [],
      args: (g, state) => [playerOf(g, state)],
      run: ({ rooms, players, items }, player) => {
        const room = players.get(player);
        if (room === undefined) return null;
        const having = (fits) => copy([...items].filter(([, item]) => fits(item)).map(([id]) => id));
        const there = copy([...players].filter(([, at]) => at === room).map(([id]) => id));
        return { room, exits: rooms.get(room), players: there, items: having((item) => item.room === room), carrying: having(({ holder }) => holder === player) };
      },
    },
    repair: { args: () => [], run: () => undefined, while: ["pickUp", "move", "repair"], crash: "repairable", silent: true },
  },
  clock: [{ seconds: 20 }, { seconds: 61 }],
  twins: "a player is known by the `_id`, and so is an item",
  // A room with many players and items, and a player with many things.
  long: {
    rows: ({ rooms, players, items }, n) => ({
      rooms: [...rooms, { _id: "long", exits: {} }],
      players: [...players, ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, room: "long" }))],
      items: [...items, ...Array.from({ length: n }, (_, i) => ({ _id: `coin ${i}`, name: "Coin", room: "long" }))],
    }),
    calls: (state, n) => [
      ["view", "long 0"],
      ...Array.from({ length: 130 }, (_, i) => ["pickUp", "long 0", `coin ${n - 1 - i}`]),
      ["view", "long 0"],
    ],
  },
  observe: ({ players }) => [...players.keys()].map((player) => ["view", player]),
  promises: ["A `view` beside other calls may mix the states of several moments."],
});
