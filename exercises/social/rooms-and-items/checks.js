// Every item and every player is in exactly one place: after setup, in play, in races, after a death.

const show = (value) => JSON.stringify(value) ?? "nothing";
const sorted = (list) => [...list].sort((a, b) => (a < b ? -1 : 1));

/** Where everybody and everything is: `places` says "in the market" or "with ann" of each item. */
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

function viewIn({ rooms, players, items }, player) {
  const room = players.get(player);
  const having = (fits) => sorted([...items].filter(([, item]) => fits(item)).map(([id]) => id));
  return {
    room,
    exits: rooms.get(room),
    players: sorted([...players].filter(([, at]) => at === room).map(([id]) => id)),
    items: having((item) => item.room === room),
    carrying: having(({ holder }) => holder === player),
  };
}

const sameExits = (a, b) => show(Object.entries(a ?? {}).sort()) === show(Object.entries(b ?? {}).sort());

// The views of some players; one of the states has to explain all of them.
function expectViews(t, w, states, when, players = [...states[0].players.keys()]) {
  const views = new Map(players.map((player) => [player, w.call("view", player)]));
  for (const [player, view] of views) {
    const call = `view(db, ${show(player)}) ${when}`;
    t.expect.that(view !== null && typeof view === "object", `${call} is ${show(view)}`);
    for (const list of ["players", "items", "carrying"]) {
      t.expect.that(Array.isArray(view[list]), `${call} has ${show(view[list])} as ${list}`);
      const twice = view[list].find((id, i) => view[list].indexOf(id) !== i);
      t.expect.that(twice === undefined, `${call}: ${show(twice)} is twice among the ${list}`);
    }
    t.expect.that(view.players.includes(player), `${call} is of the room ${show(view.room)}, and ${show(player)} is not there: ${show(view.players)}`);
  }
  // Each item in one place, as far as the views show.
  const seen = new Map();
  for (const [player, { room, items, carrying }] of views) {
    for (const item of items) seen.set(item, (seen.get(item) ?? new Set()).add(`in ${show(room)}`));
    for (const item of carrying) seen.set(item, (seen.get(item) ?? new Set()).add(`with ${show(player)}`));
  }
  for (const [item, places] of seen) t.expect.that(places.size === 1, `${when} ${show(item)} is ${[...places].join(" and ")}`);
  const rooms = new Map();
  for (const [, { room, players: there }] of views) for (const id of there) rooms.set(id, (rooms.get(id) ?? new Set()).add(room));
  for (const [id, where] of rooms) t.expect.that(where.size === 1, `${when} ${show(id)} is in ${[...where].map(show).join(" and ")}`);
  const differs = (state) => {
    for (const [player, view] of views) {
      const right = viewIn(state, player);
      for (const part of ["room", "players", "items", "carrying"]) if (show(view[part]) !== show(right[part])) return { player, part, is: view[part], right: right[part] };
      if (!sameExits(view.exits, right.exits)) return { player, part: "exits", is: view.exits, right: right.exits };
    }
    return null;
  };
  const faults = states.map(differs);
  if (faults.includes(null)) return;
  const { player, part, is, right } = faults[0];
  const list = Array.isArray(right) ? right : [];
  const nowhere = list.find((id) => part === "items" && !seen.has(id) && states.every(({ items }) => items.get(id).holder === null || !is.includes(id)));
  t.expect.that(nowhere === undefined, `${when} ${show(nowhere)} is nowhere`);
  t.fail(`view(db, ${show(player)}) ${when} has ${show(is)} as ${part}; it should be ${[...new Set(faults.filter((fault) => fault.part === part && fault.player === player).map((fault) => show(fault.right)))].join(" or ")}`);
}

must("views", "A view shows the room, its exits, who and what is there, and what the player carries.", (t) => {
  const w = t.fresh({ seed: 781, scale: 0.3 });
  expectViews(t, w, [stateOf(w.rows)], "after setup");
  t.expect.that(w.call("view", "nobody") === null, `view(db, "nobody") is ${show(w.call("view", "nobody"))}, it should be null`);
});

must("plays", "Players take what is in their room, and walk through exits that are there.", (t) => {
  const w = t.fresh({ seed: 782, scale: 0.1 });
  let state = stateOf(w.rows);
  const play = (name, player, what) => {
    const call = `${name}(db, ${show(player)}, ${show(what)})`;
    const room = state.players.get(player);
    const place = state.items.get(what);
    const where = !place ? "nowhere" : place.holder === null ? `in ${show(place.room)}` : `with ${show(place.holder)}`;
    const answer = w.call(name, player, what);
    if (name === "pickUp") {
      const right = room !== undefined && place?.room === room;
      if (right) state = taken(state, player, what);
      t.expect.that(answer === right, `${call} is ${show(answer)}: ${show(player)} was in ${show(room)}, ${show(what)} was ${where}`);
    } else {
      const right = state.rooms.get(room)?.[what] ?? null;
      if (right !== null) state = moved(state, player, what);
      t.expect.that(answer === right, `${call} is ${show(answer)}: ${show(player)} was in ${show(room)}, where that exit leads to ${show(right)}`);
    }
    expectViews(t, w, [state], `after ${call}`, [...new Set(["ann", "bob", "a.b", state.players.has(player) ? player : "ann"])]);
  };
  for (const step of [
    ["pickUp", "ann", "rope"], ["move", "ann", "up"], ["pickUp", "ann", "lamp"], ["pickUp", "bob", "lamp"], ["pickUp", "ann", "lamp"],
    ["move", "ann", "n"], ["pickUp", "bob", "rope"], ["pickUp", "ann", "rope"], ["move", "bob", "s"], ["pickUp", "bob", "a.b"],
    ["move", "ann", "e"], ["move", "ann", "w"], ["move", "ann", "s"], ["move", "ann", "s"], ["move", "bob", "n"], ["pickUp", "nobody", "$key"],
    ["move", "nobody", "n"], ["pickUp", "ann", "nothing"], ["pickUp", "ann", "$key"], ["move", "$p", "n"], ["move", "$p", "s"],
  ]) {
    play(...step);
    if (step[1] === "bob") w.call("repair");
  }
  expectViews(t, w, [state], "in the end");
}, { after: ["views"] });

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

must("many", "A room full of players and things, and a full pack, are shown whole.", (t) => {
  const w = t.fresh({ seed: 790, scale: 2 });
  let state = stateOf(w.rows);
  expectViews(t, w, [state], "after setup", ["ann"]);
  for (const item of viewIn(state, "ann").items.slice(0, 130)) {
    const answer = w.call("pickUp", "ann", item);
    t.expect.that(answer === true, `pickUp(db, "ann", ${show(item)}) is ${show(answer)}; it lies in the market, where "ann" is`);
    state = taken(state, "ann", item);
  }
  expectViews(t, w, [state], "after 130 items were taken", ["ann"]);
}, { after: ["plays"] });

must("race", "Of two players who take the same item one gets it; a move and a pickUp at once happen in some order.", (t) => {
  const w = t.fresh({ seed: 783, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const calls of [
    [["pickUp", "ann", "lamp"], ["pickUp", "bob", "lamp"]], [["pickUp", "ann", "lamp"], ["move", "ann", "n"]], [["move", "ann", "n"], ["pickUp", "ann", "lamp"]],
    [["move", "ann", "n"], ["move", "ann", "s"]], [["move", "ann", "n"], ["move", "bob", "n"]], [["move", "ann", "n"], ["pickUp", "ann", "rope"]],
  ]) {
    const answers = [];
    const text = calls.map(([name, ...values]) => `${name}(${["db", ...values.map(show)].join(", ")})`).join(" and ");
    w.rival(
      (world) => (answers[0] = world.call(...calls[0])),
      (world) => (answers[1] = world.call(...calls[1])),
      (world) => {
        const when = `after ${text} at the same moment, which returned ${answers.map(show).join(" and ")},`;
        const possible = outcomes(state, calls).filter((each) => show(each.answers) === show(answers));
        t.expect.that(possible.length > 0, `${text} at the same moment returned ${answers.map(show).join(" and ")}; no order of the two gives that`);
        expectViews(t, world, possible.map(({ after }) => after), when);
        world.clock.advance({ seconds: 61 });
        world.call("repair");
        expectViews(t, world, possible.map(({ after }) => after), `${when} a minute later and after repair`);
      },
    );
  }
}, { after: ["plays"] });

must("slow", "A repair takes nothing from a client that is only slow.", (t) => {
  const w = t.fresh({ seed: 784, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const [own, other] of [[["pickUp", "ann", "lamp"], ["pickUp", "bob", "lamp"]], [["move", "ann", "n"], ["pickUp", "bob", "lamp"]], [["move", "ann", "n"], ["move", "ann", "s"]]]) {
    const answers = [];
    w.rival(
      (world) => (answers[0] = world.call(...own)),
      (world) => {
        world.clock.advance({ seconds: 30 });
        world.call("repair");
        answers[1] = world.call(...other);
      },
      (world) => {
        const when = `after ${own[0]} of ${show(own[1])}, and during it a repair and ${other[0]} of ${show(other[1])}, which returned ${answers.map(show).join(" and ")},`;
        const possible = outcomes(state, [own, other]).filter((each) => show(each.answers) === show(answers));
        if (possible.length === 0) expectViews(t, world, [state], when);
        t.expect.that(possible.length > 0, `${when} no order of the two gives that`);
        expectViews(t, world, possible.map(({ after }) => after), when);
      },
    );
  }
}, { after: ["race"] });

const late = (world) => {
  world.clock.advance({ seconds: 61 });
  world.call("repair");
};

must("dies", "If a client dies, a minute later and after repair its call has happened or not.", (t) => {
  const w = t.fresh({ seed: 785, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const [name, player, what] of [["pickUp", "ann", "lamp"], ["move", "ann", "n"], ["move", "ann", "s"]]) {
    const after = name === "pickUp" ? taken(state, player, what) : moved(state, player, what);
    w.crash((world) => world.call(name, player, what), late, (world) => {
      const when = `after a client died in ${name}(db, ${show(player)}, ${show(what)}), a minute and repair,`;
      expectViews(t, world, [state, after], when);
    }, { outside: {} });
  }
}, { after: ["plays"] });

const changed = (meters) => meters.nModified + meters.ninserted + meters.nUpserted + meters.ndeleted;

star("one-write", "Taking an item and walking change one document each.", (t) => {
  const w = t.fresh({ seed: 786, scale: 0.2 });
  for (const [name, ...values] of [["pickUp", "ann", "lamp"], ["move", "ann", "n"]]) {
    const documents = changed(w.cost(() => w.call(name, ...values)));
    t.expect.that(documents === 1, `${name} changed ${amountOf(documents, "document")}`);
  }
}, { after: ["plays"] });

star("lean-view", "A view of the market examines at most eight index keys and documents.", (t) => {
  const w = t.fresh({ seed: 787 });
  const { keysExamined, docsExamined } = w.cost(() => w.call("view", "ann"));
  t.expect.that(keysExamined + docsExamined <= 8, `a view of the market examined ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`);
}, { after: ["plays"] });

star("one-trip", "A view is one round trip.", (t) => {
  const w = t.fresh({ seed: 788, scale: 0.5 });
  const { roundTrips } = w.cost(() => w.call("view", "ann"));
  t.expect.that(roundTrips <= 1, `a view took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["plays"] });

star("no-repair", "After a client has died all is right at once.", (t) => {
  const w = t.fresh({ seed: 789, scale: 0.05 });
  const state = stateOf(w.rows);
  for (const [name, player, what] of [["pickUp", "ann", "lamp"], ["move", "ann", "n"]]) {
    const after = name === "pickUp" ? taken(state, player, what) : moved(state, player, what);
    w.crash((world) => world.call(name, player, what), null, (world) => {
      expectViews(t, world, [state, after], `after a client died in ${name}(db, ${show(player)}, ${show(what)}),`);
    }, { outside: {} });
  }
}, { after: ["dies"] });

probe("view", (w) => w.call("view", "ann"));

measure((w) => {
  const ids = w.rows.players.map(({ _id }) => _id);
  for (let i = 0; i < 60; i++) w.call("view", ids[i % ids.length]);
  for (let i = 0; i < 9; i++) w.call("move", ids[i], "n");
  for (let i = 0; i < 3; i++) w.call("pickUp", ids[i], w.rows.items[i]._id);
}, { scale: 0.5 });
