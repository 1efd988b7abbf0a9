// Beyond the model: a year of uploads on four shards, how much each shard writes, and what recent reads touch.

const NAMESPACE = "test.images";
const MONTHS = Array.from({ length: 12 }, (_, i) => Date.UTC(2012, 10 + i, 1));
const DAY = 86_400_000;
// Keys of one page of an index; a real one has some hundred.
const PAGE = 10;

const show = (value) => JSON.stringify(value);
const percent = (share) => `${Math.round(100 * share)} %`;
// JSON has no `MinKey` and `MaxKey`.
const bound = ({ image_id }) => image_id?._bsontype ?? show(image_id);
const short = (data) => `${data.slice(0, 8)}…${data.slice(-6)}`;

// The job that prepares a month. The balancer rests meanwhile: it would move chunks between two of the job's commands.
function prepare(w, month) {
  if (!w.has("presplit")) return;
  w.sh.stopBalancer();
  w.call("presplit", new Date(month));
  w.sh.startBalancer();
}

// A cluster on which `images` is sharded, and the first month can begin.
function begun(t, plan) {
  const w = t.cluster({ shards: 4, ...plan });
  try {
    w.sh.shardCollection(NAMESPACE, { image_id: 1 });
  } catch (error) {
    t.fail(`after setup, sharding \`images\` by image_id was refused: ${error.message}`);
  }
  w.clock.set(MONTHS[0] - DAY);
  prepare(w, MONTHS[0]);
  w.clock.set(MONTHS[0]);
  return w;
}

// Uploads one after the other, at their time; the job of a month runs the day before.
function upload(t, w, uploads) {
  let month = MONTHS.findLastIndex((first) => first <= w.clock.now());
  return uploads.map(({ book, data, at }) => {
    while (month + 1 < MONTHS.length && MONTHS[month + 1] <= at) {
      month += 1;
      w.clock.set(MONTHS[month] - DAY);
      prepare(w, MONTHS[month]);
    }
    w.clock.set(at);
    const id = w.call("addImage", book, data);
    t.expect.that(id !== null && id !== undefined, `addImage for the data ${short(data)} returned ${show(id)}, not an image_id`);
    return id;
  });
}

must("stored", "New data is stored in `images` under the id that `imageId` gives for that moment.", (t) => {
  const w = begun(t, { seed: 511, scale: 0.001, chunkLimit: 10 });
  const [upload] = w.rows.uploads;
  for (const data of [upload.data, `${upload.data}+more`]) {
    const id = w.call("addImage", upload.book, data);
    t.expect.equal(id, w.call("imageId", data, w.clock.now()), "the image_id of new data, beside what imageId says of it");
    t.expect.equal(w.db.images.countDocuments({ image_id: id }) > 0, true, "whether `images` has a document with that image_id");
    w.clock.advance({ days: 40 });
  }
});

must("always-shown", "A cover that is read during an upload is the last image or the new one.", (t) => {
  const w = begun(t, { seed: 514, scale: 0.001, chunkLimit: 10 });
  const [{ book }] = w.rows.uploads;
  w.call("addImage", book, "first");
  let shown;
  w.rival(
    (world) => world.call("addImage", book, "second"),
    (world) => {
      shown = world.call("cover", book);
    },
    () => {
      const found = `the book showed "first" and got "second"; meanwhile cover(db, ${show(book)}) returned ${show(shown)}`;
      t.expect.that(["first", "second"].includes(shown?.data), found);
    },
  );
}, { after: ["history"] });

// The largest share of the writes for 150 consecutive uploads that one shard received.
function expectSpread(t, w, uploads) {
  const day = (at) => at.toISOString().slice(0, 10);
  for (let i = 0; i + 150 <= uploads.length; i += 150) {
    const some = uploads.slice(i, i + 150);
    const share = w.cluster.hot(() => upload(t, w, some), undefined, "images");
    const found = `of the writes to \`images\` for 150 uploads from ${day(some[0].at)} to ${day(some.at(-1).at)}`;
    t.expect.that(share <= 0.4, `${found}, one shard got ${percent(share)}; there are ${amountOf(w.cluster.shardNames.length, "shard")}`);
  }
}

must("hot", "Of the writes for any 150 consecutive uploads, no shard gets more than 40 %.", (t) => {
  const year = begun(t, { seed: 515, scale: 0.1, chunkLimit: 40 });
  expectSpread(t, year, year.rows.uploads);
  // As many uploads a day as in the task.
  const weeks = begun(t, { seed: 520, chunkLimit: 40 });
  expectSpread(t, weeks, weeks.rows.uploads.slice(0, 1350));
}, { after: ["history"] });

// Nine months on four shards.
function nineMonths(t, seed, scale, chunkLimit) {
  const w = begun(t, { seed, scale, chunkLimit });
  const uploads = w.rows.uploads.filter(({ at }) => at < MONTHS[9]);
  upload(t, w, uploads);
  return { w, uploads };
}

must("recent", "Reads of a month's new images touch at most a quarter of the index.", (t) => {
  const { w, uploads } = nineMonths(t, 516, 0.1, 50);
  const known = new Set(uploads.filter(({ at }) => at < MONTHS[8]).map(({ data }) => data));
  const recent = uploads.filter(({ at, data }) => at >= MONTHS[8] && !known.has(data));
  const ids = new Set(recent.map(({ book, data }) => show(w.call("addImage", book, data))));
  const keys = w.db.images.find({}, { _id: 0, image_id: 1 }).batchSize(10_000).sort({ image_id: 1 }).toArray().map(({ image_id }) => show(image_id));
  const pages = Math.ceil(keys.length / PAGE);
  const touched = new Set(keys.flatMap((key, i) => (ids.has(key) ? [Math.floor(i / PAGE)] : []))).size;
  t.expect.that(
    touched <= pages / 4,
    `${keys.length} image_ids in order make ${amountOf(pages, "page")} of ${PAGE}; the ${ids.size} of the last month are on ${touched} of them, which is ${percent(touched / pages)}`,
  );
}, { after: ["history"] });

must("chunks", "No chunk has more documents than it may: all of them can be cut.", (t) => {
  const { w } = nineMonths(t, 517, 0.05, 25);
  const chunks = w.cluster.chunks(NAMESPACE);
  const largest = chunks.reduce((a, b) => (b.documents > a.documents ? b : a));
  t.expect.that(
    largest.documents <= 25,
    `a chunk may have 25 documents; the one from ${bound(largest.min)} to ${bound(largest.max)} has ${largest.documents} and could not be cut`,
  );
}, { after: ["history"] });

must("one-shard", "To show a cover, only one shard is asked for the image.", (t) => {
  const { w, uploads } = nineMonths(t, 518, 0.05, 25);
  for (const { book } of uploads.slice(-40)) {
    const [shards, ...more] = w.cluster.targets(() => w.call("cover", book), "images");
    t.expect.that(shards === 1 && more.length === 0, `cover(db, ${show(book)}) asked ${[shards, ...more].join(", then ")} of ${amountOf(w.cluster.shardNames.length, "shard")} for the image`);
  }
}, { after: ["history"] });

star("moves", "At most two in a hundred images move to another shard.", (t) => {
  const { w } = nineMonths(t, 519, 0.1, 50);
  const moved = w.cluster.migrations.filter(({ namespace }) => namespace === NAMESPACE);
  const documents = moved.reduce((sum, migration) => sum + migration.documents, 0);
  const all = w.db.images.countDocuments();
  t.expect.that(documents <= 0.02 * all, `of ${amountOf(all, "image")}, chunks with ${documents} in them moved from shard to shard, in ${amountOf(moved.length, "move")}`);
});

measure(
  (w) => {
    w.sh.shardCollection(NAMESPACE, { image_id: 1 });
    prepare(w, MONTHS[0]);
    let month = 0;
    for (const { book, data, at } of w.rows.uploads) {
      if (month + 1 < MONTHS.length && at >= MONTHS[month + 1]) prepare(w, MONTHS[++month]);
      w.clock.set(Math.max(w.clock.now(), at));
      w.call("addImage", book, data);
    }
    for (const { book } of w.rows.uploads.slice(-100)) w.call("cover", book);
  },
  { scale: 0.01, shards: 4, chunkLimit: 25 },
);
