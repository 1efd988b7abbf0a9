// The model has the titles and their order; the star counts trips.

star("one-trip", "Thirty titles take one round trip, 300 take at most two.", (t) => {
  const w = t.fresh({ seed: 54, scale: 3 });
  const numbers = w.rows.books.map((book) => book._id).filter(Number.isInteger);
  for (const [count, limit] of [[30, 1], [300, 2]]) {
    const ids = t.random(count).shuffle([...numbers]).slice(0, count);
    const { roundTrips } = w.cost(() => w.call("titles", ids));
    t.expect.that(roundTrips <= limit, `${count} titles took ${amountOf(roundTrips, "round trip")}`);
  }
}, { after: ["history"] });

measure((w) => {
  w.call("titles", w.rows.books.slice(0, 30).map((book) => book._id));
});
