// Beyond the model: lists that fill up and empty, 15,000 followers, other clients, deaths, and costs.

const show = (value) => JSON.stringify(value) ?? "nothing";
const byId = (a, b) => (a < b ? -1 : 1);
const fansOf = (links, id) => links.filter(({ to }) => to === id).map(({ from }) => from).sort(byId);

function expectPage(t, w, all, id, after, n, when) {
  const call = `followers(db, ${show(id)}, ${show(after)}, ${n}) ${when}`;
  const page = w.call("followers", id, after, n);
  t.expect.that(Array.isArray(page), `${call} is ${show(page)}, not a list`);
  const right = all.filter((each) => after === null || each > after).slice(0, n);
  const twice = page.find((each, i) => page.indexOf(each) !== i);
  t.expect.that(twice === undefined, `${call} lists ${show(twice)} twice`);
  const missing = right.find((each) => !page.includes(each));
  const extra = page.find((each) => !right.includes(each));
  const why = all.includes(extra) ? `it ${extra > (after ?? "") ? "comes later" : "is not after " + show(after)}` : "who is no follower";
  t.expect.that(extra === undefined, `${call} has ${show(extra)}, ${why}`);
  t.expect.that(missing === undefined, `${call} has ${amountOf(page.length, "follower")}, ${show(missing)} is missing`);
  t.expect.ordered(page, right, call);
}

function expectAll(t, w, all, id, when, n = 1000) {
  expectPage(t, w, all, id, null, 10_000, when);
  let after = null;
  for (let pages = 0; pages <= all.length / n; pages++) {
    expectPage(t, w, all, id, after, n, when);
    after = all[(pages + 1) * n - 1] ?? after;
  }
}

function expectFollows(t, w, from, to, right, when) {
  const found = w.call("follows", from, to);
  t.expect.that(found === right, `follows(db, ${show(from)}, ${show(to)}) ${when} is ${show(found)}, it should be ${right}`);
}

must("famous", "Someone who becomes famous keeps each follower, and loses each who leaves.", (t) => {
  const w = t.fresh({ seed: 724, scale: 0.22 });
  const fans = fansOf(w.rows.links, "celebrity");
  const author = "nobody's friend";
  for (const fan of fans) w.call("follow", fan, author);
  const all = [...fans];
  expectAll(t, w, all, author, `after ${amountOf(fans.length, "member")} followed`, 100);
  const last = fans.at(-1);
  const some = t.random(9).shuffle([...fans]).slice(0, 25);
  for (const fan of [last, fans[0], ...some]) {
    const right = all.includes(fan);
    const answer = w.call("unfollow", fan, author);
    t.expect.that(answer === right, `unfollow(db, ${show(fan)}, …) of the new celebrity is ${show(answer)}, it should be ${right}`);
    if (right) all.splice(all.indexOf(fan), 1);
    expectFollows(t, w, fan, author, false, "after they unfollowed the new celebrity");
  }
  expectAll(t, w, all, author, "after some of them unfollowed", 100);
  for (const fan of [...all.slice(0, 5), ...t.random(10).shuffle([...all]).slice(0, 25), ...all.slice(-5)]) {
    const answer = w.call("follow", fan, author);
    t.expect.that(answer === false, `follow(db, ${show(fan)}, …) of the new celebrity is ${show(answer)}; they follow already`);
  }
  for (const fan of some) {
    const right = !all.includes(fan);
    w.call("follow", fan, author);
    if (right) all.push(fan);
  }
  expectAll(t, w, all.sort(byId), author, "after these followed again", 100);
}, { after: ["history"] });

must("thousands", "With 15,000 followers all of them are listed, and all members are known.", (t) => {
  const w = t.fresh({ seed: 728, scale: 3 });
  const fans = fansOf(w.rows.links, "celebrity");
  const found = w.call("followers", "celebrity", null, 20_000);
  t.expect.that(found.length === fans.length, `followers(db, "celebrity", null, 20000) has ${amountOf(found.length, "follower")}; there are ${fans.length}`);
  const at = fans.findIndex((id, i) => found[i] !== id);
  t.expect.that(at < 0, `followers(db, "celebrity", null, 20000): at place ${at + 1} stands ${show(found[at])}, expected was ${show(fans[at])}`);
  const last = w.rows.members.at(-1)._id;
  const answer = w.call("follow", last, "nobody's friend");
  t.expect.that(answer === true, `follow(db, ${show(last)}, "nobody's friend") is ${show(answer)}; both are members`);
}, { after: ["history"] });

must("rival", "Two changes at the same moment leave each follower listed once, and both answers alike.", (t) => {
  const w = t.fresh({ seed: 725, scale: 0.01 });
  const { links } = w.rows;
  const old = links.find(({ to }) => to === "ann").from;
  for (const [first, second] of [
    [["follow", "celebrity", "ann"], ["follow", "celebrity", "ann"]], [["follow", "celebrity", "ann"], ["follow", "nobody's friend", "ann"]],
    [["unfollow", old, "ann"], ["unfollow", old, "ann"]], [["follow", "celebrity", "ann"], ["unfollow", old, "ann"]], [["unfollow", old, "ann"], ["follow", "celebrity", "ann"]],
  ]) {
    const answers = [];
    const fans = new Set(fansOf(links, "ann"));
    for (const [name, from] of [first, second]) name === "follow" ? fans.add(from) : fans.delete(from);
    const when = `after ${first[0]} of ${show(first[1])} and ${second[0]} of ${show(second[1])} at the same moment`;
    w.rival(
      (world) => (answers[0] = world.call(...first)),
      (world) => (answers[1] = world.call(...second)),
      (world) => {
        expectPage(t, world, [...fans].sort(byId), "ann", null, 1000, when);
        for (const [name, from] of [first, second]) expectFollows(t, world, from, "ann", name === "follow", when);
        const same = show(first) === show(second);
        t.expect.that(answers.filter(Boolean).length === (same ? 1 : 2), `${when} the answers are ${answers.map(show).join(" and ")}`);
      },
    );
  }
  // One member changes two links at once.
  const leaves = ["unfollow", old, "ann"];
  const joins = ["follow", old, "nobody's friend"];
  for (const [first, second] of [[leaves, joins], [joins, leaves]]) {
    const answers = [];
    const when = `after ${show(old)} left "ann" and followed "nobody's friend" at the same moment`;
    w.rival(
      (world) => (answers[0] = world.call(...first)),
      (world) => (answers[1] = world.call(...second)),
      (world) => {
        expectFollows(t, world, old, "ann", false, when);
        expectFollows(t, world, old, "nobody's friend", true, when);
        t.expect.that(answers.every(Boolean), `${when} ${first[0]} returned ${show(answers[0])} and ${second[0]} ${show(answers[1])}`);
      },
    );
  }
}, { after: ["history"] });

must("crash", "If a client dies inside a change, both answers agree after repair.", (t) => {
  const w = t.fresh({ seed: 726, scale: 0.01 });
  const { links } = w.rows;
  const repair = (world) => world.has("repair") && world.call("repair");
  const old = links.find(({ to }) => to === "ann").from;
  for (const [name, from] of [["follow", "celebrity"], ["unfollow", old]]) {
    w.crash((world) => world.call(name, from, "ann"), repair, (world) => {
      const list = world.call("followers", "ann", null, 1000);
      const [listed, said] = [list.includes(from), world.call("follows", from, "ann")];
      const when = `the client died in ${name}`;
      t.expect.that(listed === said, `${when}: follows says ${said ? "yes" : "no"}, the list says ${listed ? "yes" : "no"}, after \`repair\` too`);
      const fans = new Set(fansOf(links, "ann"));
      if (listed) fans.add(from);
      else fans.delete(from);
      expectPage(t, world, [...fans].sort(byId), "ann", null, 1000, `after ${when}`);
      world.call(name, from, "ann");
      expectFollows(t, world, from, "ann", name === "follow", `after ${when} and it was called again`);
    }, { outside: {} });
  }
}, { after: ["history"] });

const examined = ({ keysExamined, docsExamined }) => `${amountOf(keysExamined, "key")} and ${amountOf(docsExamined, "document")}`;

star("one-document", "The first page of an ordinary member examines at most four keys and documents together.", (t) => {
  const w = t.fresh({ seed: 727, scale: 0.3 });
  for (const id of ["ann", "a.b", "zoë"]) {
    const meters = w.cost(() => w.call("followers", id, null, 20));
    const count = Math.min(20, fansOf(w.rows.links, id).length);
    t.expect.that(meters.keysExamined + meters.docsExamined <= 4, `followers(db, ${show(id)}, null, 20) examined ${examined(meters)} for ${amountOf(count, "follower")}`);
  }
});

star("one-write", "Following an ordinary member writes one document.", (t) => {
  const w = t.fresh({ seed: 727, scale: 0.3 });
  const { ninserted, nModified, nUpserted, ndeleted } = w.cost(() => w.call("follow", "nobody's friend", "ann"));
  const count = ninserted + nModified + nUpserted + ndeleted;
  t.expect.that(count <= 1, `follow(db, "nobody's friend", "ann") wrote ${amountOf(count, "document")}`);
});

star("growth", "With 15,000 followers no document is above 100 KB, and page 50 examines at most twice its length and five.", (t) => {
  const w = t.fresh({ seed: 728, scale: 3 });
  const { name, maxObjSize } = w.storage().collections.reduce((a, b) => (b.maxObjSize > a.maxObjSize ? b : a));
  t.expect.that(maxObjSize <= 100_000, `the celebrity has 15,000 followers, and the largest document of \`${name}\` has ${Math.round(maxObjSize / 1000)} KB`);
  const fans = fansOf(w.rows.links, "celebrity");
  const meters = w.cost(() => w.call("followers", "celebrity", fans[4899], 100));
  t.expect.that(meters.keysExamined + meters.docsExamined <= 205, `page 50 of the celebrity, 100 followers, examined ${examined(meters)}`);
});

probe("first", (w) => w.call("followers", "ann", null, 20), { scale: 0.3 });
probe("late", (w) => w.call("followers", "celebrity", w.rows.members.map(({ _id }) => _id).filter((id) => id.startsWith("fan")).sort()[4899], 100));

probe("follow", (w) => w.call("follow", "nobody's friend", "ann"), { scale: 0.3 });

measure((w) => {
  const ids = w.rows.members.map(({ _id }) => _id).filter((id) => !id.startsWith("fan")).slice(0, 20);
  for (const id of ids) w.call("followers", id, null, 20);
  for (let i = 0; i < 50; i++) w.call("follows", ids[i % 20], ids[(i * 7) % 20]);
  w.call("followers", "celebrity", "fan.5", 20);
  w.call("follow", "nobody's friend", "ann");
  w.call("unfollow", "nobody's friend", "ann");
}, { scale: 0.3 });
