// Everybody sees the posts that the circles allow now, and no others.

const show = (value) => JSON.stringify(value) ?? "nothing";
const byNewest = (a, b) => b.at - a.at || (a._id < b._id ? -1 : 1);
const memberOf = (rows, id) => rows.members.find(({ _id }) => _id === id);

function circlesOf(rows, author, viewer) {
  return memberOf(rows, author).circles.filter(({ members }) => members.includes(viewer)).map(({ name }) => name);
}

function sees(rows, { author, audience }, viewer) {
  if (author === viewer || audience === "public") return true;
  const own = circlesOf(rows, author, viewer);
  return audience === "circles" ? own.length > 0 : own.some((name) => audience.includes(name));
}

const label = ({ _id, author, audience }) => `${show(_id)} by ${show(author)} to ${Array.isArray(audience) ? `the circles ${show(audience)}` : audience === "public" ? "everyone" : "all circles"}`;

// Compares a wall or news with what the viewer may see.
function expectPosts(t, w, rows, authors, viewer, n, when, name = "wall") {
  const call = `${name === "wall" ? `wall(db, ${show(authors[0])}, ${show(viewer)}, ${n})` : `news(db, ${show(viewer)}, ${show(authors)}, ${n})`} ${when}`;
  const found = name === "wall" ? w.call("wall", authors[0], viewer, n) : w.call("news", viewer, authors, n);
  t.expect.that(Array.isArray(found), `${call} is ${show(found)}, not a list`);
  const all = rows.posts.filter((post) => authors.includes(post.author) && sees(rows, post, viewer)).sort(byNewest);
  const right = all.slice(0, n);
  for (const post of found) {
    const known = rows.posts.find(({ _id }) => _id === post?._id);
    t.expect.that(known && authors.includes(known.author), `${call} has ${show(post)}, which does not belong there`);
    const circles = circlesOf(rows, known.author, viewer);
    t.expect.that(sees(rows, known, viewer), `${call} shows the post ${label(known)}; ${show(viewer)} is in the circles ${show(circles)}`);
  }
  const missing = right.find(({ _id }) => found.every((post) => post._id !== _id));
  if (missing && found.length < right.length) {
    t.fail(`${call} shows ${amountOf(found.length, "post")}, ${all.length > n ? `${n} of the visible ones` : all.length} should be there; missing is ${label(missing)}`);
  }
  t.expect.ordered(found.map(({ _id }) => _id), right.map(({ _id }) => _id), `${call}: the _ids`);
  right.forEach(({ _id, text, at }, i) => t.expect.equal({ text: found[i].text, at: found[i].at }, { text, at }, `${call}: post ${show(_id)}`));
}

const VIEWERS = ["ann", "a", "zoë", "public", "m12", "stranger"];

function expectAll(t, w, rows, author, when, viewers = VIEWERS) {
  for (const viewer of new Set([author, ...viewers])) expectPosts(t, w, rows, [author], viewer, 100, when);
}

must("walls", "A wall shows the newest posts that the viewer may see, and no others.", (t) => {
  const w = t.fresh({ seed: 751, scale: 0.1 });
  const { rows } = w;
  for (const { _id } of rows.members.slice(0, 16)) expectAll(t, w, rows, _id, "after setup");
  for (const viewer of ["ann", "stranger", "m20"]) for (const n of [1, 3, 10]) expectPosts(t, w, rows, ["ann"], viewer, n, "after setup");
  expectPosts(t, w, { ...rows, posts: [] }, ["nobody"], "ann", 10, "after setup");
  w.withoutIndexes(() => expectPosts(t, w, rows, ["a"], "ann", 20, "after setup"));
});

must("news", "News show the same for several authors.", (t) => {
  const w = t.fresh({ seed: 752, scale: 0.1 });
  const ids = w.rows.members.map(({ _id }) => _id);
  for (const viewer of VIEWERS) {
    for (const [authors, n] of [[["ann", "a", "a.b"], 10], [ids.slice(0, 12), 100], [["public", "m20"], 5], [["circles"], 50]]) expectPosts(t, w, w.rows, authors, viewer, n, "after setup", "news");
  }
  w.withoutIndexes(() => expectPosts(t, w, w.rows, ["ann", "a", "zoë"], "a.b", 20, "after setup", "news"));
}, { after: ["walls"] });

// The change that setCircle makes, in the rows.
function changed(rows, author, circle, member, on) {
  const { circles } = memberOf(rows, author);
  let own = circles.find(({ name }) => name === circle);
  if (!own) circles.push((own = { name: circle, members: [] }));
  own.members = own.members.filter((id) => id !== member);
  if (on) own.members.push(member);
}

must("changes", "New posts and changed circles show at once, on old posts too.", (t) => {
  const w = t.fresh({ seed: 753, scale: 0.04 });
  const { rows } = w;
  const set = (...values) => {
    w.call("setCircle", ...values);
    changed(rows, ...values);
    const when = `after setCircle(db, ${values.map(show).join(", ")})`;
    expectAll(t, w, rows, values[0], when, [values[2], "a", "zoë"]);
    expectPosts(t, w, rows, ["ann", "a", "a.b"], values[2], 30, when, "news");
  };
  const send = (author, audience, i) => {
    const made = { _id: `new ${i}`, author, audience, text: `$text ${i}`, at: new Date(Date.parse("2012-10-15T09:00:00Z") + (i % 4) * 1000) };
    w.call("post", made);
    rows.posts.push(made);
    expectAll(t, w, rows, author, `after the post ${label(made)}`);
    if (i % 3) return;
    w.call("post", made);
    expectAll(t, w, rows, author, `after the post ${label(made)} was sent again`);
  };
  for (const [at, author] of ["ann", "a.b", "public"].entries()) {
    const name = memberOf(rows, author).circles[0].name;
    for (const [i, audience] of ["public", "circles", [], [name], ["later"], ["public"], [name, "later"]].entries()) send(author, audience, at * 10 + i);
    for (const on of [true, true, false, false, true]) set(author, name, "m12", on);
    set(author, "later", "zoë", true);
    set(author, "public", "m12", true);
    set(author, name, "m12", false);
    set(author, "later", "zoë", false);
    // Somebody who is in no circle any more.
    for (const { name: each } of [...memberOf(rows, author).circles]) if (circlesOf(rows, author, "zoë").includes(each)) set(author, each, "zoë", false);
  }
}, { after: ["walls", "news"] });

must("many", "A wall of more than a thousand posts is shown whole.", (t) => {
  const w = t.fresh({ seed: 757, scale: 0.02 });
  const { rows } = w;
  for (let i = 0; i < 1010; i++) {
    const made = { _id: `many ${i}`, author: "ann", audience: i % 3 === 0 ? [] : "public", text: "Text", at: new Date(Date.UTC(2012, 9, 14) + (i % 300) * 1000) };
    w.call("post", made);
    rows.posts.push(made);
  }
  expectPosts(t, w, rows, ["ann"], "ann", 5000, "after 1,010 posts");
  expectPosts(t, w, rows, ["ann", "a"], "stranger", 5000, "after 1,010 posts", "news");
}, { after: ["changes"] });

must("apart", "Circles of two authors stay apart, also where author and name together are the same text.", (t) => {
  const w = t.fresh({ seed: 758, scale: 0.02 });
  const { rows } = w;
  for (const [author, circle, member] of [["a", ".bx", "zoë"], ["a.b", "x", "ann"]]) {
    w.call("setCircle", author, circle, member, true);
    changed(rows, author, circle, member, true);
  }
  for (const [author, circle] of [["a", ".bx"], ["a.b", "x"]]) {
    const made = { _id: `to ${author}`, author, audience: [circle], text: "Text", at: new Date(Date.UTC(2012, 9, 14)) };
    w.call("post", made);
    rows.posts.push(made);
  }
  for (const author of ["a", "a.b"]) expectAll(t, w, rows, author, 'after "a" has made the circle ".bx", and "a.b" the circle "x"');
}, { after: ["changes"] });

must("rival", "A circle that changes while its author posts, or changes another one, counts for all posts.", (t) => {
  const w = t.fresh({ seed: 754, scale: 0.035 });
  const [name, other] = memberOf(w.rows, "ann").circles.map((circle) => circle.name);
  const made = { _id: "at once", author: "ann", audience: [name], text: "now", at: new Date("2012-10-15T11:00:00Z") };
  const member = memberOf(w.rows, "ann").circles[0].members.find((id) => id !== "m12");
  const set = (...values) => ({ call: ["setCircle", "ann", ...values], apply: (rows) => changed(rows, "ann", ...values) });
  const post = { call: ["post", made], apply: (rows) => rows.posts.push(made) };
  for (const [first, second] of [[post, set(name, member, false)], [set(name, member, false), post],
    [post, set(name, "m12", true)], [set(name, member, false), set(other, "m12", true)],
    [set(name, "m12", true), set(name, member, false)], [set("made now", "m12", true), set("made now", member, true)]]) {
    const rows = { members: w.rows.members.map(({ _id, circles }) => ({ _id, circles: circles.map((circle) => ({ ...circle })) })), posts: [...w.rows.posts] };
    for (const { apply } of [first, second]) apply(rows);
    const when = `after ${first.call[0]} and ${second.call[0]} of "ann" at the same moment`;
    w.rival((world) => world.call(...first.call), (world) => world.call(...second.call), (world) => {
      expectAll(t, world, rows, "ann", when, [member, "m12"]);
      if (first.call[2] !== "made now") return;
      world.call("setCircle", "ann", "made now", "m12", false);
      world.call("post", { ...made, audience: ["made now"] });
      const found = world.call("wall", "ann", "m12", 100).some(({ _id }) => _id === made._id);
      t.expect.that(!found, `after two members were put into the new circle "made now" at the same moment, and "m12" was taken out, "m12" sees a post to it`);
    }, { limit: 30 });
  }
}, { after: ["changes"] });

must("cut-off", "After a call was cut off and repeated, everything is right.", (t) => {
  const w = t.fresh({ seed: 755, scale: 0.035 });
  const { name, members } = memberOf(w.rows, "ann").circles[0];
  const made = { _id: "cut off", author: "ann", audience: "circles", text: "now", at: new Date("2012-10-15T11:00:00Z") };
  for (const [call, ...values] of [["setCircle", "ann", name, members[0], false], ["setCircle", "ann", name, "m12", true], ["post", made]]) {
    const rows = { members: w.rows.members.map(({ _id, circles }) => ({ _id, circles: circles.map((circle) => ({ ...circle })) })), posts: [...w.rows.posts] };
    if (call === "post") rows.posts.push(made);
    else changed(rows, ...values);
    const again = (world) => world.call(call, ...values);
    w.crash(again, again, (world) => expectAll(t, world, rows, "ann", `after the client died in ${call} and it was called again`, [members[0], "m12"]), { outside: {} });
  }
}, { after: ["changes"] });

star("lean", "A wall and news examine at most two documents more than they show.", (t) => {
  const w = t.fresh({ seed: 756, scale: 0.4 });
  const authors = w.rows.members.slice(0, 12).map(({ _id }) => _id);
  for (const viewer of ["m30", "stranger", "a"]) {
    for (const [name, ...values] of [["wall", "ann", viewer, 10], ["news", viewer, authors, 20]]) {
      let found;
      const { docsExamined } = w.cost(() => (found = w.call(name, ...values)));
      t.expect.that(docsExamined <= found.length + 2, `${name} for ${show(viewer)} shows ${amountOf(found.length, "post")} and examined ${amountOf(docsExamined, "document")}`);
    }
  }
});

star("calm-circle", "Changing a circle writes at most two documents.", (t) => {
  const w = t.fresh({ seed: 756, scale: 0.4 });
  const posts = w.rows.posts.filter(({ author }) => author === "ann").length;
  const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("setCircle", "ann", memberOf(w.rows, "ann").circles[0].name, "m100", true));
  const count = ninserted + nModified + nUpserted + ndeleted;
  t.expect.that(count <= 2, `setCircle of an author with ${amountOf(posts, "post")} wrote ${amountOf(count, "document")}`);
});

star("one-trip", "A wall is one round trip.", (t) => {
  const w = t.fresh({ seed: 756, scale: 0.4 });
  const { roundTrips } = w.cost(() => w.call("wall", "ann", "m30", 10));
  t.expect.that(roundTrips <= 1, `wall(db, "ann", "m30", 10) took ${amountOf(roundTrips, "round trip")}`);
});

probe("wall", (w) => w.call("wall", w.rows.members[0]._id, w.rows.members[20]._id, 10), { scale: 0.3 });

measure((w) => {
  const ids = w.rows.members.map(({ _id }) => _id);
  for (let i = 0; i < 30; i++) w.call("news", ids[i], ids.slice(i, i + 10), 20);
  for (let i = 0; i < 6; i++) w.call("wall", ids[i], ids[i + 20], 10);
  w.call("post", { _id: "measured", author: "ann", audience: "circles", text: "Hello.", at: new Date("2012-10-15T11:00:00Z") });
  w.call("setCircle", "ann", "family", "m20", true);
}, { scale: 0.3 });
