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

// A cluster on which `images` is sharded, and the first month can begin.
function begun(t, plan) {
  const w = t.cluster({ shards: 4, ...plan });
  try {
    w.sh.shardCollection(NAMESPACE, { image_id: 1 });
  } catch (error) {
    t.fail(`after setup, sharding \`images\` by image_id was refused: ${error.message}`);
  }
  w.clock.set(MONTHS[0] - DAY);
  if (w.has("presplit")) w.call("presplit", new Date(MONTHS[0]));
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
      if (w.has("presplit")) w.call("presplit", new Date(MONTHS[month]));
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

must("hot", "In any 150 consecutive writes, no shard gets more than 40 %.", (t) => {
  const w = begun(t, { seed: 515, scale: 0.1, chunkLimit: 40 });
  const hot = w.cluster.hot(() => upload(t, w, w.rows.uploads), 150, "images");
  t.expect.that(hot <= 0.4, `of 150 consecutive writes to \`images\`, one shard got ${percent(hot)}; there are ${amountOf(w.cluster.shardNames.length, "shard")}`);
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
    const job = (month) => w.has("presplit") && w.call("presplit", new Date(month));
    job(MONTHS[0]);
    let month = 0;
    for (const { book, data, at } of w.rows.uploads) {
      if (month + 1 < MONTHS.length && at >= MONTHS[month + 1]) job(MONTHS[++month]);
      w.clock.set(Math.max(w.clock.now(), at));
      w.call("addImage", book, data);
    }
    for (const { book } of w.rows.uploads.slice(-100)) w.call("cover", book);
  },
  { scale: 0.01, shards: 4, chunkLimit: 25 },
);
