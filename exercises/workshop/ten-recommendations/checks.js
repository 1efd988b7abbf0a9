// What each call costs; model.js has what it answers.

function held(rows, user) {
  return rows.recommendations.filter((row) => row.user === user).map((row) => row.book);
}

const userWith = (rows, n) => rows.users.map(({ _id }) => _id).find((user) => held(rows, user).length === n);

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
