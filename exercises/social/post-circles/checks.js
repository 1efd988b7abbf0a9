// Beyond the model: circles that change at the same moment, seen by later posts, and costs.

const show = (value) => JSON.stringify(value) ?? "nothing";
const memberOf = (rows, id) => rows.members.find(({ _id }) => _id === id);

must("rival", "Two circles, or two members of one, that change at the same moment both change.", (t) => {
  const w = t.fresh({ seed: 754, scale: 0.035 });
  const { circles } = w.rows.members.find(({ _id }) => _id === "ann");
  const [name, other] = circles.map((circle) => circle.name);
  const member = circles[0].members.find((id) => id !== "m12");
  for (const changes of [
    [["made now", "m12", true], ["made now", "zoë", true]], [[name, "m12", true], [name, member, false]],
    [[name, member, false], [other, "m12", true]],
  ]) {
    const [first, second] = changes.map((values) => (world) => world.call("setCircle", "ann", ...values));
    const both = changes.map(([circle, id, on]) => `${show(id)} was ${on ? "put into" : "taken out of"} the circle ${show(circle)}`).join(" and ");
    const expectSeen = (world, [circle, id, on], i, when) => {
      const made = { _id: `to ${i}`, author: "ann", audience: [circle], text: "now", at: new Date("2012-10-15T11:00:00Z") };
      world.call("post", made);
      const seen = world.call("wall", "ann", id, 100).some(({ _id }) => _id === made._id);
      t.expect.that(seen === on, `${when}, ${show(id)} ${seen ? "sees" : "does not see"} a post to the circle ${show(circle)}`);
    };
    w.rival(first, second, (world) => {
      changes.forEach((change, i) => expectSeen(world, change, i, `after ${both} at the same moment`));
      const [circle, id] = changes[0];
      world.call("setCircle", "ann", circle, id, false);
      expectSeen(world, [circle, id, false], 2, `after ${both} at the same moment, and then ${show(id)} was taken out of ${show(circle)}`);
    }, { limit: 30 });
  }
}, { after: ["history"] });

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
