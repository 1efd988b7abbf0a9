// Beyond the model: an item given during a rebalance, and calls that are cut off and repeated.

const show = (value) => JSON.stringify(value) ?? "nothing";
const label = ({ name, bonus }) => (bonus ? `${bonus > 0 ? "+" : ""}${bonus} ${name}` : name);

// The known state: kinds and characters by _id, with a list of items of their own.
const stateOf = (rows) => ({
  kinds: new Map(rows.kinds.map((kind) => [kind._id, { ...kind }])),
  characters: new Map(rows.characters.map((each) => [each._id, { name: each.name, items: [...each.items] }])),
});

const labelOf = (kinds, item) => label(kinds.get(item.kind));

function expectSheet(t, w, { kinds, characters }, id, when, either = () => []) {
  const call = `sheet(db, ${show(id)}) ${when}`;
  const sheet = w.call("sheet", id);
  const character = characters.get(id);
  if (!character) {
    t.expect.that(sheet === null, `${call} is ${show(sheet)}; there is no such character, so it should be null`);
    return;
  }
  t.expect.that(sheet !== null && typeof sheet === "object" && Array.isArray(sheet.pack), `${call} is ${show(sheet)}`);
  t.expect.that(sheet.name === character.name, `${call}: the name is ${show(sheet.name)}, it is ${show(character.name)}`);
  const items = [...character.items].sort((a, b) => a.id - b.id);
  const found = new Map(sheet.pack.map((item) => [numberOf(item?.id), item]));
  for (const item of items) {
    const own = labelOf(kinds, item);
    const shown = found.get(item.id);
    t.expect.that(shown, `${call}: item ${item.id}, ${show(own)}${item.inside === null ? "" : `, inside of item ${item.inside}`}, is missing in \`pack\``);
    const labels = [own, ...either(item)];
    t.expect.that(labels.includes(shown.label), `${call}: item ${item.id} has the label ${show(shown.label)}, it should be ${labels.map(show).join(" or ")}`);
    const { qty, inside } = shown;
    t.expect.equal({ qty, inside: inside ?? null }, { qty: item.qty, inside: item.inside }, `${call}: item ${item.id}`);
  }
  const order = sheet.pack.map((item) => numberOf(item?.id));
  t.expect.ordered(order, items.map((item) => item.id), `${call}: the ids in \`pack\``);
  const worn = new Map(items.filter((item) => item.worn !== null).map((item) => [item.worn, item]));
  t.expect.that(sheet.worn !== null && typeof sheet.worn === "object", `${call}: \`worn\` is ${show(sheet.worn)}`);
  for (const [place, item] of worn) {
    const labels = [labelOf(kinds, item), ...either(item)];
    const observed = `${call}: at place ${show(place)} \`worn\` has ${show(sheet.worn[place])}, it should be ${labels.map(show).join(" or ")}`;
    t.expect.that(labels.includes(sheet.worn[place]), observed);
  }
  t.expect.sameSet(Object.keys(sheet.worn), [...worn.keys()], `${call}: the places in \`worn\``);
}

const expectAll = (t, w, state, when) => {
  for (const id of state.characters.keys()) expectSheet(t, w, state, id, when);
};

must("meanwhile", "An item given during rebalance has the new bonus, after another rebalance at the latest.", (t) => {
  const w = t.fresh({ seed: 704, scale: 0.02 });
  const item = { id: 9200, kind: "sword", qty: 1, inside: null, worn: null };
  const other = { id: 9201, kind: "rope", qty: 1, inside: null, worn: null };
  for (const [first, second] of [["give", "rebalance"], ["rebalance", "give"]]) {
    for (const given of [item, other]) {
      const act = { give: (world) => world.call("give", 0, given), rebalance: (world) => world.call("rebalance", "sword", 3) };
      const state = stateOf(w.rows);
      const old = labelOf(state.kinds, item);
      state.characters.get(0).items.push(given);
      state.kinds.get("sword").bonus = 3;
      w.rival(act[first], act[second], (world) => {
        const when = "after give and rebalance at the same moment";
        expectSheet(t, world, state, 0, when, (shown) => (shown.id === item.id ? [old] : []));
        act.rebalance(world);
        expectAll(t, world, state, `${when}, and rebalance again`);
      });
    }
  }
}, { after: ["history"] });

must("cut-off", "After a call was cut off and repeated, everything is right.", (t) => {
  const w = t.fresh({ seed: 705, scale: 0.02 });
  const item = { id: 9300, kind: "sword", qty: 1, inside: null, worn: null };
  for (const [name, ...values] of [["rebalance", "sword", 3], ["rebalance", "sword", 0], ["give", 0, item]]) {
    const state = stateOf(w.rows);
    if (name === "give") state.characters.get(0).items.push(item);
    else state.kinds.get("sword").bonus = values[1];
    const again = (world) => world.call(name, ...values);
    const when = `after the client died in ${name} and it was called again`;
    w.crash(again, again, (world) => expectAll(t, world, state, when), { outside: {} });
  }
}, { after: ["history"] });

// Characters with many items, but not the hoarder.
const ordinary = (w) => {
  const list = w.rows.characters.filter(({ _id }) => _id !== "hoarder").sort((a, b) => b.items.length - a.items.length);
  return [list[0], list[3]];
};

star("one-trip", "The sheet of an ordinary character is one round trip.", (t) => {
  const w = t.fresh({ seed: 706, scale: 0.3 });
  for (const { _id, items } of ordinary(w)) {
    const { roundTrips } = w.cost(() => w.call("sheet", _id));
    t.expect.that(roundTrips <= 1, `sheet(db, ${show(_id)}) took ${amountOf(roundTrips, "round trip")} for ${amountOf(items.length, "item")}`);
  }
});

star("one-document", "The sheet of an ordinary character examines at most three keys and documents together.", (t) => {
  const w = t.fresh({ seed: 706, scale: 0.3 });
  for (const { _id, items } of ordinary(w)) {
    const { keysExamined, docsExamined } = w.cost(() => w.call("sheet", _id));
    const seen = `${amountOf(keysExamined, "key")} and ${amountOf(docsExamined, "document")}`;
    t.expect.that(keysExamined + docsExamined <= 3, `sheet(db, ${show(_id)}) examined ${seen} for ${amountOf(items.length, "item")}`);
  }
});

const written = ({ ninserted, nModified, nUpserted, ndeleted }) => ninserted + nModified + nUpserted + ndeleted;

star("one-write", "A rebalance writes one document.", (t) => {
  const w = t.fresh({ seed: 706, scale: 0.3 });
  const count = written(w.cost(() => w.call("rebalance", "sword", 9)));
  t.expect.that(count <= 1, `rebalance(db, "sword", 9) wrote ${amountOf(count, "document")} of ${w.rows.characters.length} characters`);
});

star("growth", "No document is above 100 KB, even for players who hoard.", (t) => {
  const w = t.fresh({ seed: 707, scale: 1 });
  const largest = () => w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  const expectSmall = (when) => {
    const { name, maxObjSize } = largest();
    t.expect.that(maxObjSize <= 100_000, `${when}, the largest document of \`${name}\` has ${Math.round(maxObjSize / 1000)} KB`);
  };
  expectSmall("the hoarder has 2,000 items after setup");
  for (let id = 1; id <= 1600; id++) w.call("give", 2, { id, kind: "hat.w", qty: 1, inside: null, worn: null });
  expectSmall("a second character was given 1,600 items");
});

probe("sheet", (w) => w.call("sheet", w.rows.characters.find(({ items }) => items.length > 20 && items.length < 61)._id), { scale: 0.3 });

probe("rebalance", (w) => w.call("rebalance", "sword", 6), { scale: 0.3 });

measure((w) => {
  for (const { _id } of w.rows.characters.slice(0, 30)) w.call("sheet", _id);
  for (let i = 0; i < 3; i++) w.call("give", i, { id: 5000 + i, kind: "rope", qty: 1, inside: null, worn: null });
  w.call("rebalance", "sword", 6);
}, { scale: 0.3 });
