// The right titles in the order of the list; the star counts trips.

const list = (ids) => (ids.length > 4 ? `${amountOf(ids.length, "id")}` : JSON.stringify(ids));

function check(t, w, ids) {
  const call = `titles(db, ${list(ids)})`;
  const known = new Map(w.rows.books.map(({ _id, title }) => [_id, title]));
  const expected = ids.filter((id) => known.has(id)).map((id) => known.get(id));
  const found = w.call("titles", ids);
  t.expect.that(Array.isArray(found), `${call} returned ${JSON.stringify(found)?.slice(0, 60) ?? "nothing"}, not an array`);
  const hole = found.findIndex((title) => typeof title !== "string");
  t.expect.that(hole < 0, `${call}: the answer has ${JSON.stringify(found[hole]) ?? "undefined"} at place ${hole + 1}, not a title`);
  if (found.length < expected.length) {
    const twice = ids.find((id, i) => known.has(id) && ids.indexOf(id) !== i && found.filter((title) => title === known.get(id)).length < 2);
    if (twice !== undefined) t.fail(`${call}: ${JSON.stringify(twice)} occurs twice in the list, its title once in the answer`);
    t.fail(`${call} returned ${found.length} of ${amountOf(expected.length, "title")}`);
  }
  t.expect.that(found.length === expected.length, `${call} returned ${amountOf(found.length, "title")}, expected ${expected.length}`);
  const at = expected.findIndex((title, i) => title !== found[i]);
  if (at < 0) return;
  const ofTitle = new Map(w.rows.books.map(({ _id, title }) => [title, _id]));
  const [asked, got] = [ids.filter((id) => known.has(id)), found.map((title) => ofTitle.get(title))].map((all) => JSON.stringify(all.slice(at, at + 3)));
  t.fail(`not in the order of the list: asked for ${asked}, got ${got}`);
}

// Ids of books, in an order of their own.
const some = (t, w, count, seed) => t.random(seed).shuffle(w.rows.books.map((book) => book._id)).slice(0, count);

must("order", "The titles come in the order of the list, unknown ids are left out.", (t) => {
  for (const scale of [3, 2]) {
    const w = t.fresh({ seed: 51, scale });
    for (const count of [3, 30, 1]) check(t, w, some(t, w, count, count));
    const [first, second, third] = some(t, w, 3, 7);
    const unknown = scale === 2 ? ["nowhere", "7", ""] : [-1, 0, 100_000];
    check(t, w, [first, unknown[0], second, unknown[1], third]);
    check(t, w, unknown);
    if (scale === 2) check(t, w, ["constructor", "a.b", "__proto__", "$1", "toString"]);
  }
});

must("twice", "An id that occurs twice gives its title twice.", (t) => {
  const w = t.fresh({ seed: 52, scale: 1 });
  const [first, second, third] = some(t, w, 3, 8);
  check(t, w, [first, second, first]);
  check(t, w, [third, third, third, first, third]);
}, { after: ["order"] });

must("long", "Empty lists and lists of hundreds of ids work, too.", (t) => {
  const w = t.fresh({ seed: 53, scale: 6 });
  check(t, w, []);
  for (const count of [100, 101, 102, 300, 600, 1100]) check(t, w, some(t, w, count, count));
}, { after: ["order"] });

star("one-trip", "Thirty titles take one round trip, 300 take at most two.", (t) => {
  const w = t.fresh({ seed: 54, scale: 3 });
  for (const [count, limit] of [[30, 1], [300, 2]]) {
    const ids = some(t, w, count, count);
    const { roundTrips } = w.cost(() => w.call("titles", ids));
    t.expect.that(roundTrips <= limit, `${count} titles took ${amountOf(roundTrips, "round trip")}`);
  }
}, { after: ["order"] });

measure((w) => {
  w.call("titles", w.rows.books.slice(0, 30).map((book) => book._id));
});
