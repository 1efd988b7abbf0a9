// Two things that link to each other, and what each screen costs; model.js has the rest.

const show = (value) => JSON.stringify(value) ?? "nothing";
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

// The ids of all that is linked to a thing, with its own, in the order of the desk.
function deskOf(w, id) {
  const ids = new Set([id]);
  for (const { a, b } of w.rows.links) {
    if (a === id) ids.add(b);
    if (b === id) ids.add(a);
  }
  return w.rows.things.filter(({ _id }) => ids.has(_id)).sort((a, b) => byText(a.type, b.type) || byText(a._id, b._id));
}

function called(t, w, name, ...values) {
  const found = w.call(name, ...values);
  t.expect.that(Array.isArray(found), `${name}(db, ${values.map(show).join(", ")}) returned ${show(found)}`);
  return found;
}

function expectDesk(t, w, id, expected, when = "") {
  const found = called(t, w, "desk", id);
  const call = `${when}desk(db, ${show(id)})`;
  const names = found.map((thing) => thing?._id);
  const missing = expected.find(({ _id }) => !names.includes(_id));
  t.expect.that(!missing, `${call} lacks the ${missing?.type} ${show(missing?._id)}; it has ${names.map(show).join(", ") || "nothing"}`);
  const strange = names.find((name, i) => !expected.some(({ _id }) => _id === name) || names.indexOf(name) !== i);
  t.expect.that(strange === undefined, `${call} has ${show(strange)}, ${names.filter((name) => name === strange).length > 1 ? "twice" : "which is not linked to it"}`);
  found.forEach((thing, i) => {
    t.expect.that(thing._id === expected[i]._id, `${call}: at place ${i + 1} stands the ${thing.type} ${show(thing._id)}, expected was the ${expected[i].type} ${show(expected[i]._id)}`);
    for (const [field, value] of Object.entries(expected[i])) t.expect.equal(thing[field], value, `${call}: \`${field}\` of ${show(thing._id)}`);
  });
}

const newest = (w, id) => deskOf(w, id).filter(({ type }) => type === "order").sort((a, b) => b.date - a.date || byText(a._id, b._id));

must("together", "Two things that are added at once, each with a link to the other, find each other.", (t) => {
  const w = t.fresh({ seed: 1208, scale: 0.01 });
  const one = { _id: "i1", type: "invoice", sum: 5 };
  const two = { _id: "i2", type: "parcel", state: "packed" };
  w.rival(
    (world) => world.call("add", one, ["i2", "1"]),
    (world) => world.call("add", two, ["i1"]),
    (world) => {
      const when = "i1 and i2 were added at once, each with a link to the other; ";
      expectDesk(t, world, "i2", [one, two], when);
      const order = world.rows.things.find(({ _id }) => _id === "1");
      expectDesk(t, world, "i1", [one, order, two], when);
    },
    { limit: 40 },
  );
}, { after: ["history"] });

star("one-trip", "A desk is one round trip.", (t) => {
  const w = t.fresh({ seed: 1204, scale: 0.1 });
  const { roundTrips } = w.cost(() => called(t, w, "desk", "1"));
  t.expect.that(roundTrips <= 1, `desk(db, "1") took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["history"] });

star("cheap", "A desk is one round trip and examines a key and a document for each thing on it.", (t) => {
  const w = t.fresh({ seed: 1205, scale: 0.1 });
  for (const id of ["1", "2", "3", "4"]) {
    let size = 0;
    const { roundTrips, keysExamined, docsExamined } = w.cost(() => {
      size = called(t, w, "desk", id).length;
    });
    const said = `desk(db, ${show(id)}) of ${amountOf(size, "thing")} took ${amountOf(roundTrips, "round trip")} and examined ${amountOf(keysExamined, "key")} and ${amountOf(docsExamined, "document")}`;
    t.expect.that(roundTrips <= 1 && keysExamined + docsExamined <= 2 * size + 2, said);
  }
}, { after: ["history"] });

star("one-write", "`link` writes one document.", (t) => {
  const w = t.fresh({ seed: 1206, scale: 0.02 });
  const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("link", "alone", "ann"));
  const written = ninserted + nModified + nUpserted + ndeleted;
  t.expect.that(written <= 1, `link(db, "alone", "ann") wrote ${amountOf(written, "document")}`);
}, { after: ["history"] });

star("customer", "A customer's newest ten orders examine at most eleven documents.", (t) => {
  const w = t.fresh({ seed: 1207, scale: 0.3 });
  const { docsExamined } = w.cost(() => called(t, w, "customer", "ann", 10));
  t.expect.that(docsExamined <= 11, `customer(db, "ann", 10) examined ${amountOf(docsExamined, "document")} of ${amountOf(newest(w, "ann").length, "order")}`);
}, { after: ["history"] });

probe("desk", (w) => w.call("desk", "1"), { scale: 0.3 });
probe("customer", (w) => w.call("customer", "ann", 10), { scale: 0.3 });

measure((w) => {
  const ids = w.rows.things.filter(({ type }) => type === "order").map(({ _id }) => _id);
  for (let i = 0; i < 60; i++) w.call("desk", ids[i]);
  for (let i = 0; i < 10; i++) w.call("customer", i % 2 ? "ann" : "c1", 10);
  for (let i = 0; i < 5; i++) w.call("link", ids[i], ids[i + 1]);
}, { scale: 0.1 });
