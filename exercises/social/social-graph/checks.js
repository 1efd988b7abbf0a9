// All reads agree with the links: after setup, after changes, beside other clients, after a death.

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

must("profiles", "A profile lists all followers in order, page by page.", (t) => {
  const w = t.fresh({ seed: 721, scale: 0.1 });
  const { members, links } = w.rows;
  for (const id of ["ann", "a.b", "__proto__", "nobody's friend", "celebrity", "unknown", "$ann", members[9]._id]) {
    expectAll(t, w, fansOf(links, id), id, "after setup", 7);
  }
  for (const after of ["", "a", "fan.5", "zzz", "\u00ff"]) expectPage(t, w, fansOf(links, "celebrity"), "celebrity", after, 20, "after setup");
  w.withoutIndexes(() => ["ann", "celebrity"].forEach((id) => expectPage(t, w, fansOf(links, id), id, "a", 12, "after setup")));
});

must("asks", "A post knows whether its reader follows the author.", (t) => {
  const w = t.fresh({ seed: 722, scale: 0.1 });
  const { links } = w.rows;
  const has = new Set(links.map(({ from, to }) => show([from, to])));
  const pairs = [...links.slice(0, 40), ...links.slice(0, 40).map(({ from, to }) => ({ from: to, to: from })), { from: "ann", to: "ann" }, { from: "ann", to: "celebrity" }, { from: "unknown", to: "ann" }, { from: "ann", to: "unknown" }];
  for (const { from, to } of pairs) expectFollows(t, w, from, to, has.has(show([from, to])), "after setup");
});

must("changes", "Following and unfollowing change both answers, once; nobody can follow themselves or unknown members.", (t) => {
  const w = t.fresh({ seed: 723, scale: 0.05 });
  const { members, links } = w.rows;
  const known = new Set(members.map(({ _id }) => _id));
  const change = (name, from, to) => {
    const at = links.findIndex((link) => link.from === from && link.to === to);
    const right = name === "follow" ? at < 0 && from !== to && known.has(from) && known.has(to) : at >= 0;
    const answer = w.call(name, from, to);
    if (right && name === "follow") links.push({ from, to });
    if (right && name === "unfollow") links.splice(at, 1);
    const call = `${name}(db, ${show(from)}, ${show(to)})`;
    expectAll(t, w, fansOf(links, to), to, `after ${call}`);
    expectFollows(t, w, from, to, links.some((link) => link.from === from && link.to === to), `after ${call}`);
    t.expect.that(answer === right, `${call} is ${show(answer)}, it should be ${right}`);
  };
  for (const [from, to] of [["a.b", "nobody's friend"], ["a", "nobody's friend"], ["$ann", "nobody's friend"],
    ["__proto__", "nobody's friend"], ["ann", "celebrity"], ["ann", "ann"], ["unknown", "ann"], ["ann", "unknown"],
    ["unknown", "unknown2"], ["zoë", "celebrity"], ["10", "constructor"]]) {
    for (const name of ["follow", "follow", "unfollow", "unfollow", "follow"]) change(name, from, to);
  }
  for (const { from, to } of [links[0], links[1], links.find((link) => link.to === "celebrity")]) for (const name of ["follow", "unfollow", "unfollow"]) change(name, from, to);
}, { after: ["profiles", "asks"] });

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
}, { after: ["changes"] });

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
}, { after: ["famous"] });

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
}, { after: ["changes"] });

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
}, { after: ["changes"] });

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
