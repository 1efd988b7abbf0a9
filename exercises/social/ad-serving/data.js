// Zones of web pages with the ads that they may show. Scale 1 has 300 zones with 5 to 60 ads; a larger scale has
// fewer zones with more ads each.

const SITES = ["news.example", "a", "a-b", "shop", "$site", "o'neil.example"];
const ZONES = ["top", "b-c", "c", "left.1", "$zone", "Top", "foot"];
const CAMPAIGNS = ["a", "a:b", "a.b", "A", "$sale", "o'neil", "__proto__", "zoë", "ab", "a|b"];

// Places of a list, each once.
function some(rng, list, count) {
  return rng.shuffle([...list]).slice(0, count);
}

function rows(rng, scale) {
  const count = scale > 1 ? 12 : Math.max(9, Math.round(300 * scale));
  const campaigns = Array.from({ length: Math.max(20, count) }, (_, i) => CAMPAIGNS[i] ?? `campaign ${i}`);
  const zones = Array.from({ length: count }, (_, i) => {
    const [site, zone] = i < 42 ? [SITES[i % 6], ZONES[Math.floor(i / 6)]] : [`site${i % 30}.example`, `zone ${Math.floor(i / 30)}`];
    return { site, zone, ads: [] };
  });
  const sizes = zones.map(() => Math.round(rng.int(5, 60) * Math.max(1, scale)));
  for (const [at, { ads }] of zones.entries()) {
    const best = rng.int(200, 300);
    const ties = Math.min(rng.int(1, 10), sizes[at]);
    for (let i = 0; i < sizes[at]; i++) {
      const campaign = i < ties ? rng.pick(campaigns) : campaigns[Math.floor(campaigns.length * rng() ** 2)];
      ads.push({ campaign, unit: `${rng.pick(["banner", "Banner", "tile.", "$unit"])}${i}`, ecpm: i < ties ? best : rng.int(1, best - 1) });
    }
    zones[at].ads = rng.shuffle(ads);
  }
  // Campaign `a` and its neighbour by name compete everywhere; the last zone has nothing to show.
  for (const { ads } of some(rng, zones, Math.min(40, count))) ads.push({ campaign: "a", unit: "a-unit", ecpm: rng.int(1, 320) });
  for (const { ads } of some(rng, zones, Math.min(30, count))) ads.push({ campaign: "a:b", unit: "ab-unit", ecpm: rng.int(1, 320) });
  zones.at(-1).ads = [];
  return { zones };
}
