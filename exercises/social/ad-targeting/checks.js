// The exact order, the cap to the second, and what a choice and an impression cost.

const show = (value) => JSON.stringify(value) ?? "nothing";
const scoreOf = (ad, keywords) => ad.ecpm * Math.log(1.1 + new Set(keywords.filter((word) => ad.keywords.includes(word))).size);
const adsOf = (w, zone) => w.rows.zones.find(({ _id }) => _id === zone)?.ads ?? [];
const round = (score) => Number(score.toPrecision(3));

function expectAds(t, w, zone, visitor, keywords, n, capped, when) {
  const call = `chooseAds(db, ${show(zone)}, ${show(visitor)}, ${show(keywords)}, ${n}) ${when}`;
  const found = w.call("chooseAds", zone, visitor, keywords, n);
  t.expect.that(Array.isArray(found), `${call} is ${show(found)}, not a list`);
  const ads = new Map(adsOf(w, zone).map((ad) => [ad.unit, scoreOf(ad, keywords)]));
  const right = [...ads].filter(([unit]) => !capped.includes(unit)).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, n).map(([unit]) => unit);
  const wrong = found.find((unit) => !ads.has(unit));
  t.expect.that(wrong === undefined, `${call} has ${show(wrong)}, which the zone does not have`);
  const again = found.find((unit) => capped.includes(unit));
  t.expect.that(again === undefined, `${call} shows ${show(again)} again`);
  right.forEach((unit, at) => {
    const there = found[at];
    const which = there === undefined ? "nothing" : `${show(there)} with a score of ${round(ads.get(there))}`;
    t.expect.that(there === unit, `${call} has ${which} at place ${at + 1}, where ${show(unit)} with ${round(ads.get(unit))} belongs`);
  });
  t.expect.that(found.length === right.length, `${call} has ${amountOf(found.length, "ad")} instead of ${right.length}`);
}

must("order", "The best ads of a zone come in the order of their scores.", (t) => {
  const w = t.fresh({ seed: 751, scale: 0.1 });
  for (const { _id } of w.rows.zones) {
    for (const [keywords, n] of [[[], 100], [["book"], 5], [["Book", "red", "Book"], 100], [["car", "a.b", "$car", "ski", "zoë"], 100], [["constructor"], 1], [["nothing"], 3]]) {
      expectAds(t, w, _id, "nobody", keywords, n, [], "before anybody has seen anything");
    }
  }
  expectAds(t, w, "unknown", "nobody", ["book"], 5, [], "of a zone that is unknown");
});

must("cap", "What a visitor has seen is left out for 24 hours, and then is back.", (t) => {
  const w = t.fresh({ seed: 752, scale: 0.03 });
  const odd = ["a.b", "$unit", "A.b"];
  const units = [...odd, ...adsOf(w, "search").map(({ unit }) => unit).filter((unit) => !odd.includes(unit))];
  // At different seconds of a minute, and on both sides of midnight.
  w.clock.advance({ hours: 11, minutes: 57, seconds: 1 });
  const shown = units.slice(0, 12).map((unit) => {
    w.call("seen", "ann", unit);
    const at = w.clock.now().getTime();
    w.clock.advance({ seconds: 29 });
    return { unit, at };
  });
  const capped = () => shown.filter(({ at }) => w.clock.now().getTime() - at < 24 * 60 * 60 * 1000).map(({ unit }) => unit);
  const passed = () => `after ${shown.length} ads, ${Math.round((w.clock.now().getTime() - shown[0].at) / 1000)} seconds after the first was seen`;
  const look = () => expectAds(t, w, "search", "ann", ["book"], 100, capped(), passed());
  look();
  for (const visitor of ["bob", "Ann", "ann.", "an"]) expectAds(t, w, "search", visitor, ["book"], 100, [], "when another visitor has seen some");
  w.clock.advance({ hours: 12 });
  look();
  // One is seen once more: its 24 hours begin anew.
  w.call("seen", "ann", shown[2].unit);
  shown[2].at = w.clock.now().getTime();
  w.clock.advance({ seconds: Math.round((shown[0].at - w.clock.now().getTime()) / 1000) + 24 * 60 * 60 - 1 });
  for (let i = 0; i < 60; i++) {
    if (i % 3 < 2) look();
    w.clock.advance({ seconds: [1, 1, 27][i % 3] });
  }
  w.clock.advance({ hours: 13 });
  look();
}, { after: ["order"] });

must("many", "Somebody who has seen sixty ads sees none of them again, whatever they are called.", (t) => {
  const w = t.fresh({ seed: 753, scale: 0.03 });
  const seen = [];
  for (const visitor of ["a.b", "__proto__"]) {
    seen.length = 0;
    for (const { unit } of adsOf(w, "search").slice(0, 57)) {
      w.call("seen", visitor, unit);
      seen.push(unit);
      w.clock.advance({ seconds: 20 });
      if (seen.length % 8 === 1) expectAds(t, w, "search", visitor, ["red"], 5, seen, `after ${amountOf(seen.length, "ad")}`);
    }
    for (const zone of w.rows.zones) expectAds(t, w, zone._id, visitor, ["red"], 100, seen, `after ${amountOf(seen.length, "ad")}`);
  }
  // Visitor and unit are the same text when they are joined; a day later the first is shown again, and the second not.
  w.call("seen", "x", "a.b");
  w.call("seen", "xa", ".b");
  expectAds(t, w, "search", "x", [], 100, ["a.b"], 'after seen(db, "x", "a.b") and seen(db, "xa", ".b")');
}, { after: ["cap"] });

const stored = (w) => w.storage().collections.reduce((sum, { size }) => sum + size, 0);

star("two-documents", "A choice examines at most six index keys and documents, for somebody who has seen 150 ads.", (t) => {
  const w = t.fresh({ seed: 754, scale: 0.05 });
  for (let i = 0; i < 150; i++) {
    w.call("seen", "ann", `other ${i}`);
    w.clock.advance({ minutes: 4 });
  }
  const { keysExamined, docsExamined } = w.cost(() => w.call("chooseAds", "search", "ann", ["book", "red"], 5));
  t.expect.that(keysExamined + docsExamined <= 6, `a choice for somebody who has seen 150 ads examined ${amountOf(keysExamined, "index key")} and ${amountOf(docsExamined, "document")}`);
}, { after: ["cap"] });

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
}, { after: ["cap"] });

star("light-write", "An impression writes at most 200 bytes, whatever the visitor has seen before.", (t) => {
  const w = t.fresh({ seed: 756, scale: 0.05 });
  for (let i = 0; i < 120; i++) {
    const { bytesWritten } = w.cost(() => w.call("seen", "ann", `other ${i}`));
    t.expect.that(bytesWritten <= 200, `the ad that a visitor saw after ${i} others within an hour wrote ${bytesWritten} bytes`);
    w.clock.advance({ seconds: 20 });
  }
}, { after: ["cap"] });

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
