// Beyond the model: few round trips for a block.

must("few-trips", "A block of numbers takes at most five round trips, however large.", (t) => {
  const w = t.fresh({ seed: 156, scale: 1 });
  for (const n of [50, 1000]) {
    const { roundTrips } = w.cost(() => w.call("nextIds", "orders", n));
    t.expect.that(roundTrips <= 5, `${amountOf(n, "number")} took ${amountOf(roundTrips, "round trip")}`);
  }
}, { after: ["history"] });

star("one-trip", "A block of numbers takes one round trip.", (t) => {
  const w = t.fresh({ seed: 157, scale: 1 });
  const meters = w.cost(() => w.call("nextIds", "orders", 50));
  t.expect.that(meters.roundTrips <= 1, `50 numbers took ${amountOf(meters.roundTrips, "round trip")}`);
});

measure((w) => {
  for (let i = 0; i < 20; i++) w.call("nextIds", "orders", 50);
});
