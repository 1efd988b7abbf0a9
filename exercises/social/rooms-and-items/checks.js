// A slow client beside a repair, and costs: what the model cannot express.

const show = (value) => JSON.stringify(value) ?? "nothing";
const sorted = (list) => [...list].sort((a, b) => (a < b ? -1 : 1));

/** Where everybody and everything is. */
function stateOf({ rooms, players, items }) {
  return {
    rooms: new Map(rooms.map(({ _id, exits }) => [_id, exits])),
    players: new Map(players.map(({ _id, room }) => [_id, room])),
    items: new Map(items.map(({ _id, room }) => [_id, { room, holder: null }])),
  };
}

const copied = ({ rooms, players, items }) => ({ rooms, players: new Map(players), items: new Map(items) });

function taken(state, player, item) {
  const after = copied(state);
  after.items.set(item, { room: null, holder: player });
  return after;
}

function moved(state, player, exit) {
  const after = copied(state);
  after.players.set(player, state.rooms.get(state.players.get(player))[exit]);
  return after;
}

function viewIn({ players, items }, player) {
  const room = players.get(player);
  const having = (fits) => sorted([...items].filter(([, item]) => fits(item)).map(([id]) => id));
  return {
    room,
    players: sorted([...players].filter(([, at]) => at === room).map(([id]) => id)),
    items: having((item) => item.room === room),
    carrying: having(({ holder }) => holder === player),
  };
}

// The views of all players; one of the states has to explain all of them.
function expectViews(t, w, states, when) {
  const views = new Map([...states[0].players.keys()].map((player) => [player, w.call("view", player)]));
  const seen = new Map();
  for (const [player, { room, items, carrying }] of views) {
    for (const item of items) seen.set(item, (seen.get(item) ?? new Set()).add(`in ${show(room)}`));
    for (const item of carrying) seen.set(item, (seen.get(item) ?? new Set()).add(`with ${show(player)}`));
  }
  for (const [item, places] of seen) t.expect.that(places.size === 1, `${when} ${show(item)} is ${[...places].join(" and ")}`);
  const differs = (state) => {
    for (const [player, view] of views) {
      const right = viewIn(state, player);
      const part = Object.keys(right).find((name) => show(view[name]) !== show(right[name]));
      if (part) return `view(db, ${show(player)}) ${when} has ${show(view[part])} as ${part}; it should be ${show(right[part])}`;
    }
    return null;
  };
  const faults = states.map(differs);
  if (!faults.includes(null)) t.fail(faults[0]);
}

// Two calls at once: the states that some order gives, each with both answers.
function outcomes(state, calls) {
  return [calls, [...calls].reverse()].map((order) => {
    let after = state;
    const answers = new Map();
    for (const [name, player, what] of order) {
      const place = after.items.get(what);
      const exit = after.rooms.get(after.players.get(player))?.[what] ?? null;
      const right = name === "pickUp" ? place?.room === after.players.get(player) : exit;
      if (name === "pickUp" && right) after = taken(after, player, what);
      if (name === "move" && right !== null) after = moved(after, player, what);
      answers.set(calls.findIndex((call) => call[0] === name && call[1] === player && call[2] === what), right);
    }
    return { after, answers: calls.map((_, i) => answers.get(i) ?? false) };
  });
}

must("slow", "A repair takes nothing from a client that is only slow.", (t) => {
  const w = t.fresh({ seed: 784, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const [own, other] of [
    [["pickUp", "ann", "lamp"], ["pickUp", "bob", "lamp"]], [["pickUp", "ann", "lamp"], ["move", "bob", "n"]],
    [["move", "ann", "n"], ["pickUp", "bob", "lamp"]], [["move", "ann", "n"], ["move", "ann", "s"]],
  ]) {
    const answers = [];
    w.rival(
      (world) => (answers[0] = world.call(...own)),
      (world) => {
        world.clock.advance({ seconds: 59 });
        world.call("repair");
        answers[1] = world.call(...other);
      },
      (world) => {
        const when = `after ${own[0]} of ${show(own[1])}, and 59 seconds into it a repair and ${other[0]} of ${show(other[1])}, which returned ${answers.map(show).join(" and ")},`;
        const possible = outcomes(state, [own, other]).filter((each) => show(each.answers) === show(answers));
        if (possible.length === 0) expectViews(t, world, [state], when);
        t.expect.that(possible.length > 0, `${when} no order of the two gives that`);
        expectViews(t, world, possible.map(({ after }) => after), when);
      },
    );
  }
}, { after: ["history"] });

const changed = (meters) => meters.nModified + meters.ninserted + meters.nUpserted + meters.ndeleted;

star("one-write", "Taking an item and walking change one document each.", (t) => {
  const w = t.fresh({ seed: 786, scale: 0.2 });
  for (const [name, ...values] of [["pickUp", "ann", "lamp"], ["move", "ann", "n"]]) {
    const documents = changed(w.cost(() => w.call(name, ...values)));
    t.expect.that(documents === 1, `${name} changed ${amountOf(documents, "document")}`);
  }
});

star("lean-view", "A view of the market examines at most eight index keys and documents.", (t) => {
  const w = t.fresh({ seed: 787 });
  const { keysExamined, docsExamined } = w.cost(() => w.call("view", "ann"));
  t.expect.that(keysExamined + docsExamined <= 8, `a view of the market examined ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`);
});

star("one-trip", "A view is one round trip.", (t) => {
  const w = t.fresh({ seed: 788, scale: 0.5 });
  const { roundTrips } = w.cost(() => w.call("view", "ann"));
  t.expect.that(roundTrips <= 1, `a view took ${amountOf(roundTrips, "round trip")}`);
});

star("no-repair", "After a client has died all is right at once.", (t) => {
  const w = t.fresh({ seed: 789, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const [name, player, what] of [["pickUp", "ann", "lamp"], ["move", "ann", "n"]]) {
    const after = name === "pickUp" ? taken(state, player, what) : moved(state, player, what);
    w.crash((world) => world.call(name, player, what), null, (world) => {
      expectViews(t, world, [state, after], `after a client died in ${name}(db, ${show(player)}, ${show(what)}),`);
    }, { outside: {} });
  }
});

probe("view", (w) => w.call("view", "ann"));

measure((w) => {
  const ids = w.rows.players.map(({ _id }) => _id);
  for (let i = 0; i < 60; i++) w.call("view", ids[i % ids.length]);
  for (let i = 0; i < 9; i++) w.call("move", ids[i], "n");
  for (let i = 0; i < 3; i++) w.call("pickUp", ids[i], w.rows.items[i]._id);
}, { scale: 0.5 });
