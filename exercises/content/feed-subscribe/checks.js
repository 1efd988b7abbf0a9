// Beyond the model: the first of several names, more than a hundred feeds, and the price of reads, clicks and growth.

const show = (value) => JSON.stringify(value) ?? "nothing";
const popularUrl = (w) => w.rows.users[0].feeds[0].url;

must("first-name", "The first name of a feed stays, whatever name comes later.", (t) => {
  const w = t.fresh({ seed: 911, scale: 0.1 });
  const [ann, bob] = w.rows.users.slice(3).map(({ _id }) => _id);
  const url = "http://new.example/$1";
  const expectName = (id, when) => {
    for (const [call, list] of [[`feedsOf(db, ${show(id)})`, w.call("feedsOf", id)], ["popular(db, 1000)", w.call("popular", 1000)]]) {
      const entry = list.find((feed) => feed?.url === url);
      t.expect.that(entry?.name === "First", `${when}, ${call} shows the feed under the name ${show(entry?.name)}; its first name was "First"`);
    }
  };
  w.call("subscribe", "no such user", url, "Nobody's");
  w.call("subscribe", ann, url, "First");
  expectName(ann, "after the first user subscribed");
  w.call("subscribe", bob, url, "Second");
  expectName(bob, "after another user subscribed under the name \"Second\"");
  for (const id of [ann, bob]) w.call("unsubscribe", id, url);
  w.call("subscribe", bob, url, "Third");
  expectName(bob, "after all had left and one came back under the name \"Third\"");
}, { after: ["history"] });

must("recounts-all", "After a death `recount` puts every feed right, however many there are.", (t) => {
  const w = t.fresh({ seed: 916, scale: 0.6 });
  const ranked = (world, url) => numberOf(world.call("popular", 1000).find((feed) => feed?.url === url)?.subscribers ?? 0);
  const [{ _id }] = w.rows.users;
  w.call("subscribe", _id, "http://last.example", "Last");
  w.crash((world) => world.call("unsubscribe", _id, "http://last.example"), null, (world) => {
    if (world.has("recount")) world.call("recount");
    const readers = Number(world.call("feedsOf", _id).some((feed) => feed?.url === "http://last.example"));
    const found = ranked(world, "http://last.example");
    t.expect.that(found === readers, `of more than a hundred feeds the last one has ${amountOf(readers, "reader")}, a client having died in unsubscribe; after recount, \`popular\` gives it ${amountOf(found, "subscriber")}`);
  });
}, { after: ["history"] });

must("no-scan", "A user's list examines at most twice as many documents as it has feeds, plus two.", (t) => {
  const w = t.fresh({ seed: 912, scale: 0.3 });
  for (const { _id, feeds } of w.rows.users.slice(0, 12)) {
    const { docsExamined } = w.cost(() => w.call("feedsOf", _id));
    const said = `feedsOf(db, ${show(_id)}) examined ${amountOf(docsExamined, "document")} for ${amountOf(feeds.length, "feed")}`;
    t.expect.that(docsExamined <= 2 * feeds.length + 2, said);
  }
}, { after: ["history"] });

star("popular", "The ranking of n feeds examines at most 2n + 2 keys and documents.", (t) => {
  const w = t.fresh({ seed: 913, scale: 0.5 });
  for (const n of [10, 1]) {
    const { keysExamined, docsExamined } = w.cost(() => w.call("popular", n));
    const said = `popular(db, ${n}) examined ${amountOf(keysExamined, "key")} and ${amountOf(docsExamined, "document")}`;
    t.expect.that(keysExamined + docsExamined <= 2 * n + 2, said);
  }
}, { after: ["history"] });

star("one-write", "Subscribing to a known feed writes one document.", (t) => {
  const w = t.fresh({ seed: 914, scale: 0.1 });
  const url = popularUrl(w);
  const ids = w.rows.users.filter(({ feeds }) => !feeds.some((feed) => feed.url === url)).map(({ _id }) => _id);
  for (const id of ids.slice(0, 3)) {
    const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("subscribe", id, url, "Again"));
    const written = ninserted + nModified + nUpserted + ndeleted;
    t.expect.that(written <= 1, `subscribe(db, ${show(id)}, ${show(url)}, "Again") wrote ${amountOf(written, "document")}`);
  }
}, { after: ["history"] });

star("growth", "No document is above 50 KB when a feed has 6,000 readers.", (t) => {
  const w = t.fresh({ seed: 915, scale: 10 });
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  const size = `${(largest.maxObjSize / 1000).toFixed(1)} KB`;
  t.expect.that(largest.maxObjSize <= 50_000, `a feed has 6,000 readers, and the largest document of \`${largest.name}\` has ${size}`);
}, { after: ["history"] });

probe("popular", (w) => w.call("popular", 10));
probe("subscribe", (w) => w.call("subscribe", w.rows.users[2]._id, w.rows.users[1].feeds[0].url, "Again"));

measure((w) => {
  const ids = w.rows.users.map(({ _id }) => _id);
  for (let i = 0; i < 50; i++) w.call("feedsOf", ids[i]);
  for (let i = 0; i < 10; i++) w.call("popular", 10);
  for (let i = 0; i < 2; i++) w.call("subscribe", ids[2], w.rows.users[1].feeds[i].url, "New");
  w.call("unsubscribe", ids[1], w.rows.users[1].feeds[5].url);
}, { scale: 0.5 });
