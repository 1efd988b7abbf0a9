// Zones and their ads: the highest bid wins, ties by draw in the order of units.

const keyOf = (site, zone) => JSON.stringify([site, zone]);
const ofKey = (key) => JSON.parse(key);
const NEW = ["one", "two", "three", "four", "five"].map((zone) => keyOf("new", zone));
const place = (g, zones) =>
  g.chance(0.15) ? g.pair() : ofKey(g.hot(g.chance(0.4) ? NEW.filter((key) => !zones.has(key)).concat(NEW[0]) : [...zones.keys()]));
// Units that two clients rarely draw alike.
const UNITS = Array.from({ length: 20 }, (_, i) => `unit ${i}`);
const campaignOf = (g) => g.hot(["a", "a.b", "a:b", "$sale", "A", "ab", "campaign 10", "nobody's"]);

model({
  scale: 0.03,
  start: ({ zones }) => new Map(zones.map(({ site, zone, ads }) => [keyOf(site, zone), ads.map((ad) => ({ ...ad }))])),
  calls: {
    chooseAd: {
      reads: true,
      while: ["addAd"],
      weight: 2,
      args: (g, zones) => [...place(g, zones), g.pick([0, 0.1, 0.25, 0.5, 0.9, 0.999])],
      run: (zones, site, zone, draw) => {
        const ads = zones.get(keyOf(site, zone)) ?? [];
        const best = Math.max(...ads.map(({ ecpm }) => ecpm));
        const ties = ads.filter(({ ecpm }) => ecpm === best).sort((a, b) => (a.unit < b.unit ? -1 : 1));
        const chosen = ties[Math.floor(draw * ties.length)];
        return chosen ? { campaign: chosen.campaign, unit: chosen.unit } : null;
      },
    },
    addAd: {
      weight: 3,
      crash: "never",
      args: (g, zones) => {
        const [site, zone] = place(g, zones);
        const ads = zones.get(keyOf(site, zone)) ?? [];
        const best = Math.max(0, ...ads.map(({ ecpm }) => ecpm));
        const unit = g.chance(0.2) && ads.length > 0 ? g.pick(ads).unit : g.chance(0.3) ? g.name() : g.shuffle(UNITS)[0];
        return [site, zone, { campaign: campaignOf(g), unit, ecpm: g.pick([best, best, best + 1, g.int(0, best), 0]) }];
      },
      run: (zones, site, zone, ad) => {
        const ads = zones.get(keyOf(site, zone)) ?? [];
        if (ads.some(({ unit }) => unit === ad.unit)) return false;
        zones.set(keyOf(site, zone), [...ads, ad]);
        return true;
      },
    },
    deactivate: {
      while: ["addAd", "deactivate"],
      crash: "never",
      args: (g) => [campaignOf(g)],
      run: (zones, campaign) => {
        let found = false;
        for (const [key, ads] of zones) {
          const rest = ads.filter((ad) => ad.campaign !== campaign);
          found ||= rest.length < ads.length;
          zones.set(key, rest);
        }
        return found;
      },
    },
  },
  // A zone of many ads that share the highest bid.
  long: {
    rows: ({ zones }, n) => ({
      zones: [...zones, { site: "long", zone: "long", ads: Array.from({ length: n }, (_, i) => ({ campaign: "a", unit: `long ${i}`, ecpm: 5 })) }],
    }),
    calls: () => [
      ...[0, 0.3, 0.6, 0.999].map((draw) => ["chooseAd", "long", "long", draw]),
      ["addAd", "long", "long", { campaign: "b", unit: "long 7", ecpm: 9 }],
      ["addAd", "long", "long", { campaign: "b", unit: "a late one", ecpm: 5 }],
      ["chooseAd", "long", "long", 0.5],
      ["deactivate", "a"],
      ["chooseAd", "long", "long", 0],
    ],
  },
  // Zones and units that are the same text when they are joined.
  twins: {
    calls: (_, twins) => twins.flatMap(([[a, b], [c, d]]) => [
      ["addAd", "twin", a, { campaign: "a", unit: b, ecpm: 1 }],
      ["addAd", "twin", c, { campaign: "a", unit: d, ecpm: 1 }],
      ["chooseAd", "twin", a, 0],
      ["chooseAd", "twin", c, 0],
    ]),
  },
  observe: (zones) => [...zones.keys()].flatMap((key) => [0, 0.6].map((draw) => ["chooseAd", ...ofKey(key), draw])),
  promises: [
    "`chooseAd` during `deactivate` may still find the campaign.",
    "If a call that was cut off is repeated, everything is right afterwards; what it returns is not promised.",
  ],
});
