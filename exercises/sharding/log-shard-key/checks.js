// Events arrive on four shards; then the checks see where they went and what a query walks.

const NAMESPACE = "test.events";
const DAY = 86_400_000;
const FIRST = Date.UTC(2012, 9, 1);
const WARM = 2000;
const WINDOW = 500;

const show = (value) => JSON.stringify(value) ?? "nothing";
const shown = ({ _id, time, path, host }) => ({ _id, time, path, host });
const keyText = (key) => show(Object.fromEntries(Object.entries(key).map(([field, value]) => [field, value?._bsontype ?? value])));

// A cluster on which `events` is sharded by the learner's key.
function begun(t, plan) {
  const w = t.cluster(plan);
  const already = w.db.events.countDocuments();
  t.expect.that(already === 0, `setup stored ${amountOf(already, "event")}, it should store none`);
  const key = w.call("shardKey");
  t.expect.that(key !== null && typeof key === "object" && Object.keys(key).length > 0, `shardKey() returned ${show(key)}, not a shard key`);
  try {
    w.sh.shardCollection(NAMESPACE, key);
  } catch (error) {
    t.fail(`sharding \`events\` by ${show(key)} was refused: ${error.message}`);
  }
  return { w, key, events: w.rows.events };
}

const record = (w, events) => events.forEach((event) => w.call("record", event));

// A cluster with events in it, in smaller chunks.
function filled(t, seed, count, chunkLimit = 60) {
  const world = begun(t, { seed, scale: count / 12_000, chunkLimit });
  record(world.w, world.events);
  return world;
}

const days = [0, 1, 3, 4].map((after) => new Date(FIRST + after * DAY));
const ofDay = (events, path, day) =>
  events.filter((event) => event.path === path && event.time >= day && event.time - day < DAY).sort((a, b) => a.time - b.time || a._id - b._id);
const callOf = (path, day) => `pathDay(db, ${show(path)}, ${day.toISOString().slice(0, 10)})`;

function expectDay(t, w, events, path, day) {
  const call = callOf(path, day);
  const expected = ofDay(events, path, day);
  const found = w.call("pathDay", path, day);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const foreign = found.find((event) => event?.path !== path);
  t.expect.that(!foreign, `${call} has the event ${show(foreign && shown(foreign))} of another path`);
  t.expect.that(found.length === expected.length, `${call} found ${found.length} of ${amountOf(expected.length, "event")}`);
  t.expect.ordered(found.map(shown), expected, call);
}

must("answers", "pathDay returns the events of a path's day, oldest first, from all shards.", (t) => {
  const { w, events } = filled(t, 851, 900);
  const paths = [...new Set(events.map(({ path }) => path))];
  for (const path of paths.slice(0, 20)) for (const day of days) expectDay(t, w, events, path, day);
}, { after: ["history"] });

must("chunks", "No chunk has more documents than the limit.", (t) => {
  // A day of 12,000 events, half of them on one path, and chunks of 240, all divided by twelve.
  const { w, key } = filled(t, 852, 1000, 20);
  const largest = w.cluster.chunks(NAMESPACE).reduce((a, b) => (b.documents > a.documents ? b : a));
  t.expect.that(
    largest.documents <= 20,
    `with the key ${show(key)}, ${largest.documents} events are in one chunk of at most 20, from ${keyText(largest.min)} to ${keyText(largest.max)}; it could not be split`,
  );
});

star("even", "No shard gets more than 40 % of 500 consecutive writes.", (t) => {
  const { w, key, events } = begun(t, { seed: 853, scale: (WARM + 2 * WINDOW) / 12_000, chunkLimit: 100 });
  record(w, events.slice(0, WARM));
  const hot = w.cluster.hot(() => record(w, events.slice(WARM)), WINDOW, "events");
  t.expect.that(hot <= 0.4, `with the key ${show(key)}, ${Math.round(hot * WINDOW)} of ${WINDOW} writes went to one shard; 200 are allowed`);
});

star("aimed", "For nine in ten paths, pathDay asks at most two shards.", (t) => {
  const { w, key, events } = filled(t, 854, WARM);
  const paths = [...new Set(events.map(({ path }) => path))];
  const asked = paths.map((path) => ({ path, shards: w.cluster.targets(() => w.call("pathDay", path, days[1]), "events").reduce((a, b) => a + b, 0) }));
  const many = asked.filter(({ shards }) => shards > 2);
  const [one] = many.slice(-1);
  t.expect.that(many.length <= paths.length / 10, `with the key ${show(key)}, ${many.length} of ${paths.length} paths ask more than two shards; ${callOf(one?.path, days[1])} asks ${one?.shards}`);
});

star("day-read", "pathDay examines at most 20 index keys or documents more than there are events.", (t) => {
  const { w, events } = filled(t, 855, WARM);
  const paths = [...new Set(events.map(({ path }) => path))];
  for (const path of [...paths.slice(0, 12), paths.at(-1), "/nowhere"]) {
    for (const day of days) {
      const { keysExamined, docsExamined } = w.cost(() => w.call("pathDay", path, day));
      const own = ofDay(events, path, day).length;
      t.expect.that(keysExamined <= own + 20, `${callOf(path, day)} walked ${amountOf(keysExamined, "key")} for ${amountOf(own, "event")}`);
      t.expect.that(docsExamined <= own + 20, `${callOf(path, day)} examined ${amountOf(docsExamined, "document")} for ${amountOf(own, "event")}`);
    }
  }
});

// The day of a path that has a few events.
probe("pathDay", (w) => {
  w.sh.shardCollection(NAMESPACE, w.call("shardKey"));
  record(w, w.rows.events);
  const counts = new Map();
  for (const { path } of w.rows.events) counts.set(path, (counts.get(path) ?? 0) + 1);
  const [[path]] = [...counts].filter(([, count]) => count >= 5).sort((a, b) => a[1] - b[1]);
  w.call("pathDay", path, days[1]);
}, { seed: 857, scale: 0.1, shards: 4, chunkLimit: 60 });

measure(
  (w) => {
    w.sh.shardCollection(NAMESPACE, w.call("shardKey"));
    record(w, w.rows.events);
    for (const path of [...new Set(w.rows.events.map(({ path }) => path))].slice(0, 20)) w.call("pathDay", path, days[1]);
  },
  { scale: 0.05, shards: 4, chunkLimit: 60 },
);
