// Beyond the model: moves in letters, two editors at once, and the price.

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

must("places", "A place that does not exist is refused, and nothing changes.", (t) => {
  const w = t.fresh({ seed: 932, scale: 0.1 });
  for (const { _id, steps } of w.rows.guides.slice(0, 3)) {
    const n = steps.length;
    const calls = [["moveStep", n, 0], ["moveStep", 0, n], ["moveStep", -1, 0], ["moveStep", 0, -1], ["addStep", n + 1], ["addStep", -1], ["moveStep", n + 5, n + 5]];
    for (const [name, ...places] of calls) {
      const values = name === "addStep" ? [...places, { text: "X" }] : places;
      const answer = w.call(name, _id, ...values);
      const call = `${name}(db, ${[_id, ...values].map(show).join(", ")})`;
      const now = w.call("guide", _id)?.steps;
      const size = `${amountOf(n, "step")} ${Array.isArray(now) ? `became ${now.length}${now.includes(null) ? " with null" : ""}` : "are gone"}`;
      t.expect.that(answer === false, `${call} returned ${show(answer)}; ${size}`);
      t.expect.ordered(now, steps, `the steps after ${call} was refused`);
    }
  }
}, { after: ["moves"] });

must("whole", "However long a guide is, a move changes the order of its steps and nothing else.", (t) => {
  const w = t.fresh({ seed: 938, scale: 0.1 });
  const [{ _id, steps }] = w.rows.guides;
  const expected = [...steps];
  for (let i = 0; i < 260; i++) {
    const step = i % 2 ? { text: `Step ${i}` } : { text: `Step ${i}`, materials: [] };
    w.call("addStep", _id, expected.length, step);
    expected.push(step);
  }
  const last = expected.length - 1;
  for (const [from, to] of [[0, last], [last - 1, 0], [last, 30]]) {
    w.call("moveStep", _id, from, to);
    expected.splice(to, 0, ...expected.splice(from, 1));
    const found = w.call("guide", _id).steps;
    const call = `moveStep(db, ${show(_id)}, ${from}, ${to})`;
    t.expect.that(found.length === expected.length, `after ${call} a guide of ${amountOf(expected.length, "step")} has ${found.length}`);
    const at = expected.findIndex(({ text, materials }, i) => found[i]?.text !== text || show(found[i].materials ?? null) !== show(materials ?? null));
    t.expect.that(at < 0, `after ${call}, step ${at} is ${show(found[at])}, expected was ${show(expected[at])}`);
  }
}, { after: ["moves"] });

must("cut-off", "If a client dies in `moveStep`, the guide is as before or as after.", (t) => {
  for (const [from, to, moved] of [[3, 0, "D A B C"], [0, 3, "B C D A"], [2, 1, "A C B D"]]) {
    const w = t.fresh({ seed: 936, scale: 0.1 });
    const id = lettered(w, "ABCD");
    w.crash(
      (world) => world.call("moveStep", id, from, to),
      null,
      (world) => {
        const letters = lettersOf(world.call("guide", id)).join(" ");
        t.expect.that(
          letters === "A B C D" || letters === moved,
          `the client died in moveStep(db, ${show(id)}, ${from}, ${to}): the steps are ${letters}; before A B C D, moved ${moved}`,
        );
      },
      { outside: {} },
    );
  }
}, { after: ["moves"] });

must("equal-steps", "Of two equal steps one is moved, and both are there afterwards.", (t) => {
  const w = t.fresh({ seed: 933, scale: 0.1 });
  const id = lettered(w, "XAXB");
  w.call("moveStep", id, 0, 3);
  const letters = lettersOf(w.call("guide", id)).join(" ");
  t.expect.that(letters === "A X B X", `moveStep(db, ${show(id)}, 0, 3) made ${letters} of X A X B, expected was A X B X`);
}, { after: ["moves"] });

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

must("order", "The order follows from the answer, not from an index.", (t) => {
  const w = t.fresh({ seed: 935, scale: 0.2 });
  for (const { _id, steps } of w.rows.guides.slice(0, 4)) {
    w.call("moveStep", _id, steps.length - 1, 0);
    const before = w.call("guide", _id).steps;
    w.withoutIndexes(() => t.expect.ordered(w.call("guide", _id)?.steps, before, "with all indexes dropped the order differs: the steps"));
  }
}, { after: ["moves"] });

star("one-read", "A guide is one round trip and one document.", (t) => {
  const w = t.fresh({ seed: 936, scale: 0.2 });
  for (const { _id, steps } of w.rows.guides.slice(0, 3)) {
    const { roundTrips, docsExamined } = w.cost(() => w.call("guide", _id));
    const said = `guide(db, ${show(_id)}) took ${amountOf(roundTrips, "round trip")} and examined ${amountOf(docsExamined, "document")} for ${amountOf(steps.length, "step")}`;
    t.expect.that(roundTrips <= 1 && docsExamined <= 1, said);
  }
}, { after: ["moves"] });

star("one-write", "Moving a step is one round trip.", (t) => {
  const w = t.fresh({ seed: 937, scale: 0.2 });
  for (const { _id, steps } of w.rows.guides.slice(2, 5)) {
    const { roundTrips } = w.cost(() => w.call("moveStep", _id, 0, steps.length - 1));
    t.expect.that(roundTrips <= 1, `moveStep(db, ${show(_id)}, 0, ${steps.length - 1}) took ${amountOf(roundTrips, "round trip")}`);
  }
}, { after: ["moves"] });

probe("guide", (w) => w.call("guide", w.rows.guides[0]._id));
probe("move", (w) => w.call("moveStep", w.rows.guides[0]._id, 0, 2));

measure((w) => {
  const ids = w.rows.guides.map(({ _id }) => _id);
  for (let i = 0; i < 40; i++) w.call("guide", ids[i % 10]);
  w.call("addStep", ids[0], 1, { text: "Dry it.", materials: [] });
  w.call("moveStep", ids[0], 0, 2);
}, { scale: 0.4 });
