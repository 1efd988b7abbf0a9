// Beyond the model: a choice during `deactivate`, and calls that are cut off and sent again.

const show = (value) => JSON.stringify(value) ?? "nothing";
const keyOf = (site, zone) => JSON.stringify([site, zone]);
const stateOf = (rows) => new Map(rows.zones.map(({ site, zone, ads }) => [keyOf(site, zone), [...ads]]));
const DRAWS = [0, 0.3, 0.5, 0.9, 0.999];

// The ads that share the highest bid, by unit.
function winners(ads = []) {
  const best = Math.max(...ads.map(({ ecpm }) => ecpm));
  return ads.filter(({ ecpm }) => ecpm === best).sort((a, b) => (a.unit < b.unit ? -1 : 1));
}

const chosenAd = (ads, draw) => {
  const ties = winners(ads);
  return ties[Math.floor(draw * ties.length)] ?? null;
};

const isChoice = (found, ad) => (ad === null ? found === null : found?.campaign === ad.campaign && found?.unit === ad.unit);

function expectChoice(t, w, state, [site, zone], draw, when) {
  const ads = state.get(keyOf(site, zone)) ?? [];
  const found = w.call("chooseAd", site, zone, draw);
  const right = chosenAd(ads, draw);
  if (isChoice(found, right)) return;
  const call = `chooseAd(db, ${show(site)}, ${show(zone)}, ${draw}) ${when}`;
  if (right === null) t.fail(`${call} is ${show(found)}; there is no ad, so it should be null`);
  const chosen = ads.find(({ unit }) => unit === found?.unit);
  const all = winners(ads).map(({ unit }) => unit);
  const ties = all.length > 12 ? [...all.slice(0, 12), `… ${all.length - 12} more`] : all;
  if (!found) t.fail(`${call} is ${show(found)}; ${show(right.unit)} should be chosen among ${amountOf(ads.length, "ad")}`);
  if (!chosen) t.fail(`${call} is ${show(found)}, which the zone does not have; ${show(right.unit)} should be chosen`);
  if (chosen.ecpm < right.ecpm) t.fail(`${call}: an ad for ${chosen.ecpm} was chosen, one for ${right.ecpm} was there`);
  const which = ties.length === 1 ? "" : `; the highest bid is shared by ${ties.join(", ")}`;
  t.fail(`${call} is ${show(found)}, draw ${draw} should give ${show({ campaign: right.campaign, unit: right.unit })}${which}`);
}

function expectZones(t, w, state, when, draws = DRAWS) {
  for (const key of state.keys()) for (const draw of draws) expectChoice(t, w, state, JSON.parse(key), draw, when);
}

must("served", "While a campaign is deactivated, a zone that has other ads shows one of the best.", (t) => {
  const w = t.fresh({ seed: 715, scale: 0.03 });
  const place = ["news.example", "top"];
  const campaign = "lonely";
  const ad = { campaign, unit: "lonely", ecpm: 1000 };
  w.call("addAd", ...place, ad);
  const before = [...stateOf(w.rows).get(keyOf(...place)), ad];
  const after = before.filter((ad) => ad.campaign !== campaign);
  let answer;
  const read = (world) => {
    answer = world.call("chooseAd", ...place, 0);
  };
  const off = (world) => world.call("deactivate", campaign);
  for (const acts of [[read, off], [off, read]]) {
    w.rival(...acts, () => {
      const right = [chosenAd(before, 0), chosenAd(after, 0)];
      const [old, fresh] = right.map((ad) => show(ad?.unit));
      const observed = `chooseAd while ${show(campaign)} was deactivated is ${show(answer)}; it was ${old} before and is ${fresh} after`;
      t.expect.that(right.some((ad) => isChoice(answer, ad)), observed);
    });
  }
}, { after: ["history"] });

must("cut-off", "After a call was cut off and repeated, everything is right.", (t) => {
  const w = t.fresh({ seed: 716, scale: 0.03 });
  const place = ["news.example", "top"];
  const known = stateOf(w.rows);
  const [best] = winners(known.get(keyOf(...place)));
  const without = (campaign) => new Map([...known].map(([key, ads]) => [key, ads.filter((ad) => ad.campaign !== campaign)]));
  const plus = (where, ad) => new Map(known).set(keyOf(...where), [...(known.get(keyOf(...where)) ?? []), ad]);
  const ad = { campaign: "fresh", unit: "fresh", ecpm: best.ecpm + 1 };
  for (const [state, name, ...values] of [
    [without("a"), "deactivate", "a"], [without(best.campaign), "deactivate", best.campaign], [plus(place, ad), "addAd", ...place, ad],
    [plus(["new", "zone"], ad), "addAd", "new", "zone", ad],
  ]) {
    const again = (world) => world.call(name, ...values);
    w.crash(again, again, (world) => expectZones(t, world, state, `after the client died in ${name} and it was called again`, [0, 0.999]), { outside: {} });
  }
}, { after: ["history"] });

// Zones with many ads.
const large = (w) => [...w.rows.zones].sort((a, b) => b.ads.length - a.ads.length).slice(0, 3);

star("latency", "Choosing an ad is one round trip and examines at most one document.", (t) => {
  const w = t.fresh({ seed: 717, scale: 0.3 });
  for (const { site, zone, ads } of large(w)) {
    const { roundTrips, docsExamined } = w.cost(() => w.call("chooseAd", site, zone, 0.5));
    const cost = `took ${amountOf(roundTrips, "round trip")} and examined ${amountOf(docsExamined, "document")}`;
    t.expect.that(roundTrips <= 1 && docsExamined <= 1, `chooseAd in a zone of ${amountOf(ads.length, "ad")} ${cost}`);
  }
});

star("lean", "Choosing an ad reads at most 2 KB, in a zone of 600 ads too.", (t) => {
  const w = t.fresh({ seed: 718, scale: 10 });
  for (const { site, zone, ads } of large(w)) {
    const { bytesRead } = w.cost(() => w.call("chooseAd", site, zone, 0.5));
    t.expect.that(bytesRead <= 2000, `chooseAd in a zone of ${amountOf(ads.length, "ad")} read ${(bytesRead / 1000).toFixed(1)} KB`);
  }
});

star("one-off", "Deactivating a campaign is one operation, however many zones have it.", (t) => {
  const w = t.fresh({ seed: 717, scale: 0.3 });
  const zones = w.rows.zones.filter(({ ads }) => ads.some(({ campaign }) => campaign === "a")).length;
  const { operations } = w.cost(() => w.call("deactivate", "a"));
  t.expect.that(operations <= 1, `deactivate of a campaign in ${amountOf(zones, "zone")} took ${amountOf(operations, "operation")}`);
});

star("cheap-add", "Adding an ad writes at most 200 bytes.", (t) => {
  const w = t.fresh({ seed: 717, scale: 0.3 });
  const [{ site, zone, ads }] = large(w);
  const { bytesWritten } = w.cost(() => w.call("addAd", site, zone, { campaign: "a", unit: "new one", ecpm: 90 }));
  t.expect.that(bytesWritten <= 200, `addAd in a zone of ${amountOf(ads.length, "ad")} wrote ${amountOf(bytesWritten, "byte")}`);
});

probe("choose", (w) => w.call("chooseAd", w.rows.zones[0].site, w.rows.zones[0].zone, 0.5), { scale: 10 });
probe("add", (w) => w.call("addAd", w.rows.zones[0].site, w.rows.zones[0].zone, { campaign: "a", unit: "probed", ecpm: 100 }), { scale: 10 });

measure((w) => {
  const { zones } = w.rows;
  for (let i = 0; i < 60; i++) w.call("chooseAd", zones[i % 20].site, zones[i % 20].zone, (i % 10) / 10);
  for (let i = 0; i < 3; i++) w.call("addAd", zones[i].site, zones[i].zone, { campaign: "a", unit: `new ${i}`, ecpm: 100 });
  w.call("deactivate", "a:b");
}, { scale: 0.3 });
