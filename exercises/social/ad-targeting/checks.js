// Beyond the model: what a choice and an impression cost.

const stored = (w) => w.storage().collections.reduce((sum, { size }) => sum + size, 0);

star("two-documents", "A choice examines at most six index keys and documents, for somebody who has seen 150 ads.", (t) => {
  const w = t.fresh({ seed: 754, scale: 0.05 });
  for (let i = 0; i < 150; i++) {
    w.call("seen", "ann", `other ${i}`);
    w.clock.advance({ minutes: 4 });
  }
  const { keysExamined, docsExamined } = w.cost(() => w.call("chooseAds", "search", "ann", ["book", "red"], 5));
  t.expect.that(keysExamined + docsExamined <= 6, `a choice for somebody who has seen 150 ads examined ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`);
}, { after: ["history"] });

star("bounded", "After 200 ads a day for eight days at most 20 KB are stored about a visitor.", (t) => {
  const w = t.fresh({ seed: 755, scale: 0.05 });
  const before = stored(w);
  for (let i = 0; i < 1600; i++) {
    w.clock.advance({ seconds: 432 });
    w.call("seen", "ann", `other ${i}`);
  }
  w.clock.advance({ minutes: 1 });
  const kilobytes = Math.ceil((stored(w) - before) / 1000);
  t.expect.that(kilobytes <= 20, `after 200 ads a day for eight days ${kilobytes} KB are stored about the visitor`);
}, { after: ["history"] });

star("light-write", "An impression writes at most 200 bytes, whatever the visitor has seen before.", (t) => {
  const w = t.fresh({ seed: 756, scale: 0.05 });
  for (let i = 0; i < 120; i++) {
    const { bytesWritten } = w.cost(() => w.call("seen", "ann", `other ${i}`));
    t.expect.that(bytesWritten <= 200, `the ad that a visitor saw after ${i} others within an hour wrote ${bytesWritten} bytes`);
    w.clock.advance({ seconds: 20 });
  }
}, { after: ["history"] });

probe("choose", (w) => w.call("chooseAds", "search", "ann", ["book", "red"], 5), { scale: 0.1 });
probe("hundred", (w) => {
  for (let i = 0; i < 100; i++) w.call("seen", "ann", `other ${i}`);
}, { scale: 0.1 });

measure((w) => {
  for (let i = 0; i < 100; i++) {
    w.call("chooseAds", "search", `visitor ${i % 3}`, ["book", "red"], 3).forEach((unit) => w.call("seen", `visitor ${i % 3}`, unit));
    w.clock.advance({ minutes: 20 });
  }
}, { scale: 0.2 });
