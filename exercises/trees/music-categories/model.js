// The categories: each has a slug of its own, a name, and a parent or none.

const line = (shop, slug) => {
  if (!shop.has(slug)) return [];
  const { name, parent } = shop.get(slug);
  return [...line(shop, parent), { slug, name }];
};
// Slugs that differ from one of the shop in capitals only.
const CAPITALS = ["Hard-Bop", "BOP"];
const slugs = (g, shop) => (g.chance(0.2) ? g.name() : g.hot(["hard-bop", "bop", ...CAPITALS, ...shop.keys()]));

model({
  scale: 0.03,
  start: (rows) => new Map(rows.categories.map(({ slug, name, parent }) => [slug, { name, parent }])),
  calls: {
    addCategory: {
      weight: 3,
      args: (g, shop) => [
        {
          slug: g.chance(0.1) ? g.hot([...shop.keys()]) : g.name(),
          name: g.chance(0.5) ? g.name() : "Style",
          parentSlug: g.chance(0.15) ? null : g.chance(0.05) ? "" : slugs(g, shop),
        },
      ],
      run: (shop, { slug, name, parentSlug }) => {
        if (shop.has(slug) || (parentSlug !== null && !shop.has(parentSlug))) return false;
        shop.set(slug, { name, parent: parentSlug });
        return true;
      },
      grows: (g, shop, n) => [{ slug: `style ${n}`, name: `Style ${n % 7}`, parentSlug: "hard-bop" }],
    },
    breadcrumbs: { reads: true, short: "thirty levels are enough for a limit to show", args: (g, shop) => [slugs(g, shop)], run: line },
    descendants: {
      reads: true,
      args: (g, shop) => [slugs(g, shop)],
      run: (shop, slug) =>
        anyOrder(
          [...shop]
            .filter(([other]) => other !== slug && line(shop, other).some((step) => step.slug === slug))
            .map(([other, { name }]) => ({ slug: other, name })),
        ),
    },
  },
  // A slug in capitals, and thirty levels below it.
  long: {
    calls: () => {
      const steps = ["hard-bop", "HARD-BOP", ...Array.from({ length: 30 }, (_, i) => `level-${i + 1}`)];
      return [
        ...steps.slice(1).map((slug, i) => ["addCategory", { slug, name: `Step ${i + 1}`, parentSlug: steps[i] }]),
        ["breadcrumbs", "level-30"],
        ["descendants", "HARD-BOP"],
        ["descendants", "hard-bop"],
      ];
    },
  },
  // Categories that have the same path when the slugs in it are joined, also with the arrows of the text.
  twins: {
    calls: (shop, twins) => [...twins, [["a > b", "c"], ["a", "b > c"]]].flatMap(([[a, b], [c, d]], i) => {
      const added = (slug, parentSlug) => ["addCategory", { slug, name: "Twin", parentSlug }];
      return [
        added(`${i}${a}`, null),
        added(`${b}${i}`, `${i}${a}`),
        added(`${i}${c}`, null),
        added(`${d}${i}`, `${i}${c}`),
        ...[a, c].map((top) => ["descendants", `${i}${top}`]),
        ...[b, d].map((leaf) => ["breadcrumbs", `${leaf}${i}`]),
      ];
    }),
  },
  observe: (shop) => [...new Set([...shop.keys(), ...CAPITALS])].flatMap((slug) => [["breadcrumbs", slug], ["descendants", slug]]),
  names: "slugs character by character: `bop` is not `Bop`",
});
