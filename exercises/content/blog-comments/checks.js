// Every screen equals what the comments say: after setup, after each comment, beside other clients, after a death.

const show = (value) => JSON.stringify(value) ?? "nothing";
const shown = ({ _id, user, text, created }) => ({ _id, user, text, created });
const plain = (comment) => (comment !== null && typeof comment === "object" ? shown(comment) : comment);
const byNewest = (a, b) => b.created - a.created || (a._id < b._id ? 1 : -1);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

const ofPost = (comments, id) => comments.filter(({ post }) => post === id).sort(byNewest);
const ofUser = (comments, name) => comments.filter(({ user }) => user === name).sort(byNewest);

function made(i, post, user, created) {
  return { _id: `new${i}`, post, user, text: `$text ${i}: read it twice, “très bien”. `.repeat(6), created: new Date(created) };
}

// Says which of two comments stands where the other belongs.
function expectOrder(t, found, expected, call) {
  t.expect.that(Array.isArray(found), `${call} is ${show(found)}, not an array`);
  const list = found.map(plain);
  const at = list.findIndex((comment, i) => i < expected.length && comment?._id !== expected[i]._id);
  if (at >= 0 && list.length === expected.length) {
    const [is, should] = [list[at], expected[at]];
    const known = expected.find(({ _id }) => _id === is?._id);
    const what = known ? `${is._id} of ${known.created.toISOString()}` : show(is?._id);
    t.fail(`${call}: at place ${at + 1} stands the comment ${what}, where ${should._id} of ${should.created.toISOString()} belongs`);
  }
  t.expect.ordered(list, expected.map(shown), call);
}

function expectPage(t, w, comments, id, when) {
  const call = `postPage(db, ${show(id)}) ${when}`;
  const page = w.call("postPage", id);
  const post = w.rows.posts.find(({ _id }) => _id === id);
  if (!post) {
    t.expect.that(page === null, `${call} is ${show(page)}; there is no such post, so it should be null`);
    return;
  }
  t.expect.that(page !== null && typeof page === "object", `${call} is ${show(page)}; the post exists`);
  const { _id, title, text } = page;
  t.expect.equal({ _id, title, text }, post, call);
  const all = ofPost(comments, id);
  t.expect.that(numberOf(page.count) === all.length, `${call}: count ${show(page.count)}, stored ${all.length}`);
  expectOrder(t, page.newest, all.slice(0, 3), `${call}: \`newest\``);
}

function expectList(t, w, comments, id, skip, limit, when) {
  const found = w.call("commentsOf", id, skip, limit);
  expectOrder(t, found, ofPost(comments, id).slice(skip, skip + limit), `commentsOf(db, ${show(id)}, ${skip}, ${limit}) ${when}`);
}

function expectProfile(t, w, comments, user, n, when) {
  const found = w.call("commentsBy", user, n);
  expectOrder(t, found, ofUser(comments, user).slice(0, n), `commentsBy(db, ${show(user)}, ${n}) ${when}`);
}

function expectAll(t, w, comments, { post, user }, when) {
  expectPage(t, w, comments, post, when);
  expectList(t, w, comments, post, 0, 1000, when);
  expectProfile(t, w, comments, user, 1000, when);
}

must("pages", "A post's page shows its text, the number of its comments and the three newest.", (t) => {
  const w = t.fresh({ seed: 611, scale: 0.2 });
  const { posts, comments } = w.rows;
  for (const id of [...posts.map(({ _id }) => _id), 99_999, "8", ""]) expectPage(t, w, comments, id, "after setup");
  w.withoutIndexes(() => expectPage(t, w, comments, 1, "after setup"));
});

must("lists", "All comments of a post can be read in parts, newest first.", (t) => {
  const w = t.fresh({ seed: 612, scale: 2.6 });
  const { posts, comments } = w.rows;
  const count = ofPost(comments, 1).length;
  const ranges = [[0, 1], [0, 100], [97, 10], [0, 5000], [count - 1, 5], [count, 5], [count + 100, 1], [500, 501]];
  for (const [skip, limit] of ranges) expectList(t, w, comments, 1, skip, limit, "after setup");
  for (const { _id } of posts.slice(1)) expectList(t, w, comments, _id, 1, 40, "after setup");
  for (const id of ["1", "quiet", "nowhere"]) expectList(t, w, comments, id, 0, 10, "after setup");
  w.withoutIndexes(() => expectList(t, w, comments, 1, 0, 100, "after setup"));
});

must("profiles", "A profile lists what a user wrote on all posts, newest first.", (t) => {
  const w = t.fresh({ seed: 612, scale: 2.6 });
  const { comments } = w.rows;
  const users = [...new Set(comments.map(({ user }) => user))];
  for (const user of [...users.slice(0, 40), "BOB", "nobody"]) expectProfile(t, w, comments, user, 10, "after setup");
  for (const n of [1, 101, 5000]) expectProfile(t, w, comments, "ann.lee", n, "after setup");
  w.withoutIndexes(() => expectProfile(t, w, comments, "bob", 50, "after setup"));
});

must("no-scan", "No screen examines comments of other posts or of other users.", (t) => {
  const w = t.fresh({ seed: 614, scale: 0.4 });
  const { comments } = w.rows;
  const reader = comments.find(({ user }) => /^reader/.test(user)).user;
  const reads = [
    ...["bob", "o'neil", reader].map((user) => ["commentsBy", [user, 10], ofUser(comments, user), "user wrote"]),
    ...[1, "quiet", "a.b"].flatMap((id) => [["commentsOf", [id, 0, 10]], ["postPage", [id]]].map((read) => [...read, ofPost(comments, id), "post has"])),
  ];
  for (const [name, values, own, who] of reads) {
    const meters = w.cost(() => w.call(name, ...values));
    const call = `${name}(db, ${values.map(show).join(", ")})`;
    const examined = amountOf(meters.docsExamined, "document");
    t.expect.that(meters.docsExamined <= own.length + 2, `${call} examined ${examined}; the ${who} ${amountOf(own.length, "comment")}`);
  }
});

must("new-comments", "A new comment is on every screen, at the place its date gives it, once.", (t) => {
  const w = t.fresh({ seed: 615, scale: 0.05 });
  const comments = [...w.rows.comments];
  const top = ofPost(comments, 1);
  const dates = ["2012-10-15T11:00:00Z", "2012-10-15T11:30:00Z", "2012-10-14T09:00:00Z", top[1].created, top[0].created, "2009-01-01T00:00:00Z", "2012-10-15T11:30:00Z", "2012-10-15T11:00:00Z"];
  dates.forEach((created, i) => {
    for (const post of [1, "quiet", "quiet.$"]) {
      const comment = made(`${"dbahcgef"[i]}${post}`, post, i % 3 ? "bob" : `newcomer ${i}`, created);
      w.call("addComment", comment);
      comments.push(comment);
      expectAll(t, w, comments, comment, `after the comment ${comment._id} of ${comment.created.toISOString()}`);
    }
  });
  const [again] = comments.slice(-3);
  for (const comment of [again, w.rows.comments[0], comments.find(({ _id }) => _id === top[0]._id)]) {
    w.call("addComment", comment);
    expectAll(t, w, comments, comment, `after the comment ${comment._id} was sent again`);
  }
  w.call("addComment", { ...again, text: "Another text." });
  expectAll(t, w, comments, again, `after another comment with the _id ${again._id} was sent`);
  for (const post of ["nowhere", "1", 99_999]) {
    const comment = made("lost", post, "bob", "2012-10-15T11:59:00Z");
    w.call("addComment", comment);
    expectAll(t, w, comments, comment, `after a comment to the unknown post ${show(post)}`);
  }
  w.withoutIndexes(() => expectAll(t, w, comments, again, "after all of them"));
}, { after: ["lists", "pages", "profiles"] });

must("rival", "Two comments at the same moment both count, and one that is sent twice counts once.", (t) => {
  const w = t.fresh({ seed: 615, scale: 0.05 });
  const first = made("left", 1, "bob", "2012-10-15T11:00:00Z");
  for (const [second, pairs, when] of [
    [made("right", 1, "zoë", "2012-10-15T11:00:00Z"), false, "after two comments at the same moment"],
    [made("late", 1, "bob", "2009-10-15T11:00:00Z"), false, "after a new and a late comment at the same moment"],
    [made("far", 2, "bob", "2012-10-15T10:00:00Z"), false, "after comments on two posts at the same moment"],
    [first, true, "after the same comment was sent twice at the same moment"],
  ]) {
    const comments = [...w.rows.comments, ...new Set([first, second])];
    w.rival(
      (world) => world.call("addComment", first),
      (world) => world.call("addComment", second),
      (world) => {
        expectAll(t, world, comments, first, when);
        expectAll(t, world, comments, second, when);
      },
      { pairs, limit: 40 },
    );
  }
  const [a, b, c] = [10, 11, 12].map((minute) => made(`m${minute}`, "quiet", "bob", `2012-10-15T11:${minute}:00Z`));
  w.rival(
    (world) => world.call("addComment", b),
    (world) => [c, a].forEach((comment) => world.call("addComment", comment)),
    (world) => expectAll(t, world, [...w.rows.comments, a, b, c], a, "after three comments at the same moment"),
  );
}, { after: ["new-comments"] });

// With the comment or without it: a page that is read meanwhile may lag behind.
function expectBetween(t, page, before, after, when) {
  t.expect.that(page !== null && typeof page === "object" && Array.isArray(page.newest), `postPage(db, 1) ${when} is ${show(page)}`);
  const counts = [before.length, after.length];
  t.expect.that(counts.includes(numberOf(page.count)), `postPage(db, 1) ${when}: count ${show(page.count)}, stored ${counts[0]} before and ${counts[1]} after`);
  const ids = show(page.newest.map((comment) => comment?._id));
  const right = [before, after].map((list) => show(list.slice(0, 3).map(({ _id }) => _id)));
  t.expect.that(right.includes(ids), `postPage(db, 1) ${when}: \`newest\` is ${ids}, it was ${right[0]} before and is ${right[1]} after`);
}

must("readers", "A read while a comment is being added shows all other comments, with the new one or without it.", (t) => {
  const w = t.fresh({ seed: 615, scale: 0.05 });
  const comment = made("fresh", 1, "bob", "2012-10-15T11:00:00Z");
  const [before, after] = [ofPost(w.rows.comments, 1), ofPost([...w.rows.comments, comment], 1)];
  const answers = {};
  const read = (world) => {
    answers.page = world.call("postPage", 1);
    answers.list = world.call("commentsOf", 1, 0, 1000);
    answers.profile = world.call("commentsBy", "bob", 1000);
  };
  const add = (world) => world.call("addComment", comment);
  for (const [action, interference, when] of [[add, read, "while a comment was added"], [read, add, "in which a comment came"]]) {
    w.rival(action, interference, (world) => {
      expectBetween(t, answers.page, before, after, when);
      const lists = [[answers.list, (all) => ofPost(all, 1), "commentsOf(db, 1, 0, 1000)"], [answers.profile, (all) => ofUser(all, "bob"), 'commentsBy(db, "bob", 1000)']];
      for (const [found, of, call] of lists) {
        const has = Array.isArray(found) && found.some((each) => each?._id === comment._id);
        expectOrder(t, found, of(has ? [...w.rows.comments, comment] : w.rows.comments), `${call} ${when}`);
      }
      expectAll(t, world, [...w.rows.comments, comment], comment, "after the comment was added");
    }, { limit: 30 });
  }
}, { after: ["new-comments"] });

must("crash", "If a client dies inside addComment, after repair the comment is on all screens or on none.", (t) => {
  const w = t.fresh({ seed: 615, scale: 0.05 });
  const repair = (world) => world.has("repair") && world.call("repair");
  const other = made("other", 1, "zoë", "2012-10-15T11:30:00Z");
  for (const [comment, meanwhile] of [
    [made("unlucky", 1, "bob", "2012-10-15T11:00:00Z"), null],
    [made("unlucky", 1, "bob", "2012-10-15T11:00:00Z"), other],
    [made("unlucky", "quiet", "bob", "2012-10-15T11:00:00Z"), null],
    [made("late", 1, "bob", "2009-10-15T11:00:00Z"), null],
  ]) {
    const stored = meanwhile ? [...w.rows.comments, meanwhile] : w.rows.comments;
    w.crash(
      (world) => world.call("addComment", comment),
      (world) => {
        if (meanwhile) world.call("addComment", meanwhile);
        repair(world);
      },
      (world) => {
        const here = world.call("commentsOf", comment.post, 0, 1000).some(({ _id }) => _id === comment._id);
        const page = world.call("postPage", comment.post);
        const onPage = page?.newest?.some(({ _id }) => _id === comment._id);
        const after = "the client died in addComment";
        t.expect.that(here || !onPage, `${after}: the page shows a comment that no list has, after \`repair\` too`);
        expectAll(t, world, here ? [...stored, comment] : stored, comment, `after ${after} and \`repair\` ran`);
        expectPage(t, world, stored, 2, `after ${after} and \`repair\` ran`);
        world.call("addComment", comment);
        repair(world);
        expectAll(t, world, [...stored, comment], comment, `after ${after}, the comment was sent again and \`repair\` ran`);
      },
      { outside: {}, limit: 40 },
    );
  }
}, { after: ["new-comments"] });

must("repairs-all", "`repair` mends every post, however many there are.", (t) => {
  const w = t.fresh({ seed: 616, scale: 0.5 });
  const comment = made("unlucky", "quiet.$", "bob", "2012-10-15T11:00:00Z");
  w.crash((world) => world.call("addComment", comment), null, (world) => {
    if (world.has("repair")) world.call("repair");
    const listed = world.call("commentsOf", comment.post, 0, 10).length;
    const { count } = world.call("postPage", comment.post);
    t.expect.that(numberOf(count) === listed, `of ${world.rows.posts.length} posts the last one got its first comment, and the client died in addComment; after repair, its page has count ${show(count)}, its list ${amountOf(listed, "comment")}`);
  });
}, { after: ["crash"] });

star("one-trip", "A post's page is one round trip.", (t) => {
  const w = t.fresh({ seed: 619, scale: 0.2 });
  const { roundTrips } = w.cost(() => w.call("postPage", 1));
  t.expect.that(roundTrips <= 1, `postPage(db, 1) took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["pages"] });

star("lean-page", "A post's page examines one document and reads at most 5 KB.", (t) => {
  const w = t.fresh({ seed: 612, scale: 2.6 });
  for (const id of [1, w.rows.posts[1]._id]) {
    let page;
    const meters = w.cost(() => {
      page = w.call("postPage", id);
    });
    t.expect.that(meters.docsExamined <= 1, `postPage(db, ${show(id)}) examined ${amountOf(meters.docsExamined, "document")}`);
    t.expect.that(meters.bytesRead <= 5000, `postPage(db, ${show(id)}) read ${kilobytes(meters.bytesRead)} to show ${kilobytes(show(page).length)}`);
  }
}, { after: ["pages"] });

star("growth", "No document is above 100 KB when a post has 600 comments.", (t) => {
  const w = t.fresh({ seed: 620, scale: 0.03 });
  const posted = 600 - ofPost(w.rows.comments, 1).length;
  const start = Date.parse("2012-10-02T00:00:00Z");
  for (let i = 0; i < posted; i++) w.call("addComment", made(i, 1, `fan${i % 90}`, start + i * 1000));
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  t.expect.that(largest.maxObjSize <= 100_000, `a post has 600 comments, and the largest document of \`${largest.name}\` has ${kilobytes(largest.maxObjSize)}`);
}, { after: ["new-comments"] });

measure((w) => {
  const ids = w.rows.posts.map(({ _id }) => _id);
  for (let i = 0; i < 100; i++) w.call("postPage", ids[i % 20]);
  for (let i = 0; i < 5; i++) w.call("commentsOf", ids[i], 0, 100);
  for (const user of ["bob", "zoë"]) w.call("commentsBy", user, 10);
  for (let i = 0; i < 3; i++) w.call("addComment", made(i, ids[i], "bob", w.clock.now().getTime() + i));
}, { scale: 0.2 });
