// Beyond the model: whole streams page by page, the borders of pages, two tabs, deaths, marks, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const streamOf = (w, { feeds }, added = []) => [...w.rows.entries, ...added].filter(({ feed }) => feeds.includes(feed)).map(({ _id }) => _id).reverse();

// One page, in the promised shape.
function pageOf(t, w, user, before, when) {
  const found = w.call("page", user, before);
  const entries = found?.entries;
  t.expect.that(Array.isArray(entries), `${when}, page(db, ${show(user)}, ${show(before)}) returned ${show(found)?.slice(0, 120)}`);
  t.expect.that(entries.length <= 100, `${when}, a page of ${show(user)} has ${entries.length} entries, at most 100 are allowed`);
  return found;
}

// The entries from `before` on, page after page.
function readOn(t, w, user, before, when) {
  const entries = [];
  for (let pages = 0; pages < 500; pages++) {
    const found = pageOf(t, w, user, before, when);
    entries.push(...found.entries);
    const { before: next } = found;
    if (next === null || next === undefined) return entries;
    t.expect.that(found.entries.length > 0, `${when}, page(db, ${show(user)}, ${show(before)}) is empty, and goes on with ${show(next)}`);
    before = next;
  }
  return t.fail(`${when}, the stream of ${show(user)} has no end: after 500 pages, page goes on with ${show(before)}`);
}

// What is wrong with a stream, in words, or null.
function fault(found, right, dates) {
  const twice = found.find((id, i) => found.indexOf(id) !== i);
  if (twice !== undefined) return `the entry ${show(twice)} of ${dates.get(twice)} is listed twice`;
  const missing = right.filter((id) => !found.includes(id));
  if (missing.length > 0) return `${missing.length} of ${right.length} entries are missing, such as ${show(missing[0])} of ${dates.get(missing[0])}`;
  const strange = found.find((id) => !right.includes(id));
  if (strange !== undefined) return `the entry ${show(strange)} is listed, which is of no feed of theirs`;
  const at = found.findIndex((id, i) => id !== right[i]);
  return at < 0 ? null : `at place ${at + 1} stands ${show(found[at])} of ${dates.get(found[at])}, expected was ${show(right[at])} of ${dates.get(right[at])}`;
}

function expectStream(t, w, user, right, when, added = []) {
  const found = readOn(t, w, user, null, when).map((entry) => entry?._id);
  const dates = new Map([...w.rows.entries, ...added].map(({ _id, date }) => [_id, date.toISOString().slice(11, 23)]));
  const said = fault(found, right, dates);
  t.expect.that(said === null, `${when}, in the stream of ${show(user)}, ${said}`);
}

// A new entry of a feed; those of one minute have the same time, and their _ids rise.
let made = 0;
function entryOf(w, feed) {
  made += 1;
  return { _id: `new${String(made).padStart(4, "0")}`, feed, title: `$title ${made}`, body: "It rains.", date: w.clock.now() };
}

must("stream", "Page by page, the stream has every entry of the user's feeds once, newest first.", (t) => {
  const w = t.fresh({ seed: 1001, scale: 0.1 });
  for (const user of w.rows.users) {
    w.call("refresh", user._id);
    expectStream(t, w, user._id, streamOf(w, user), "after refresh");
  }
  const [{ _id }] = w.rows.users;
  const known = new Map(w.rows.entries.map((entry) => [entry._id, entry]));
  for (const { _id: id, title, body, date, read } of pageOf(t, w, _id, null, "after refresh").entries) {
    const { title: ownTitle, body: ownBody, date: ownDate } = known.get(id);
    t.expect.equal({ title, body, date, read }, { title: ownTitle, body: ownBody, date: ownDate, read: false }, `the entry ${show(id)}`);
  }
  t.expect.that(readOn(t, w, "nobody", null, "unknown user").length === 0, "page of an unknown user has entries");
});

must("grows", "What is published is in the stream after `refresh`, also between two pages and at one moment.", (t) => {
  const w = t.fresh({ seed: 1002, scale: 0.02 });
  const [first, second] = w.rows.users;
  const added = [];
  const publish = (feed, times = 1) => {
    for (let i = 0; i < times; i++) {
      const entry = entryOf(w, feed);
      w.call("publish", entry);
      added.push(entry);
    }
  };
  const expectBoth = (when) => {
    for (const user of [first, second]) {
      w.call("refresh", user._id);
      expectStream(t, w, user._id, streamOf(w, user, added), when, added);
    }
  };
  publish(first.feeds[0]);
  expectBoth("after one more entry and refresh");
  // The same moment again: some of it has been seen already.
  publish(first.feeds[1], 3);
  publish(first.feeds[0]);
  expectBoth("after four more entries of the same millisecond and refresh");
  w.call("publish", added.at(-1));
  expectBoth("after the last entry was sent again, and refresh");
  expectBoth("after refresh with nothing new");
  w.clock.advance({ minutes: 1 });
  publish(first.feeds[2], 130);
  expectBoth("after 130 more entries of one millisecond and refresh");
}, { after: ["stream"] });

must("turns", "A page begins right after the one before, even if entries came in meanwhile.", (t) => {
  const w = t.fresh({ seed: 1009, scale: 0.1 });
  const [user] = w.rows.users;
  w.call("refresh", user._id);
  const { entries, before } = pageOf(t, w, user._id, null, "after refresh");
  const added = Array.from({ length: 130 }, () => entryOf(w, user.feeds[1]));
  for (const entry of added) w.call("publish", entry);
  w.call("refresh", user._id);
  const rest = before === null ? [] : readOn(t, w, user._id, before, "while entries came in");
  const dates = new Map(w.rows.entries.map(({ _id, date }) => [_id, date.toISOString().slice(11, 23)]));
  const said = fault([...entries, ...rest].map((entry) => entry?._id), streamOf(w, user), dates);
  t.expect.that(said === null, `130 entries were added after the first page; from page to page, ${said}`);
}, { after: ["grows"] });

must("tabs", "Two tabs that refresh at once, and a crawler meanwhile, lose and double nothing.", (t) => {
  for (const count of [3, 90]) {
    const w = t.fresh({ seed: 1003, scale: 0.02 });
    const [user] = w.rows.users;
    const added = Array.from({ length: count }, () => entryOf(w, user.feeds[0]));
    for (const entry of added) w.call("publish", entry);
    const check = (world, all, when) => expectStream(t, world, user._id, streamOf(world, user, all), when, all);
    w.rival(
      (world) => world.call("refresh", user._id),
      (world) => world.call("refresh", user._id),
      (world) => check(world, added, `${count} entries were new and two tabs refreshed at once; afterwards`),
      { pairs: count === 3, limit: 30 },
    );
    const late = entryOf(w, user.feeds[1]);
    w.rival(
      (world) => world.call("refresh", user._id),
      (world) => world.call("publish", late),
      (world) => {
        world.call("refresh", user._id);
        check(world, [...added, late], "an entry was published during refresh; after another refresh");
      },
      { limit: 20 },
    );
    w.rival(
      (world) => world.call("publish", late),
      (world) => world.call("refresh", user._id),
      (world) => {
        world.call("refresh", user._id);
        check(world, [...added, late], "a tab refreshed during publish; after another refresh");
      },
      { limit: 20 },
    );
  }
}, { after: ["grows"] });

must("again", "After a death nothing is missing or doubled once `publish` is sent again, and `refresh` has run.", (t) => {
  const w = t.fresh({ seed: 1004, scale: 0.02 });
  const [user, other] = w.rows.users;
  const check = (world, all, when) => {
    for (const one of [user, other]) {
      world.call("refresh", one._id);
      expectStream(t, world, one._id, streamOf(world, one, all), when, all);
    }
  };
  const entry = entryOf(w, user.feeds[0]);
  w.crash(
    (world) => world.call("publish", entry),
    (world) => world.call("publish", entry),
    (world) => check(world, [entry], "the crawler died in publish; after the entry was sent again, and refresh"),
    { outside: {}, limit: 40 },
  );
  // Some readers have the entry already, and have read it.
  w.crash((world) => world.call("publish", entry), null, (world) => {
    world.call("refresh", user._id);
    const marked = world.call("markRead", user._id, entry._id) === true;
    world.call("publish", entry);
    world.call("refresh", user._id);
    const shown = readOn(t, world, user._id, null, "after publish was sent again").find(({ _id }) => _id === entry._id);
    t.expect.that(shown?.read === marked, `the crawler died in publish, markRead of the entry returned ${marked}, and the entry was sent again; page shows it with read ${show(shown?.read)}`);
  });
  const added = Array.from({ length: 90 }, () => entryOf(w, user.feeds[0]));
  for (const one of added) w.call("publish", one);
  w.crash(
    (world) => world.call("refresh", user._id),
    (world) => world.call("refresh", user._id),
    (world) => check(world, added, "a client died in refresh; after another refresh"),
    { outside: {}, limit: 40 },
  );
}, { after: ["grows"] });

must("marks", "An entry is marked for one user, once, and stays so.", (t) => {
  const w = t.fresh({ seed: 1005, scale: 0.1 });
  const [first] = w.rows.users;
  const other = w.rows.users.find(({ _id, feeds }) => _id !== first._id && feeds.some((feed) => first.feeds.includes(feed)) && feeds.some((feed) => !first.feeds.includes(feed)));
  for (const { _id } of [first, other]) w.call("refresh", _id);
  const answers = (user, id, expected, what) => {
    const answer = w.call("markRead", user, id);
    t.expect.that(answer === expected, `markRead of ${what} returned ${show(answer)}`);
  };
  const readBy = (world, user) => readOn(t, world, user, null, "after markRead").filter(({ read }) => read === true).map(({ _id }) => _id);
  const stream = streamOf(w, first);
  const common = stream.find((id) => streamOf(w, other).includes(id));
  const foreign = streamOf(w, other).find((id) => !stream.includes(id));
  const ids = [stream[0], stream.at(-1), common, stream[Math.min(100, stream.length - 2)], stream[3]];
  for (const id of new Set(ids)) answers(first._id, id, true, `the entry ${show(id)} for the first time`);
  answers(first._id, ids[1], false, `the entry ${show(ids[1])} a second time`);
  answers(first._id, foreign, false, `an entry of another user's stream, ${show(foreign)},`);
  answers(first._id, "nothing", false, "an unknown entry");
  answers("nobody", ids[0], false, "an entry for an unknown user");
  t.expect.sameSet(readBy(w, first._id), [...new Set(ids)], `the entries that ${show(first._id)} has read`);
  t.expect.sameSet(readBy(w, other._id), [], `the entries that ${show(other._id)} has read`);
  answers(other._id, common, true, "an entry that another user has read, for the first time,");
  const id = stream.find((one) => !ids.includes(one));
  let second;
  const mark = (world) => world.call("markRead", first._id, id);
  let own;
  w.rival((world) => { own = mark(world); }, (world) => { second = mark(world); }, (world) => {
    t.expect.that([own, second].filter((one) => one === true).length === 1, `two tabs marked one entry at once, markRead returned ${show(own)} and ${show(second)}`);
    t.expect.that(readBy(world, first._id).includes(id), "two tabs marked one entry at once, and it is not read");
  });
  const entry = entryOf(w, first.feeds[0]);
  const both = (world) => {
    world.call("refresh", first._id);
    t.expect.that(readBy(world, first._id).includes(id), `${show(id)} was marked while an entry came in, and is not read`);
    expectStream(t, world, first._id, streamOf(world, first, [entry]), "an entry was marked while another one came in; afterwards", [entry]);
  };
  const comesIn = (world) => {
    world.call("publish", entry);
    world.call("refresh", first._id);
  };
  w.rival(mark, comesIn, both, { limit: 20 });
  w.rival(comesIn, mark, both, { limit: 40 });
}, { after: ["grows"] });

star("one-document", "A page is one document.", (t) => {
  const w = t.fresh({ seed: 1006, scale: 0.1 });
  const [{ _id }] = w.rows.users;
  w.call("refresh", _id);
  let before = null;
  for (let at = 1; at <= 3; at++) {
    let found;
    const { docsExamined } = w.cost(() => {
      found = w.call("page", _id, before);
    });
    t.expect.that(docsExamined <= 1, `page ${at} examined ${amountOf(docsExamined, "document")} for ${amountOf(found.entries.length, "entry", "entries")}`);
    if (found.before === null) return;
    before = found.before;
  }
}, { after: ["stream"] });

star("cheap-publish", "`publish` writes one document.", (t) => {
  const w = t.fresh({ seed: 1007, scale: 0.1 });
  const feed = w.rows.users[0].feeds.find((one) => w.rows.users.filter(({ feeds }) => feeds.includes(one)).length > 2);
  const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("publish", entryOf(w, feed)));
  const written = ninserted + nModified + nUpserted + ndeleted;
  const readers = w.rows.users.filter(({ feeds }) => feeds.includes(feed)).length;
  t.expect.that(written <= 1, `publish of an entry with ${amountOf(readers, "reader")} wrote ${amountOf(written, "document")}`);
}, { after: ["stream"] });

star("calm-refresh", "`refresh` with nothing new examines at most four keys and documents.", (t) => {
  const w = t.fresh({ seed: 1008, scale: 0.1 });
  const [{ _id, feeds }] = w.rows.users;
  w.call("refresh", _id);
  const { keysExamined, docsExamined } = w.cost(() => w.call("refresh", _id));
  const said = `nothing was new in ${amountOf(feeds.length, "feed")}; refresh examined ${amountOf(keysExamined, "key")} and ${amountOf(docsExamined, "document")}`;
  t.expect.that(keysExamined + docsExamined <= 4, said);
}, { after: ["stream"] });

probe("page", (w) => w.call("page", w.rows.users[0]._id, null), { scale: 0.1 });
probe("refresh", (w) => w.call("refresh", w.rows.users[0]._id), { scale: 0.3 });

measure((w) => {
  const ids = w.rows.users.map(({ _id }) => _id);
  for (let i = 0; i < 50; i++) w.call("page", ids[i % ids.length], null);
  for (let i = 0; i < 10; i++) w.call("markRead", ids[0], w.rows.entries.at(-1 - i)._id);
  w.call("publish", entryOf(w, w.rows.users[0].feeds[0]));
  for (let i = 0; i < 2; i++) w.call("refresh", ids[i]);
}, { scale: 0.1 });
