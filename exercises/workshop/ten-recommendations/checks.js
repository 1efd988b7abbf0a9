// Ten are ten, each book once, whoever comes in between.

function held(rows, user) {
  return rows.recommendations.filter((row) => row.user === user).map((row) => row.book);
}

const userWith = (rows, n) => rows.users.map(({ _id }) => _id).find((user) => held(rows, user).length === n);

function expectCall(t, w, fn, user, book, expected, when = "") {
  const result = w.call(fn, user, book);
  t.expect.that(
    result === expected,
    `${fn}(db, ${JSON.stringify(user)}, ${book})${when} returned ${JSON.stringify(result)}, not ${expected}`,
  );
}

function expectLeft(t, w, user, expected, when) {
  const left = w.call("remaining", user);
  t.expect.that(
    numberOf(left) === expected,
    `${when} remaining(db, ${JSON.stringify(user)}) is ${JSON.stringify(left)}; it should be ${expected}`,
  );
}

must("start", "Each user has ten places minus what he recommends; one never seen before has ten.", (t) => {
  const w = t.fresh({ seed: 121, scale: 0.5 });
  for (const { _id } of w.rows.users) expectLeft(t, w, _id, 10 - held(w.rows, _id).length, "after setup");
  expectLeft(t, w, "never seen", 10, "after setup");
});

must("ten", "Ten recommendations are accepted and the eleventh is refused.", (t) => {
  const w = t.fresh({ seed: 122, scale: 0.1 });
  for (const user of ["never.seen $1", "zoë", userWith(w.rows, 0), userWith(w.rows, 10)]) {
    const books = held(w.rows, user);
    for (let book = 101; book <= 113; book++) {
      const room = books.length < 10;
      expectCall(t, w, "recommend", user, book, room, `, with ${amountOf(books.length, "recommendation")},`);
      if (room) books.push(book);
      expectLeft(t, w, user, 10 - books.length, `with ${amountOf(books.length, "recommendation")}`);
    }
    // All ten are still there: none was thrown away to make room.
    for (const book of books) expectCall(t, w, "withdraw", user, book, true, ", one of ten,");
    expectLeft(t, w, user, 10, "after withdrawing all ten");
  }
});

must("once", "A book counts once, however often it is recommended.", (t) => {
  const w = t.fresh({ seed: 123, scale: 0.1 });
  const user = userWith(w.rows, 9);
  for (const book of held(w.rows, user)) expectCall(t, w, "recommend", user, book, false, ", which is on the list,");
  expectLeft(t, w, user, 1, "after repeating nine recommendations");
  expectCall(t, w, "recommend", user, 200, true);
  expectCall(t, w, "recommend", user, 200, false, ", the tenth, a second time,");
  expectLeft(t, w, user, 0, "after ten recommendations");
  expectCall(t, w, "recommend", "never seen", 1, true);
  expectCall(t, w, "recommend", "never seen", 1, false, " for the second time");
  expectLeft(t, w, "never seen", 9, "after the same recommendation twice");
});

must("withdraw", "A withdrawal gives one place back, once.", (t) => {
  const w = t.fresh({ seed: 124, scale: 0.1 });
  const user = userWith(w.rows, 10);
  const [first, second] = held(w.rows, user);
  expectCall(t, w, "withdraw", user, 999, false, ", which is not on the list,");
  expectLeft(t, w, user, 0, "after withdrawing what is not there");
  expectCall(t, w, "withdraw", user, first, true);
  expectCall(t, w, "withdraw", user, first, false, " for the second time");
  expectLeft(t, w, user, 1, "after withdrawing one book twice");
  expectCall(t, w, "withdraw", user, second, true);
  expectCall(t, w, "recommend", user, first, true, " after it was withdrawn");
  expectLeft(t, w, user, 1, "after two withdrawals and a recommendation");
  expectCall(t, w, "withdraw", "never seen", 1, false);
  expectLeft(t, w, "never seen", 10, "after withdrawing what is not there");
});

must("rival-last", "Two recommendations for the last place: one is accepted.", (t) => {
  const w = t.fresh({ seed: 125, scale: 0.1 });
  const user = userWith(w.rows, 9);
  const results = [];
  w.rival(
    (world) => {
      results[0] = world.call("recommend", user, 301);
    },
    (world) => {
      results[1] = world.call("recommend", user, 302);
    },
    (world) => {
      t.expect.that(
        results[0] !== results[1],
        `two recommendations arrived for the last place: recommend returned ${results.join(" and ")}`,
      );
      expectLeft(t, world, user, 0, "after two recommendations for the last place");
    },
  );
});

must("rival-same", "The same recommendation twice at the same moment takes one place.", (t) => {
  const w = t.fresh({ seed: 126, scale: 0.1 });
  for (const user of [userWith(w.rows, 0), "never seen"]) {
    const results = [];
    w.rival(
      (world) => {
        results[0] = world.call("recommend", user, 301);
      },
      (world) => {
        results[1] = world.call("recommend", user, 301);
      },
      (world) => {
        t.expect.that(
          results[0] !== results[1],
          `one recommendation arrived twice at the same moment: recommend returned ${results.join(" and ")}`,
        );
        expectLeft(t, world, user, 9, "after one recommendation that arrived twice");
      },
    );
  }
});

must("rival-new", "Of the first two recommendations of a new user, at the same moment, those are kept that were accepted.", (t) => {
  const w = t.fresh({ seed: 127, scale: 0 });
  const results = [];
  w.rival(
    (world) => {
      results[0] = world.call("recommend", "never seen", 1);
    },
    (world) => {
      results[1] = world.call("recommend", "never seen", 2);
    },
    (world) => {
      const kept = [1, 2].filter((book) => world.call("withdraw", "never seen", book)).length;
      const accepted = results.filter(Boolean).length;
      t.expect.that(
        kept === accepted,
        `the first two recommendations of a user arrived at the same moment: recommend returned ${results.join(" and ")}, and ${kept} were kept`,
      );
      expectLeft(t, world, "never seen", 10, "after withdrawing them again");
    },
  );
});

must("rival-withdraw", "A withdrawal gives one place back, even if it arrives twice, or with another change of the list.", (t) => {
  const w = t.fresh({ seed: 128, scale: 0.1 });
  const user = userWith(w.rows, 10);
  const [book] = held(w.rows, user);
  const results = [];
  w.rival(
    (world) => {
      results[0] = world.call("withdraw", user, book);
    },
    (world) => {
      results[1] = world.call("withdraw", user, book);
    },
    (world) => {
      expectLeft(t, world, user, 1, "after one withdrawal that arrived twice");
      t.expect.that(
        results[0] !== results[1],
        `one withdrawal arrived twice at the same moment: withdraw returned ${results.join(" and ")}`,
      );
    },
  );
  const busy = userWith(w.rows, 5);
  const [mine, theirs] = held(w.rows, busy);
  for (const [fn, other, left] of [["recommend", 777, 5], ["withdraw", theirs, 7]]) {
    w.rival(
      (world) => world.call("withdraw", busy, mine),
      (world) => world.call(fn, busy, other),
      (world) => {
        const when = `after withdraw(db, ${JSON.stringify(busy)}, ${mine}) and ${fn}(…, ${other}) at the same moment`;
        expectLeft(t, world, busy, left, when);
        const there = world.call("withdraw", busy, other);
        t.expect.that(there === (fn === "recommend"), `${when} book ${other} is ${there ? "still" : "not"} on the list`);
      },
    );
  }
});

star("one-trip", "For a known user each call is one round trip.", (t) => {
  const w = t.fresh({ seed: 129, scale: 0.2 });
  for (const n of [0, 9]) {
    const user = userWith(w.rows, n);
    for (const fn of ["recommend", "withdraw", "remaining"]) {
      const meters = w.cost(() => w.call(fn, user, 77));
      const whose = `for a user with ${amountOf(n, "recommendation")}`;
      t.expect.that(meters.roundTrips <= 1, `${fn} made ${amountOf(meters.roundTrips, "round trip")} ${whose}`);
    }
  }
});

measure((w) => {
  const users = w.rows.users.map(({ _id }) => _id);
  for (let i = 0; i < 20; i++) {
    w.call("remaining", users[i]);
    w.call("recommend", users[i], 500 + i);
    if (i % 2) w.call("withdraw", users[i], 500 + i);
  }
});
