// Beyond the model: pages that are read meanwhile, a repair of more posts than it plays, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const byNewest = (a, b) => b.created - a.created || (a._id < b._id ? 1 : -1);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

const ofPost = (comments, id) => comments.filter(({ post }) => post === id).sort(byNewest);
const ofUser = (comments, name) => comments.filter(({ user }) => user === name).sort(byNewest);

function made(i, post, user, created) {
  return { _id: `new${i}`, post, user, text: `$text ${i}: read it twice, “très bien”. `.repeat(6), created: new Date(created) };
}

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

// A design may read the count and the newest one after the other: each of them has the comment or not.
must("readers", "A page that is read while a comment is being added shows the newest comments with it or without it.", (t) => {
  const w = t.fresh({ seed: 615, scale: 0.05 });
  const comment = made("fresh", 1, "bob", "2012-10-15T11:00:00Z");
  const states = [w.rows.comments, [...w.rows.comments, comment]].map((comments) => ofPost(comments, 1));
  const [before, after] = states.map((list) => show(list.slice(0, 3).map(({ _id }) => _id)));
  const counts = states.map((list) => list.length);
  const answers = {};
  const read = (world) => {
    answers.page = world.call("postPage", 1);
  };
  const add = (world) => world.call("addComment", comment);
  for (const [action, interference, when] of [[add, read, "while a comment was added"], [read, add, "in which a comment came"]]) {
    w.rival(action, interference, () => {
      const { page } = answers;
      const call = `postPage(db, 1) ${when}`;
      t.expect.that(Array.isArray(page?.newest), `${call} is ${show(page)}`);
      t.expect.that(counts.includes(numberOf(page.count)), `${call}: count ${show(page.count)}, stored ${counts[0]} before and ${counts[1]} after`);
      const ids = show(page.newest.map((each) => each?._id));
      t.expect.that(ids === before || ids === after, `${call}: \`newest\` is ${ids}, it was ${before} before and is ${after} after`);
    }, { limit: 30 });
  }
}, { after: ["history"] });

must("repairs-all", "`repair` mends every post, however many there are.", (t) => {
  const w = t.fresh({ seed: 616, scale: 0.5 });
  const comment = made("unlucky", "quiet.$", "bob", "2012-10-15T11:00:00Z");
  w.crash((world) => world.call("addComment", comment), null, (world) => {
    if (world.has("repair")) world.call("repair");
    const listed = world.call("commentsOf", comment.post, 0, 10).length;
    const { count } = world.call("postPage", comment.post);
    t.expect.that(numberOf(count) === listed, `of ${world.rows.posts.length} posts the last one got its first comment, and the client died in addComment; after repair, its page has count ${show(count)}, its list ${amountOf(listed, "comment")}`);
  });
}, { after: ["crashes"] });

star("one-trip", "A post's page is one round trip.", (t) => {
  const w = t.fresh({ seed: 619, scale: 0.2 });
  const { roundTrips } = w.cost(() => w.call("postPage", 1));
  t.expect.that(roundTrips <= 1, `postPage(db, 1) took ${amountOf(roundTrips, "round trip")}`);
}, { after: ["history"] });

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
}, { after: ["history"] });

star("growth", "No document is above 100 KB when a post has 600 comments.", (t) => {
  const w = t.fresh({ seed: 620, scale: 0.03 });
  const posted = 600 - ofPost(w.rows.comments, 1).length;
  const start = Date.parse("2012-10-02T00:00:00Z");
  for (let i = 0; i < posted; i++) w.call("addComment", made(i, 1, `fan${i % 90}`, start + i * 1000));
  const largest = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  t.expect.that(largest.maxObjSize <= 100_000, `a post has 600 comments, and the largest document of \`${largest.name}\` has ${kilobytes(largest.maxObjSize)}`);
}, { after: ["history"] });

measure((w) => {
  const ids = w.rows.posts.map(({ _id }) => _id);
  for (let i = 0; i < 100; i++) w.call("postPage", ids[i % 20]);
  for (let i = 0; i < 5; i++) w.call("commentsOf", ids[i], 0, 100);
  for (const user of ["bob", "zoë"]) w.call("commentsBy", user, 10);
  for (let i = 0; i < 3; i++) w.call("addComment", made(i, ids[i], "bob", w.clock.now().getTime() + i));
}, { scale: 0.2 });
