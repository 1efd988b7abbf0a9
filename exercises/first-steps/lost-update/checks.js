// Numbers are right for one clerk and for two who act at the same moment.

// The copies that the learner's functions hand out, taken one after the other until there are none.
function copiesLeft(t, w, book) {
  for (let count = 0; count < 50; count++) {
    const taken = w.call("takeOut", book);
    t.expect.that(typeof taken === "boolean", `takeOut(db, ${JSON.stringify(book)}) returned ${JSON.stringify(taken) ?? "nothing"}, not true or false`);
    if (!taken) return count;
  }
  return t.fail(`50 copies of ${JSON.stringify(book)} were taken out, and takeOut still returns true`);
}

must("one-clerk", "One clerk after another: copies come back and go out, and none is taken that is not there.", (t) => {
  const w = t.fresh({ seed: 61, scale: 2 });
  const copies = new Map(w.rows.shelf.map((row) => [row._id, row.copies]));
  const random = t.random(62);
  for (let i = 0; i < 80; i++) {
    const book = random.pick([...copies.keys()]);
    if (random() < 0.4) {
      w.call("putBack", book);
      copies.set(book, copies.get(book) + 1);
    } else {
      const there = copies.get(book);
      const taken = w.call("takeOut", book);
      t.expect.that(taken === there > 0, `${amountOf(there, "copy", "copies")} of ${JSON.stringify(book)}, \`takeOut\` returned ${JSON.stringify(taken) ?? "nothing"}`);
      if (there > 0) copies.set(book, there - 1);
    }
  }
  for (const [book, there] of copies) {
    const left = copiesLeft(t, w, book);
    t.expect.that(left === there, `${there} copies of ${JSON.stringify(book)} should be on the shelf, ${left} could be taken out`);
  }
});

must("two-returns", "Two copies that come back at the same moment both count.", (t) => {
  const w = t.fresh({ seed: 64, scale: 1 });
  w.rival(
    (world) => world.call("putBack", "Emma"),
    (world) => world.call("putBack", "Emma"),
    (world) => {
      const left = copiesLeft(t, world, "Emma");
      t.expect.that(left === 6, `the shelf had 4, two came back at the same moment, and the shelf has ${left}, not 6`);
    },
  );
}, { after: ["one-clerk"] });

must("last-copy", "The last copy is taken once.", (t) => {
  const w = t.fresh({ seed: 65, scale: 1 });
  const taken = [];
  w.rival(
    (world) => { taken[0] = world.call("takeOut", "Ulysses"); },
    (world) => { taken[1] = world.call("takeOut", "Ulysses"); },
    (world) => {
      const count = taken.filter(Boolean).length;
      world.call("putBack", "Ulysses");
      const left = copiesLeft(t, world, "Ulysses");
      t.expect.that(count === 1, `one copy was there, two clerks took it at the same moment, and ${count === 2 ? "both were" : "neither was"} given it`);
      t.expect.that(left === 1, `the last copy was taken by one of two clerks and came back: the shelf has ${left}, not 1`);
    },
  );
}, { after: ["one-clerk"] });

must("return-and-loan", "A copy that comes back while another goes out leaves the number as it was.", (t) => {
  for (const [book, copies] of [["Emma", 4], ["Ulysses", 1]]) {
    for (const swapped of [false, true]) {
      const w = t.fresh({ seed: 66, scale: 1 });
      const names = swapped ? ["takeOut", "putBack"] : ["putBack", "takeOut"];
      w.rival(
        (world) => world.call(names[0], book),
        (world) => world.call(names[1], book),
        (world) => {
          const left = copiesLeft(t, world, book);
          t.expect.that(left === copies, `the shelf had ${copies}, one came back while one went out, and the shelf has ${left}`);
        },
      );
    }
  }
}, { after: ["two-returns"] });

must("none-there", "A copy that comes back while a clerk finds none can go out at once.", (t) => {
  const w = t.fresh({ seed: 67, scale: 1 });
  let early = false;
  let taken = false;
  w.rival(
    (world) => { early = world.call("takeOut", "Beloved"); },
    (world) => {
      world.call("putBack", "Beloved");
      taken = world.call("takeOut", "Beloved");
    },
    () => {
      t.expect.that(early || taken, `no copy was there; one clerk asked for it while another put one back and took it: nobody was given it, so the number was below 0 in between`);
      t.expect.that(!(early && taken), "no copy was there; one clerk asked for it while another put one back and took it: both were given it");
    },
  );
}, { after: ["last-copy"] });

star("few-trips", "Each call takes one round trip.", (t) => {
  const w = t.fresh({ seed: 67, scale: 1 });
  for (const [name, book] of [["putBack", "Emma"], ["takeOut", "Emma"], ["takeOut", "Beloved"]]) {
    const { roundTrips } = w.cost(() => w.call(name, book));
    t.expect.that(roundTrips <= 1, `${name}(db, ${JSON.stringify(book)}) took ${amountOf(roundTrips, "round trip")}`);
  }
});

measure((w) => {
  for (let i = 0; i < 10; i++) w.call("putBack", "Emma");
  for (let i = 0; i < 10; i++) w.call("takeOut", "Emma");
});
