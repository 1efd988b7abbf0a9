// Beyond the model: an event that becomes famous, masses, races and deaths at the borders of pages, and the price.

const show = (value) => JSON.stringify(value) ?? "nothing";
const guestsOf = (w, event) => w.rows.guests.filter((guest) => guest.event === event).map(({ user, name }) => ({ user, name }));

// All guests of an event by its pages, each once; `right` are the guests that must be there, in this order. Of crowds
// that a race or a death has met, the first page and those around the new guests are asked for.
function expectEvent(t, w, event, right, when, from = 0) {
  const found = [];
  for (let page = 0; page <= right.length / 50 + 1; page++) {
    if (page > 0 && page < from) continue;
    const call = `${when}, guests(db, ${show(event)}, ${page})`;
    const part = w.call("guests", event, page);
    t.expect.that(Array.isArray(part), `${call} is ${show(part)}, not a list`);
    const most = Math.max(0, Math.min(50, right.length - 50 * page));
    t.expect.that(part.length <= 50, `${call} has ${amountOf(part.length, "guest")}, a page has at most 50`);
    const twice = part.find((guest, i) => [...found, ...part.slice(0, i)].some(({ user }) => user === guest?.user));
    t.expect.that(twice === undefined, `${call}: ${show(twice?.user)} is listed twice`);
    t.expect.that(part.length === most, `${call} has ${amountOf(part.length, "guest")} instead of ${most}; ${right.length} have joined`);
    part.forEach((guest, i) => {
      const due = right[50 * page + i];
      t.expect.that(guest?.user === due.user, `${call}: ${show(guest?.user)} is at place ${50 * page + i + 1}, where ${show(due.user)} belongs`);
      t.expect.that(guest.name === due.name, `${call} calls ${show(due.user)} ${show(guest.name)}, they joined as ${show(due.name)}`);
    });
    found.push(...part);
  }
  const counted = w.call("count", event);
  t.expect.that(numberOf(counted) === right.length, `${when}, count(db, ${show(event)}) is ${show(counted)}; ${right.length} have joined`);
}

function expectGuest(t, w, event, user, right, when) {
  const answer = w.call("isGuest", event, user);
  t.expect.that(answer === right, `${when}, isGuest(db, ${show(event)}, ${show(user)}) is ${show(answer)}, it should be ${right}`);
}

must("famous", "An event that becomes famous keeps every guest.", (t) => {
  const w = t.fresh({ seed: 1024, scale: 0.01 });
  const right = guestsOf(w, 3);
  while (right.length < 2110) {
    const guest = { user: `fan.${(right.length * 7919) % 100_003}`, name: `Fan ${right.length % 7}` };
    const answer = w.call("join", 3, guest.user, guest.name);
    right.push(guest);
    t.expect.that(answer === true, `guest ${right.length} joins: the answer is ${show(answer)}, it should be true`);
    if (right.length % 700 === 0) expectEvent(t, w, 3, right, `after ${right.length} guests joined one by one`);
  }
  expectEvent(t, w, 3, right, `after ${right.length} guests joined one by one`);
  for (const at of [0, 999, 1000, 1001, 1500, 2100]) {
    expectGuest(t, w, 3, right[at].user, true, `after ${right.length} guests joined one by one`);
    const answer = w.call("join", 3, right[at].user, "Other");
    t.expect.that(answer === false, `guest ${at + 1} of ${right.length} joins again: the answer is ${show(answer)}, it should be false`);
  }
  expectGuest(t, w, 3, "nobody", false, `after ${right.length} guests joined one by one`);
}, { after: ["history"] });

must("masses", "With 12,000 guests every guest is listed, counted and known.", (t) => {
  const w = t.fresh({ seed: 1028, scale: 3 });
  const right = guestsOf(w, "concert");
  for (let i = 0; i < 2; i++) {
    const size = right.length;
    const answer = w.call("join", "concert", `late.${i}`, "Late");
    t.expect.that(answer === true, `guest ${size + 1} joins: the answer is ${show(answer)}, it should be true`);
    right.push({ user: `late.${i}`, name: "Late" });
  }
  const counted = w.call("count", "concert");
  t.expect.that(numberOf(counted) === right.length, `count(db, "concert") is ${show(counted)}; ${right.length} have joined`);
  for (const page of [0, 79, 80, 81, 99, 100, 199, 200, 201, Math.floor(right.length / 50)]) {
    const found = w.call("guests", "concert", page);
    const due = right.slice(50 * page, 50 * page + 50);
    const call = `with ${right.length} guests, guests(db, "concert", ${page})`;
    t.expect.that(found?.length === due.length, `${call} has ${amountOf(found?.length ?? 0, "guest")} instead of ${due.length}`);
    const at = due.findIndex(({ user }, i) => found[i]?.user !== user);
    t.expect.that(at < 0, `${call}: ${show(found[at]?.user)} is at place ${50 * page + at + 1}, where ${show(due[at]?.user)} belongs`);
  }
  for (const at of [0, 4000, 10_000, right.length - 1]) expectGuest(t, w, "concert", right[at].user, true, `with ${right.length} guests`);
  const again = w.call("join", "concert", right[10_500].user, "Other");
  t.expect.that(again === false, `guest 10501 of ${right.length} joins again: the answer is ${show(again)}, it should be false`);
}, { after: ["history", "famous"] });

must("race", "Guests who join at the same moment are all listed, each once, and the order stays.", (t) => {
  // At the border of a page, of a thousand and of two thousand; with one guest more, or with two.
  for (const [size, pairs] of [[49, true], [999, true], [1000, false], [2000, false]]) {
    const w = t.fresh({ seed: 1025, scale: size > 60 ? size / 4000 : 0.01 });
    const event = size > 60 ? "concert" : 2;
    const right = guestsOf(w, event);
    const last = Math.floor(size / 50);
    for (const same of [false, true]) {
      let own = null;
      let others = [];
      w.rival(
        (world) => {
          others = [];
          own = world.call("join", event, "first", "First");
        },
        (world) => others.push(world.call("join", event, same ? "first" : `rival ${others.length}`, "First")),
        (world) => {
          const when = `the event had ${size} guests, and ${same ? "one guest joined twice" : `${others.length + 1} joined`} at the same moment`;
          const before = world.call("guests", event, last).concat(world.call("guests", event, last + 1)).slice(size % 50);
          const users = same ? ["first"] : ["first", ...others.map((_, i) => `rival ${i}`)];
          for (const user of users) {
            const times = before.filter((guest) => guest.user === user).length;
            t.expect.that(times === 1, `${when}: ${show(user)} is listed ${times === 0 ? "nowhere" : `${times} times`} after the ${size} others`);
          }
          expectEvent(t, world, event, [...right, ...before], when, last);
          const answers = [own, ...others];
          t.expect.that(answers.filter((answer) => answer === true).length === users.length, `${when}: the answers are ${answers.map(show).join(" and ")}`);
          world.call("join", event, "later", "Later");
          expectEvent(t, world, event, [...right, ...before, { user: "later", name: "Later" }], `${when}, and one joined later`, last);
        },
        { pairs: pairs && !same, limit: 20 },
      );
    }
  }
}, { after: ["rivals", "famous"] });

must("again", "A join that was cut off has happened or not; repeated, the guest is there once.", (t) => {
  for (const size of [0, 50, 999, 1000, 2000]) {
    const w = t.fresh({ seed: 1026, scale: size > 60 ? size / 4000 : 0.01 });
    const event = size > 60 ? "concert" : size === 0 ? "a.b" : 3;
    const right = guestsOf(w, event);
    const guest = { user: "unlucky", name: "Unlucky" };
    const last = Math.floor(size / 50);
    w.crash((world) => world.call("join", event, guest.user, guest.name), null, (world) => {
      const when = `the event had ${size} guests, and a client died in join`;
      const there = world.call("isGuest", event, "unlucky") === true;
      expectEvent(t, world, event, there ? [...right, guest] : right, `${when}, isGuest says ${there ? "yes" : "no"}`, last);
      world.call("join", event, guest.user, guest.name);
      expectEvent(t, world, event, [...right, guest], `${when}, and it was called again`, last);
      world.call("join", event, "next", "Next");
      expectEvent(t, world, event, [...right, guest, { user: "next", name: "Next" }], `${when}, it was called again, and one joined later`, last);
    }, { outside: {} });
  }
}, { after: ["crashes", "famous"] });

star("one-document", "The first page of an ordinary event examines at most three index keys and documents.", (t) => {
  const w = t.fresh({ seed: 1027, scale: 0.1 });
  for (const event of [1, 3]) {
    const { keysExamined, docsExamined } = w.cost(() => w.call("guests", event, 0));
    t.expect.that(keysExamined + docsExamined <= 3, `the first page of an event with ${guestsOf(w, event).length} guests examined ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`);
  }
});

star("growth", "With 12,000 guests at the concert no document is above 100 KB.", (t) => {
  const w = t.fresh({ seed: 1028, scale: 3 });
  for (let i = 0; i < 3; i++) w.call("join", "concert", `late ${i}`, "Late");
  for (const { name } of w.storage().collections) {
    const [largest] = w.db.getCollection(name).aggregate([{ $group: { _id: null, size: { $max: { $bsonSize: "$$ROOT" } } } }]).toArray();
    const kilobytes = Math.ceil(numberOf(largest?.size ?? 0) / 1000);
    t.expect.that(kilobytes <= 100, `with 12,000 guests at the concert a document of \`${name}\` has ${kilobytes} KB`);
  }
});

star("cheap-join", "A join writes at most 200 bytes of documents.", (t) => {
  const w = t.fresh({ seed: 1029, scale: 0.1 });
  for (const event of [1, "concert"]) {
    const { bytesWritten } = w.cost(() => w.call("join", event, "new guest", "New"));
    t.expect.that(bytesWritten <= 200, `a join of an event with ${guestsOf(w, event).length} guests wrote ${bytesWritten} bytes`);
  }
});

probe("first", (w) => w.call("guests", 1, 0), { scale: 0.1 });
probe("late", (w) => w.call("guests", "concert", 60));
probe("join", (w) => w.call("join", 1, "new guest", "New"), { scale: 0.1 });

measure((w) => {
  for (let i = 0; i < 50; i++) w.call("guests", i % 20 + 1, 0);
  for (let i = 0; i < 15; i++) w.call("isGuest", (i % 4) + 1, "ann");
  w.call("guests", "concert", 11);
  for (let i = 0; i < 8; i++) w.call("join", i + 1, `new ${i}`, "New");
  w.call("join", "concert", "new", "New");
}, { scale: 0.5 });
