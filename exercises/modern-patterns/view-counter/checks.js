// Large numbers are roughly right, and no step of many views is seen half done; then the writes are counted, and their
// documents.

const show = (value) => JSON.stringify(value) ?? "nothing";

function watch(w, video, times) {
  for (let i = 0; i < times; i++) w.call("watch", video);
}

must("rough", "From 1,000 views on the number is roughly right, and it never falls.", (t) => {
  const w = t.fresh({ seed: 932, scale: 0.3 });
  const videos = w.rows.videos.filter(({ views }) => views === 1000).slice(0, 16);
  let sum = 0;
  for (const { _id } of videos) {
    let before = 1000;
    for (let part = 0; part < 10; part++) {
      watch(w, _id, 100);
      const now = numberOf(w.call("views", _id));
      t.expect.that(now >= before, `views(db, ${show(_id)}) fell from ${before} to ${now}`);
      before = now;
    }
    const wrong = Math.abs(before - 2000);
    t.expect.that(wrong <= 600, `a video with 1,000 views was watched 1,000 times more; views(db, ${show(_id)}) is ${before}`);
    sum += wrong;
  }
  watch(w, "two words", 3000);
  const large = numberOf(w.call("views", "two words"));
  t.expect.that(Math.abs(large - 13_000) <= 2800, `a video with 10,000 views was watched 3,000 times more; views(db, "two words") is ${large}`);
  const mean = Math.round(sum / videos.length);
  t.expect.that(mean <= 200, `${amountOf(videos.length, "video")} with 1,000 views were watched 1,000 times more; on average they are wrong by ${mean}`);
}, { after: ["history"] });

// Sixty views, so that what a program seldom does, such as adding up its documents, happens as well.
must("any-step", "Each of sixty views counts once, also for a reader in the middle of it, and if its client dies there.", (t) => {
  const w = t.fresh({ seed: 937, scale: 0.04 });
  const video = w.rows.videos[1]._id;
  const start = w.rows.videos[1].views;
  const outside = { done: 0 };
  const sixty = (world) => {
    for (outside.done = 0; outside.done < 60; outside.done++) world.call("watch", video);
  };
  const expectExact = (found, done, when) => {
    const right = [start + done, start + done + 1];
    t.expect.that(
      right.includes(numberOf(found)),
      `a video with ${amountOf(start, "view")} was watched ${amountOf(done, "time")} more; ${when}, views(db, ${show(video)}) is ${show(found)}, not ${right.join(" or ")}`,
    );
  };
  let seen;
  const read = (world) => {
    seen = { found: world.call("views", video), done: outside.done };
  };
  w.rival(sixty, read, () => expectExact(seen.found, seen.done, "in the middle of the next call of watch"), { limit: 20 });
  w.crash(sixty, null, (world) => expectExact(world.call("views", video), outside.done, "after the next client died in watch"), { limit: 20, most: 200, outside });
}, { after: ["history"] });

const written = ({ ninserted, nModified, nUpserted, ndeleted }) => ninserted + nModified + nUpserted + ndeleted;

star("few-writes", "3,000 views of a video that has 10,000 cost at most 120 writes.", (t) => {
  const w = t.fresh({ seed: 934, scale: 0.05 });
  const writes = written(w.cost(() => watch(w, "two words", 3000)));
  t.expect.that(writes <= 120, `3,000 views of a video that has 10,000 cost ${amountOf(writes, "write")}`);
});

// All documents as text, by collection and `_id`.
function documents(w) {
  const all = new Map();
  for (const { name } of w.storage().collections) {
    for (const document of w.db.getCollection(name).find().batchSize(10_000).toArray()) all.set(`${name} ${show(document._id)}`, show(document));
  }
  return all;
}

star("spread", "At most 20 % of a video's writes go to one document.", (t) => {
  const w = t.fresh({ seed: 935, scale: 0.04 });
  const changes = new Map();
  let before = documents(w);
  for (let i = 0; i < 90; i++) {
    w.call("watch", "new.$");
    const now = documents(w);
    for (const [key, text] of now) if (before.get(key) !== text) changes.set(key, (changes.get(key) ?? 0) + 1);
    before = now;
  }
  const all = [...changes.values()].reduce((a, b) => a + b, 0);
  const [key, most] = [...changes].sort((a, b) => b[1] - a[1])[0];
  t.expect.that(most <= 0.2 * all, `of ${amountOf(all, "write")} for 90 views of a new video, ${most} went to one document of \`${key.split(" ")[0]}\``);
});

probe("thousand", (w) => watch(w, "two words", 1000), { seed: 936, scale: 0.05 });
probe("views", (w) => w.call("views", "two words"), { seed: 936, scale: 0.05 });

measure((w) => {
  watch(w, "two words", 300);
  watch(w, "A", 300);
  watch(w, "new", 50);
  for (let i = 0; i < 100; i++) w.call("views", "two words");
}, { scale: 0.05 });
