// Beyond the model: the order of comments without an index, two deaths before a repair, and what calls cost.

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

must("ties", "Comments of one time have their order without an index, too.", (t) => {
  const w = t.fresh({ seed: 742, scale: 0.06 });
  const { rows } = w;
  for (const _id of ["m", "z", "a"]) {
    const made = { _id, post: "p0", user: "ann", text: "at once", at: new Date("2012-10-15T11:00:00Z") };
    w.call("comment", made);
    rows.comments.push(made);
  }
  w.withoutIndexes(() => expectAll(t, w, rows, "p0", "after three comments of one time"));
}, { after: ["history"] });

must("two-deaths", "After two clients died, one call of `repair` mends all posts.", (t) => {
  const w = t.fresh({ seed: 743, scale: 0.04 });
  if (!w.has("repair")) return;
  const made = ["p0", "p11"].map((post) => ({ _id: `died at ${post}`, post, user: "ann", text: "cut off", at: new Date("2012-10-15T11:00:00Z") }));
  const dying = (comment, then) => (world) => world.crash((one) => one.call("comment", comment), null, then, { limit: 30 });
  dying(made[0], dying(made[1], (world) => {
    world.call("repair");
    const done = made.filter(({ _id, post }) => world.call("thread", post).some((comment) => comment._id === _id));
    const rows = { ...w.rows, comments: [...w.rows.comments, ...done] };
    for (const { post } of made) expectAll(t, world, rows, post, "after two clients died in comment, and repair");
  }))(w);
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
