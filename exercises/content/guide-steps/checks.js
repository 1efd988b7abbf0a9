// Beyond the model: two editors at once, where a new step may be one place off, and the price. Moves are in letters.

const show = (value) => JSON.stringify(value) ?? "nothing";
const named = (letters) => [...letters].map((text) => ({ text, materials: [] }));

// A guide whose steps are letters, added in front of the steps of the rows.
function lettered(w, letters) {
  const [{ _id }] = w.rows.guides;
  [...named(letters)].reverse().forEach((step) => w.call("addStep", _id, 0, step));
  return _id;
}

const lettersOf = (guide) => (Array.isArray(guide?.steps) ? guide.steps : []).map((step) => step?.text).filter((text) => text?.length === 1);

must("moves", "A moved step is at its new place, and the others keep their order.", (t) => {
  for (const [from, to] of [[0, 2], [2, 0], [3, 1], [1, 2], [2, 2], [0, 0]]) {
    const w = t.fresh({ seed: 931, scale: 0.1 });
    const id = lettered(w, "ABCD");
    const before = lettersOf(w.call("guide", id)).join(" ");
    t.expect.that(before === "A B C D", `four steps A B C D were added, each in front; guide shows ${before || "none of them"}`);
    const expected = ["A", "B", "C", "D"];
    expected.splice(to, 0, ...expected.splice(from, 1));
    const answer = w.call("moveStep", id, from, to);
    const after = lettersOf(w.call("guide", id)).join(" ");
    t.expect.that(after === expected.join(" "), `moveStep(db, ${show(id)}, ${from}, ${to}) made ${after} of A B C D, expected was ${expected.join(" ")}`);
    t.expect.that(answer === true, `moveStep(db, ${show(id)}, ${from}, ${to}) returned ${show(answer)}`);
  }
});

// The new steps are capitals; the others are in their order, and a new one is at most one place off.
function expectTogether(t, world, id, order, news, when) {
  const letters = lettersOf(world.call("guide", id));
  const said = `${when}, the guide's steps are ${letters.join(" ")}`;
  const others = letters.filter((letter) => !(letter in news)).join(" ");
  t.expect.that(others === order.join(" "), `${said}; without the new ones they should be ${order.join(" ")}`);
  for (const [letter, places] of Object.entries(news)) {
    const found = letters.filter((one) => one === letter).length;
    t.expect.that(found === 1, `${said}: the new step ${letter} is there ${amountOf(found, "time")}`);
    const off = Math.min(...places.map((place) => Math.abs(letters.indexOf(letter) - place)));
    t.expect.that(off <= 1, `${said}: the new step ${letter} is ${off} places off`);
  }
}

must("together", "A step that is added while another one is moved or added is not lost, and neither is the other one.", (t) => {
  const w = t.fresh({ seed: 934, scale: 0.1 });
  const id = lettered(w, "abcd");
  const add = (at, text) => (world) => world.call("addStep", id, at, { text });
  const move = (from, to) => (world) => world.call("moveStep", id, from, to);
  for (const [from, to, at] of [[0, 2, 1], [3, 0, 2], [0, 3, 4], [1, 2, 0]]) {
    const when = `after moveStep(…, ${from}, ${to}) and addStep(…, ${at}, N) at the same moment`;
    // Which step is moved depends on who comes first: what both orders share is that all steps are there once.
    const check = (world) => {
      const letters = lettersOf(world.call("guide", id));
      t.expect.that([...letters].sort().join("") === "Nabcd", `${when}, the guide's steps are ${letters.join(" ")}`);
    };
    w.rival(move(from, to), add(at, "N"), check);
    w.rival(add(at, "N"), move(from, to), check);
  }
  for (const [one, other] of [[2, 2], [0, 4], [4, 4], [1, 3]]) {
    w.rival(add(one, "M"), add(other, "N"), (world) => {
      const when = `after addStep(…, ${one}, M) and addStep(…, ${other}, N) at the same moment`;
      expectTogether(t, world, id, ["a", "b", "c", "d"], { M: [one, one + 1], N: [other, other + 1] }, when);
    });
  }
  // A client that tries again may be disturbed again.
  w.rival(add(2, "M"), add(0, "N"), (world) => {
    const letters = lettersOf(world.call("guide", id));
    const right = letters.filter((letter) => letter !== "P").sort().join("") === "MNabcd";
    t.expect.that(right, `after three addStep at the same moment, the guide's steps are ${letters.join(" ")}`);
  }, { pairs: add(4, "P") });
}, { after: ["moves"] });

star("one-read", "A guide is one round trip and one document.", (t) => {
  const w = t.fresh({ seed: 936, scale: 0.2 });
  for (const { _id, steps } of w.rows.guides.slice(0, 3)) {
    const { roundTrips, docsExamined } = w.cost(() => w.call("guide", _id));
    const said = `guide(db, ${show(_id)}) took ${amountOf(roundTrips, "round trip")} and examined ${amountOf(docsExamined, "document")} for ${amountOf(steps.length, "step")}`;
    t.expect.that(roundTrips <= 1 && docsExamined <= 1, said);
  }
}, { after: ["history"] });

star("one-write", "Moving a step is one round trip.", (t) => {
  const w = t.fresh({ seed: 937, scale: 0.2 });
  for (const { _id, steps } of w.rows.guides.slice(2, 5)) {
    const { roundTrips } = w.cost(() => w.call("moveStep", _id, 0, steps.length - 1));
    t.expect.that(roundTrips <= 1, `moveStep(db, ${show(_id)}, 0, ${steps.length - 1}) took ${amountOf(roundTrips, "round trip")}`);
  }
}, { after: ["history"] });

probe("guide", (w) => w.call("guide", w.rows.guides[0]._id));
probe("move", (w) => w.call("moveStep", w.rows.guides[0]._id, 0, 2));

measure((w) => {
  const ids = w.rows.guides.map(({ _id }) => _id);
  for (let i = 0; i < 40; i++) w.call("guide", ids[i % 10]);
  w.call("addStep", ids[0], 1, { text: "Dry it.", materials: [] });
  w.call("moveStep", ids[0], 0, 2);
}, { scale: 0.4 });
