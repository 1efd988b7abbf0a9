// Feeds and threads equal what the comments say: after setup, after each comment, beside other clients.

const show = (value) => JSON.stringify(value) ?? "nothing";
const byNewest = (a, b) => b.at - a.at || (a._id < b._id ? 1 : -1);
const shown = ({ _id, user, text, at }) => ({ _id, user, text, at });
const label = (comment) => `${show(comment?._id)} of ${comment?.at instanceof Date ? comment.at.toISOString() : show(comment?.at)}`;
const ofPost = ({ comments }, id) => comments.filter(({ post }) => post === id).sort(byNewest);

function expectComments(t, found, right, call) {
  t.expect.that(Array.isArray(found), `${call} is ${show(found)}, not a list`);
  right.forEach((comment, i) => {
    const is = found[i];
    if (!is) t.fail(`${call} has ${amountOf(found.length, "comment")}; ${label(comment)} is missing`);
    t.expect.that(is._id === comment._id, `${call}: at place ${i + 1} stands ${label(is)}, where ${label(comment)} belongs`);
    t.expect.equal(shown(is), shown(comment), `${call}: comment ${show(comment._id)}`);
  });
  t.expect.that(found.length === right.length, `${call} has ${amountOf(found.length, "comment")}, it should have ${right.length}`);
}

function expectFeed(t, w, rows, id, when) {
  const call = `feed(db, ${show(id)}) ${when}`;
  const feed = w.call("feed", id);
  t.expect.that(Array.isArray(feed), `${call} is ${show(feed)}, not a list`);
  const posts = rows.feeds.find(({ _id }) => _id === id)?.posts ?? [];
  t.expect.ordered(feed.map((post) => post?._id), posts, `${call}: the posts`);
  feed.forEach((post, i) => {
    const place = posts.indexOf(post._id) === i ? `post ${show(post._id)}` : `the second place of post ${show(post._id)}`;
    const own = ofPost(rows, post._id);
    t.expect.that(post.text === rows.posts.find(({ _id }) => _id === post._id).text, `${call}: ${place} has the text ${show(post.text)}`);
    t.expect.that(numberOf(post.count) === own.length, `${call}: ${place} has ${post.count === undefined ? "no `count`" : `count ${show(post.count)}`}, the thread has ${amountOf(own.length, "comment")}`);
    expectComments(t, post.newest, own.slice(0, 3), `${call}: ${place}, \`newest\``);
  });
}

const expectThread = (t, w, rows, id, when) =>
  expectComments(t, w.call("thread", id), ofPost(rows, id).reverse(), `thread(db, ${show(id)}) ${when}`);

function expectAll(t, w, rows, post, when) {
  expectThread(t, w, rows, post, when);
  const feeds = rows.feeds.filter(({ posts }) => posts.includes(post)).map(({ _id }) => _id);
  for (const id of new Set([1, ...feeds.slice(0, 2), ...feeds.slice(-2)])) expectFeed(t, w, rows, id, when);
}

must("feeds", "A feed shows its posts in order, each with its number of comments and the three newest.", (t) => {
  const w = t.fresh({ seed: 741, scale: 0.15 });
  for (const { _id } of w.rows.feeds.slice(0, 25)) expectFeed(t, w, w.rows, _id, "after setup");
  for (const id of ["nowhere", "1", 99_999]) expectFeed(t, w, w.rows, id, "after setup");
  w.withoutIndexes(() => [0, 1, "f.7"].forEach((id) => expectFeed(t, w, w.rows, id, "after setup")));
});

must("threads", "A thread has all comments of the post, oldest first.", (t) => {
  const w = t.fresh({ seed: 741, scale: 0.15 });
  for (const { _id } of w.rows.posts) expectThread(t, w, w.rows, _id, "after setup");
  for (const id of ["nowhere", "8", ""]) expectThread(t, w, w.rows, id, "after setup");
  w.withoutIndexes(() => expectThread(t, w, w.rows, "p0", "after setup"));
});

must("comments", "A new comment is in the thread and in all feeds that show the post, once, at the place of its time.", (t) => {
  const w = t.fresh({ seed: 742, scale: 0.06 });
  const { rows } = w;
  const newest = ofPost(rows, "p0")[0].at;
  const times = ["2012-10-15T11:00:00Z", newest, "2012-10-15T11:00:00Z", "2012-10-15T09:00:00Z", "2009-01-01T00:00:00Z", newest, "2012-10-15T09:00:00Z"].map((time) => new Date(time));
  for (const post of ["p0", "a.b", rows.posts.at(-1)._id, 7, "__proto__"]) {
    times.forEach((at, i) => {
      const made = { _id: `${"mzabxqn"[i]}:${show(post)}`, post, user: "ann", text: `$text ${i}`, at };
      const answer = w.call("comment", made);
      rows.comments.push(made);
      expectAll(t, w, rows, post, `after the comment ${label(made)}`);
      t.expect.that(answer === true, `comment(db, ${label(made)}) is ${show(answer)}, the post is known`);
      if (i % 2) return;
      const again = w.call("comment", made);
      expectAll(t, w, rows, post, `after the comment ${label(made)} was sent again`);
      t.expect.that(again === true, `comment(db, ${label(made)}) sent again is ${show(again)}, the post is known`);
    });
  }
  for (const post of ["nowhere", "8"]) {
    const lost = { _id: "lost", post, user: "bob", text: "hello?", at: new Date("2012-10-15T11:30:00Z") };
    const answer = w.call("comment", lost);
    t.expect.that(answer === false, `comment(db, …) on the unknown post ${show(post)} is ${show(answer)}`);
    expectThread(t, w, rows, post, "after a comment on an unknown post");
  }
  for (const { _id } of rows.feeds) expectFeed(t, w, rows, _id, "after all of them");
  w.withoutIndexes(() => rows.feeds.slice(0, 5).forEach(({ _id }) => expectFeed(t, w, rows, _id, "after all of them")));
}, { after: ["feeds", "threads"] });

must("everywhere", "A comment on a post that is in more than a hundred feeds is in all of them.", (t) => {
  const w = t.fresh({ seed: 746, scale: 0.5 });
  const { rows } = w;
  const feeds = rows.feeds.filter(({ posts }) => posts.includes("p0")).map(({ _id }) => _id);
  for (const time of ["2012-10-15T11:00:00Z", "2012-10-15T10:00:00Z"]) {
    const made = { _id: `everywhere ${time}`, post: "p0", user: "ann", text: "to all", at: new Date(time) };
    w.call("comment", made);
    rows.comments.push(made);
  }
  const when = `after two comments on a post that is in ${amountOf(feeds.length, "feed")}`;
  feeds.forEach((id, i) => i % 10 === 0 && expectFeed(t, w, rows, id, when));
  expectAll(t, w, rows, "p0", when);
}, { after: ["comments"] });

must("rival", "Two comments at the same moment both count, and one that is sent twice counts once.", (t) => {
  const w = t.fresh({ seed: 743, scale: 0.04 });
  const made = (_id, post, time) => ({ _id, post, user: "ann", text: "at once", at: new Date(time) });
  const first = made("one", "p0", "2012-10-15T11:00:00Z");
  for (const second of [made("two", "p0", "2012-10-15T11:00:00Z"), made("late", "p0", "2009-10-15T11:00:00Z"), made("other", "a.b", "2012-10-15T11:00:00Z"), first]) {
    const rows = { ...w.rows, comments: [...w.rows.comments, ...new Set([first, second])] };
    const when = first === second ? "after one comment was sent twice at the same moment" : `after comments ${show("one")} and ${show(second._id)} at the same moment`;
    w.rival((world) => world.call("comment", first), (world) => world.call("comment", second), (world) => expectAll(t, world, rows, "p0", when), { pairs: first === second, limit: 30 });
  }
}, { after: ["comments"] });

must("first-comment", "A crash in the first comment on a post leaves feeds and thread in agreement, after repair.", (t) => {
  const w = t.fresh({ seed: 746, scale: 0.04 });
  const post = w.rows.posts.at(-1)._id;
  const made = { _id: "first", post, user: "ann", text: "first!", at: new Date("2012-10-15T11:00:00Z") };
  const repair = (world) => world.has("repair") && world.call("repair");
  w.crash(
    (world) => world.call("comment", made),
    repair,
    (world) => {
      const comments = world.call("thread", post).length > 0 ? [...w.rows.comments, made] : w.rows.comments;
      expectAll(t, world, { ...w.rows, comments }, post, "after a client died in the post's first comment, and repair");
    },
    { limit: 30 },
  );
}, { after: ["crashes"] });

star("one-document", "A feed examines one document.", (t) => {
  const w = t.fresh({ seed: 744, scale: 0.3 });
  for (const id of [0, 3, 5]) {
    const { docsExamined } = w.cost(() => w.call("feed", id));
    const count = w.rows.feeds.find(({ _id }) => _id === id).posts.length;
    t.expect.that(docsExamined <= 1, `feed(db, ${id}) examined ${amountOf(docsExamined, "document")} for ${amountOf(count, "post")}`);
  }
});

star("two-trips", "A feed takes at most two round trips.", (t) => {
  const w = t.fresh({ seed: 744, scale: 0.3 });
  for (const id of [0, 3, 5]) {
    const { roundTrips } = w.cost(() => w.call("feed", id));
    const count = w.rows.feeds.find(({ _id }) => _id === id).posts.length;
    t.expect.that(roundTrips <= 2, `feed(db, ${id}) took ${amountOf(roundTrips, "round trip")} for ${amountOf(count, "post")}`);
  }
});

star("calm-comment", "A comment writes at most three documents, however many feeds show the post.", (t) => {
  const w = t.fresh({ seed: 745, scale: 0.3 });
  const feedsOf = (id) => w.rows.feeds.filter(({ posts }) => posts.includes(id)).length;
  const some = w.rows.posts.find(({ _id }) => feedsOf(_id) >= 10 && feedsOf(_id) <= 45)._id;
  for (const post of ["p0", some]) {
    const made = { _id: `calm ${post}`, post, user: "ann", text: "to all", at: new Date("2012-10-15T11:00:00Z") };
    const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("comment", made));
    const count = ninserted + nModified + nUpserted + ndeleted;
    t.expect.that(count <= 3, `a comment on a post that is in ${amountOf(feedsOf(post), "feed")} wrote ${amountOf(count, "document")}`);
  }
});

probe("feed", (w) => w.call("feed", w.rows.feeds[0]._id), { scale: 0.3 });

measure((w) => {
  for (const { _id } of w.rows.feeds.slice(0, 30)) w.call("feed", _id);
  for (const post of ["p0", "a.b", 7]) w.call("comment", { _id: `measured ${post}`, post, user: "ann", text: "Hello to all of you.", at: new Date("2012-10-15T11:00:00Z") });
  w.call("thread", "p0");
}, { scale: 0.3 });
