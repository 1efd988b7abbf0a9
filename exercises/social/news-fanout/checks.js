// News are complete and in order: after setup, after posts, beside other clients, after a death.

const show = (value) => JSON.stringify(value) ?? "nothing";
const byNewest = (a, b) => b.at - a.at || (a._id < b._id ? -1 : 1);
const newsOf = (rows, reader) => {
  const follows = new Set(rows.members.find(({ _id }) => _id === reader)?.follows);
  return rows.posts.filter(({ author }) => follows.has(author)).sort(byNewest);
};
const label = (post) => `${show(post?._id)} by ${show(post?.author)} of ${post?.at instanceof Date ? post.at.toISOString() : show(post?.at)}`;

// Compares one page with all that belongs in the reader's news; returns the page.
function expectPage(t, w, all, reader, before, n, when) {
  const call = `news(db, ${show(reader)}, ${before ? `post ${show(before._id)}` : "null"}, ${n}) ${when}`;
  const page = w.call("news", reader, before, n);
  t.expect.that(Array.isArray(page), `${call} is ${show(page)}, not a list`);
  const right = all.filter((post) => before === null || byNewest(before, post) < 0).slice(0, n);
  page.forEach((post, i) => {
    const known = all.find(({ _id }) => _id === post?._id);
    t.expect.that(known, `${call} has the post ${label(post)}, which does not belong there`);
    t.expect.that(page.findIndex(({ _id }) => _id === post._id) === i, `${call} has the post ${label(post)} twice`);
  });
  const missing = right.find(({ _id }) => page.every((post) => post._id !== _id));
  if (missing && page.length < n) t.fail(`${call} has ${amountOf(page.length, "post")}; the post ${label(missing)} is missing`);
  const wrong = right.findIndex(({ _id }, i) => page[i]?._id !== _id);
  t.expect.that(wrong < 0, `${call}: at place ${wrong + 1} stands ${label(page[wrong])}, where ${label(right[wrong])} belongs`);
  t.expect.that(page.length === right.length, `${call} has ${amountOf(page.length, "post")}, it should have ${right.length}`);
  right.forEach(({ _id, author, text, at }, i) => t.expect.equal((({ _id, author, text, at }) => ({ _id, author, text, at }))(page[i]), { _id, author, text, at }, call));
  return page;
}

// Reads on and on, from the last post of each page.
function expectAll(t, w, all, reader, n, when) {
  let before = null;
  do before = expectPage(t, w, all, reader, before, n, when).at(-1) ?? null;
  while (before);
}

// The first pages of some readers, with a post or without it.
function expectNews(t, w, rows, when, readers = ["ann", "a.b", "a", "o'neil", "celebrity", "m104", "m110", "m119"]) {
  for (const reader of readers) expectPage(t, w, newsOf(rows, reader), reader, null, 40, when);
}

must("feeds", "A reader's news are all posts of the authors they follow, newest first, page by page.", (t) => {
  const w = t.fresh({ seed: 731, scale: 0.3 });
  for (const [at, reader] of ["ann", "a.b", "a", "o'neil", "__proto__", "celebrity", "has 99", "m119", "m20", "m98", "nobody"].entries()) {
    expectAll(t, w, newsOf(w.rows, reader), reader, [20, 7, 10, 40, 3][at % 5], "after setup");
  }
  expectPage(t, w, newsOf(w.rows, "ann"), "ann", { _id: "x", author: "ann", text: "", at: new Date("2012-09-10T12:00:00Z") }, 10, "after setup");
  w.withoutIndexes(() => expectPage(t, w, newsOf(w.rows, "ann"), "ann", null, 30, "after setup"));
});

must("many", "Somebody who follows all members can read all their posts.", (t) => {
  const w = t.fresh({ seed: 739, scale: 0.75 });
  const all = newsOf(w.rows, "o'neil");
  expectPage(t, w, all, "o'neil", null, 5000, "after setup");
  expectPage(t, w, all, "o'neil", all[450], 5000, "after setup");
  w.call("follow", "o'neil", w.rows.members.find(({ _id }) => _id === "o'neil").follows.at(-1));
  expectPage(t, w, all, "o'neil", null, 5000, "after a follow that changes nothing");
}, { after: ["feeds"] });

must("posts", "A new post is in the news of every follower, at the place of its time, once.", (t) => {
  const w = t.fresh({ seed: 732, scale: 0.1 });
  const { rows } = w;
  const newest = [...rows.posts].sort(byNewest)[0].at;
  const times = [newest, new Date("2012-10-15T11:00:00Z"), newest, new Date("2012-09-03T00:00:00Z"), new Date("2012-11-01T00:00:00Z"), new Date("2012-07-02T09:00:00Z")];
  ["celebrity", "has 99", "has 101", "m110"].forEach((author, i) => {
    times.forEach((at, k) => {
      const made = { _id: `${"mzabxq"[k]} by ${author}`, author, text: `$text ${i}`, at };
      w.call("post", made);
      rows.posts.push(made);
      const followers = rows.members.filter(({ follows }) => follows.includes(author)).map(({ _id }) => _id);
      expectNews(t, w, rows, `after the post ${label(made)}`, [followers[0], followers[1], followers.at(-1), "m119"]);
      if (k % 3 > 0) return;
      w.call("post", made);
      expectNews(t, w, rows, `after the post ${label(made)} was sent again`, followers.slice(0, 2));
    });
  });
  expectNews(t, w, rows, "after all of them");
}, { after: ["feeds"] });

must("follows", "After a follow, that reader's news, and nobody else's, have all new posts of the author.", (t) => {
  const w = t.fresh({ seed: 733, scale: 0.05 });
  const { rows } = w;
  const at = new Date("2012-12-01T00:00:00Z").getTime();
  for (const [i, [reader, author]] of [["m110", "celebrity"], ["m111", "ann"], ["a", "has 99"], ["m112", "m20"], ["m110", "m110"], ["ann", "has 101"], ["m111", "celebrity"]].entries()) {
    const when = `after follow(db, ${show(reader)}, ${show(author)}) and a new post`;
    for (let twice = 0; twice < 2; twice++) w.call("follow", reader, author);
    const made = { _id: `new ${i}`, author, text: "read me", at: new Date(at + 5000 * i) };
    w.call("post", made);
    rows.posts.push(made);
    const follows = rows.members.find(({ _id }) => _id === reader).follows;
    if (!follows.includes(author)) follows.push(author);
    expectPage(t, w, [made], reader, null, 1, when);
    const earlier = { _id: `also ${i}`, author: follows[0], text: "read me, too", at: new Date(at + 5000 * i + 1) };
    w.call("post", earlier);
    rows.posts.push(earlier);
    expectPage(t, w, [earlier], reader, null, 1, `${when}, and one of ${show(follows[0])}, whom the reader followed before`);
    for (const other of ["m113", "m114"]) expectPage(t, w, newsOf(rows, other), other, null, 40, when);
  }
  w.call("follow", "nobody", "ann");
  w.call("follow", "m115", "nobody");
  expectNews(t, w, rows, "after unknown members followed", ["m115", "nobody"]);
}, { after: ["posts", "many"] });

const written = ({ ninserted, nModified, nUpserted, ndeleted }) => ninserted + nModified + nUpserted + ndeleted;

must("famous", "Someone who gets a hundred and first follower, and more, still reaches all of them.", (t) => {
  const w = t.fresh({ seed: 734, scale: 0.05 });
  const { rows } = w;
  const join = (reader, author) => {
    w.call("follow", reader, author);
    rows.members.find(({ _id }) => _id === reader).follows.push(author);
  };
  rows.posts = [];
  const start = new Date("2012-12-01T00:00:00Z").getTime();
  for (let i = 0; i < 12; i++) {
    const author = i % 2 ? "has 100" : "has 99";
    const reader = `m${105 + i}`;
    join(reader, author);
    const made = { _id: `famous ${i}`, author, text: "more", at: new Date(start + 10_000_000 * i) };
    w.call("post", made);
    rows.posts.push(made);
    for (const each of [reader, "m50", "m107"]) {
      const seen = newsOf(rows, each).filter((post) => !/^m\d+$/.test(each) || Number(each.slice(1)) < 105 || Number(post._id.split(" ")[1]) >= Number(each.slice(1)) - 105);
      if (seen.length === 0) continue;
      const page = w.call("news", each, null, seen.length);
      const missing = seen.find(({ _id }) => page.every((post) => post._id !== _id));
      t.expect.that(!missing, `after ${show(reader)} followed ${show(author)}, who then posted, the news of ${show(each)} lack the post ${label(missing)}`);
      expectPage(t, w, seen, each, null, seen.length, `after ${show(reader)} followed ${show(author)}, who then posted`);
    }
  }
}, { after: ["follows"] });

must("rival", "Two posts at the same moment both arrive, and one that is sent twice arrives once.", (t) => {
  const w = t.fresh({ seed: 735, scale: 0.05 });
  for (const author of ["m110", "celebrity"]) {
    const made = (_id) => ({ _id, author, text: "at once", at: new Date("2012-11-02T00:00:00Z") });
    for (const [first, second] of [[made("one"), made("two")], [made("one"), made("one")]]) {
      const rows = { members: w.rows.members, posts: [...w.rows.posts, first, ...(second._id === first._id ? [] : [second])] };
      const readers = w.rows.members.filter(({ follows }) => follows.includes(author)).map(({ _id }) => _id);
      w.rival((world) => world.call("post", first), (world) => world.call("post", second), (world) => {
        expectNews(t, world, rows, `after posts ${show(first._id)} and ${show(second._id)} by ${show(author)} at the same moment`, [readers[0], readers.at(-1)]);
      });
    }
  }
}, { after: ["posts"] });

must("crash", "If a client dies inside post, all followers or none have it after resume, and all once it is sent again.", (t) => {
  const w = t.fresh({ seed: 736, scale: 0.05 });
  const resume = (world) => world.has("resume") && world.call("resume");
  for (const [author, at] of [["m110", "2012-11-02T00:00:00Z"], ["celebrity", "2012-10-02T00:00:00Z"]]) {
    const made = { _id: "unlucky", author, text: "the power went", at: new Date(at) };
    const readers = w.rows.members.filter(({ follows }) => follows.includes(author)).map(({ _id }) => _id);
    const some = [...readers.slice(0, 3), ...readers.slice(-3)];
    const rows = { members: w.rows.members, posts: [...w.rows.posts, made] };
    w.crash((world) => world.call("post", made), resume, (world) => {
      const having = some.filter((reader) => world.call("news", reader, null, 500).some(({ _id }) => _id === "unlucky"));
      const when = `after the client died in post and \`resume\` ran`;
      t.expect.that(having.length === 0 || having.length === some.length, `${when}, ${having.length} of ${some.length} followers have the post`);
      expectNews(t, world, having.length > 0 ? rows : w.rows, when, some);
      world.call("post", made);
      expectNews(t, world, rows, "after the client died in post and it was sent again", some);
    }, { outside: {} });
    const again = (world) => world.call("post", made);
    w.crash(again, again, (world) => expectNews(t, world, rows, "after the client died in post and it was sent again", some), { outside: {} });
  }
}, { after: ["posts"] });

star("cheap-news", "A page of 20 examines at most ten documents, and 20 more for each celebrity whom the reader follows.", (t) => {
  const w = t.fresh({ seed: 737, scale: 0.6 });
  const celebrities = new Set(["celebrity", "has 101"]);
  for (const reader of ["m230", "m239", "ann", "m20"]) {
    const { follows } = w.rows.members.find(({ _id }) => _id === reader);
    const count = follows.filter((author) => celebrities.has(author)).length;
    const { docsExamined } = w.cost(() => w.call("news", reader, null, 20));
    const who = `${show(reader)}, who follows ${amountOf(count, "celebrity", "celebrities")}`;
    t.expect.that(docsExamined <= 10 + 20 * count, `20 news of ${who}, examined ${amountOf(docsExamined, "document")}`);
  }
});

star("cheap-post", "A celebrity's post writes at most ten documents, from the hundred and first follower on.", (t) => {
  const w = t.fresh({ seed: 738, scale: 0.3 });
  const made = (author) => ({ _id: `cheap ${author}`, author, text: "to all of you", at: new Date("2012-10-15T11:00:00Z") });
  for (const author of ["celebrity", "has 101"]) {
    const count = written(w.cost(() => w.call("post", made(author))));
    const fans = w.rows.members.filter(({ follows }) => follows.includes(author)).length;
    t.expect.that(count <= 10, `a post of ${show(author)}, who has ${amountOf(fans, "follower")}, wrote ${amountOf(count, "document")}`);
  }
  w.call("follow", "m119", "has 100");
  const count = written(w.cost(() => w.call("post", made("has 100"))));
  t.expect.that(count <= 10, `a hundred and first follower came, and the next post wrote ${amountOf(count, "document")}`);
});

probe("news", (w) => w.call("news", "m20", null, 20), { scale: 0.6 });
probe("post", (w) => w.call("post", { _id: "probed", author: "celebrity", text: "to all of you", at: w.clock.now() }));

measure((w) => {
  for (let i = 0; i < 40; i++) w.call("news", `m${40 + i}`, null, 20);
  for (const author of ["m20", "m21", "ann", "celebrity"]) w.call("post", { _id: `measured ${author}`, author, text: "Hello to all of you.", at: new Date("2012-10-15T11:00:00Z") });
  w.call("follow", "m119", "ann");
}, { scale: 0.4 });
