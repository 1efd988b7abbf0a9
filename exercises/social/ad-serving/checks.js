// The choice is exact: after setup, after each change, beside other clients, after a call that was cut off.

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

must("choices", "The highest bid wins; among equal ones the draw decides, in the order of units.", (t) => {
  const w = t.fresh({ seed: 711, scale: 0.2 });
  const state = stateOf(w.rows);
  expectZones(t, w, state, "after setup");
  for (const place of [["nowhere", "top"], ["news.example", "nowhere"], ["a-b-c", ""], ["a", "b"]]) expectChoice(t, w, state, place, 0.5, "after setup");
  w.withoutIndexes(() => expectZones(t, w, state, "after setup", [0, 0.6]));
});

must("adds", "A new ad competes at once; a unit that the zone has already is refused.", (t) => {
  const w = t.fresh({ seed: 712, scale: 0.05 });
  const state = stateOf(w.rows);
  const add = (place, ad) => {
    const ads = state.get(keyOf(...place)) ?? [];
    const known = ads.some(({ unit }) => unit === ad.unit);
    const answer = w.call("addAd", ...place, ad);
    if (!known) state.set(keyOf(...place), [...ads, ad]);
    const call = `addAd(db, ${place.map(show).join(", ")}, …) of ${show(ad.unit)} for ${ad.ecpm}`;
    t.expect.that(answer === !known, `${call} is ${show(answer)}; the zone ${known ? "has" : "does not have"} that unit`);
    for (const draw of DRAWS) expectChoice(t, w, state, place, draw, `after ${call}`);
  };
  for (const place of [["news.example", "top"], ["a", "b-c"], ["a-b", "c"], ["$new", "zone"], ["a", "new.zone"]]) {
    const best = winners(state.get(keyOf(...place)))[0]?.ecpm ?? 50;
    for (const [unit, ecpm] of [["t5", best + 1], ["x5", best + 1], ["a5", best + 1], ["A5", best + 1], ["zz", 3],
      ["m1", best + 2], ["m1", best + 9], ["b1", best + 2], ["x5", best + 2], ["z9", best + 2], ["mm", best + 2]]) {
      add(place, { campaign: unit === "b1" ? "a" : "a:b", unit, ecpm });
    }
  }
  expectZones(t, w, state, "after all of them", [0, 0.9]);
  for (let i = 0; i < 520; i++) {
    const ad = { campaign: "a", unit: `many ${i}`, ecpm: 900 };
    w.call("addAd", "many", "equals", ad);
    state.set(keyOf("many", "equals"), [...(state.get(keyOf("many", "equals")) ?? []), ad]);
  }
  for (const draw of [0, 0.1, 0.5, 0.999]) expectChoice(t, w, state, ["many", "equals"], draw, "after 520 ads of one bid");
}, { after: ["choices"] });

must("deactivated", "A campaign that is deactivated vanishes from all zones, and no other one does.", (t) => {
  const w = t.fresh({ seed: 713, scale: 0.06 });
  const state = stateOf(w.rows);
  for (const campaign of ["a", "A", "$sale", "nobody's", "a.b", "a", "__proto__", "a|b"]) {
    const [before] = [...state.values()].map((ads) => ads.some((ad) => ad.campaign === campaign)).filter(Boolean);
    const answer = w.call("deactivate", campaign);
    for (const [key, ads] of state) state.set(key, ads.filter((ad) => ad.campaign !== campaign));
    const call = `deactivate(db, ${show(campaign)})`;
    const running = [...state.keys()].filter((key) => [0, 0.5].some((draw) => w.call("chooseAd", ...JSON.parse(key), draw)?.campaign === campaign));
    t.expect.that(running.length === 0, `after ${call} the campaign is still chosen in ${amountOf(running.length, "zone")}, for example ${running[0]}`);
    for (const [key, ads] of state) {
      const other = chosenAd(ads, 0)?.campaign;
      const gone = other?.startsWith(campaign) && w.call("chooseAd", ...JSON.parse(key), 0)?.campaign !== other;
      t.expect.that(!gone, `${call} stopped ${show(other)}, too`);
    }
    expectZones(t, w, state, `after ${call}`, [0, 0.9]);
    t.expect.that(answer === (before === true), `${call} is ${show(answer)}; ${before ? "there were ads of it" : "there was no ad of it"}`);
  }
  // A zone that has lost its best ad chooses from the rest, down to the last ad.
  const [place] = [["news.example", "top"]];
  for (let i = 0; i < 80; i++) {
    const [best] = winners(state.get(keyOf(...place)));
    if (!best) break;
    w.call("deactivate", best.campaign);
    for (const [key, ads] of state) state.set(key, ads.filter((ad) => ad.campaign !== best.campaign));
    for (const draw of [0, 0.9]) expectChoice(t, w, state, place, draw, `after the campaigns of all better ads were deactivated`);
  }
}, { after: ["choices"] });

must("rival", "An ad that is added while another client adds or deactivates is not lost.", (t) => {
  const w = t.fresh({ seed: 714, scale: 0.03 });
  const place = ["news.example", "top"];
  const best = winners(stateOf(w.rows).get(keyOf(...place)))[0].ecpm;
  const ad = (unit, campaign = "fresh") => ({ campaign, unit, ecpm: best + 1 });
  const others = [["addAd", ...place, ad("second")], ["deactivate", "a"], ["deactivate", w.rows.zones[0].ads[0].campaign], ["addAd", ...place, ad("first", "late")]];
  for (const [name, ...values] of others) {
    for (const first of [true, false]) {
      const acts = [(world) => world.call("addAd", ...place, ad("first")), (world) => world.call(name, ...values)];
      if (!first) acts.reverse();
      w.rival(...acts, (world) => {
        const found = [0, 0.999].map((draw) => world.call("chooseAd", ...place, draw)?.unit);
        const when = `after addAd of "first" and ${name} of ${show(name === "addAd" ? values[2].unit : values[0])} at the same moment`;
        t.expect.that(found[0] === "first", `${when} the new ad is lost: ${show(found[0])} is chosen at draw 0`);
        const last = values[2]?.unit === "second" ? "second" : "first";
        t.expect.that(found[1] === last, `${when} ${show(found[1])} is chosen at draw 0.999, not ${show(last)}`);
      });
    }
  }
  const answers = [];
  w.rival(
    (world) => (answers[0] = world.call("addAd", "new.example", "side", ad("first"))),
    (world) => (answers[1] = world.call("addAd", "new.example", "side", ad("second"))),
    (world) => {
      const when = "after the first two ads of a new zone were added at the same moment";
      const found = [0, 0.999].map((draw) => world.call("chooseAd", "new.example", "side", draw)?.unit);
      t.expect.equal(found, ["first", "second"], `${when} the units chosen at draw 0 and 0.999`);
      t.expect.that(answers.every(Boolean), `${when} addAd returned ${answers.map(show).join(" and ")}`);
    },
  );
}, { after: ["adds", "deactivated"] });

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
}, { after: ["adds", "deactivated"] });

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
}, { after: ["adds", "deactivated"] });

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
