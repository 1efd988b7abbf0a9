// The tree of subjects: each has a parent or stands at the top.

const trail = (tree, name) => (tree.has(name) ? [...trail(tree, tree.get(name)), name] : []);
// New names, some of which look like those that are there.
const fresh = (g) => (g.chance(0.4) ? g.pick(["JAZZ", "art", "Eire", "Jaz", "Art ", "jazz age"]) : g.name());
const names = (g, tree) => (g.chance(0.2) ? fresh(g) : g.hot(["Jazz Age", "Art", ...tree.keys()]));

model({
  scale: 0.15,
  start: (rows) => new Map(rows.subjects.map(({ name, parent }) => [name, parent])),
  calls: {
    addSubject: {
      weight: 3,
      args: (g, tree) => [g.chance(0.1) ? g.hot([...tree.keys()]) : fresh(g), g.chance(0.15) ? null : g.chance(0.05) ? "" : names(g, tree)],
      run: (tree, name, parent) => {
        if (tree.has(name) || (parent !== null && !tree.has(parent))) return false;
        tree.set(name, parent);
        return true;
      },
      grows: (g, tree, n) => [`Style ${n}`, "Jazz Age"],
    },
    children: {
      reads: true,
      args: (g, tree) => [names(g, tree)],
      run: (tree, name) => anyOrder([...tree.keys()].filter((other) => tree.get(other) === name)),
    },
    descendants: {
      reads: true,
      args: (g, tree) => [names(g, tree)],
      run: (tree, name) => anyOrder([...tree.keys()].filter((other) => other !== name && trail(tree, other).includes(name))),
    },
    trail: { reads: true, short: "thirty levels are enough for a limit to show", args: (g, tree) => [names(g, tree)], run: trail },
  },
  // Thirty levels.
  long: {
    calls: () => [
      ...Array.from({ length: 30 }, (_, i) => ["addSubject", `Level ${i + 1}`, i === 0 ? "Jazz Age in New York" : `Level ${i}`]),
      ["trail", "Level 30"],
      ["descendants", "Level 1"],
    ],
  },
  // Subjects that have the same path when the names in it are joined, also with the arrows of the text.
  twins: {
    calls: (tree, twins) => [...twins, [["a > b", "c"], ["a", "b > c"]]].flatMap(([[a, b], [c, d]], i) => [
      ["addSubject", `${i}${a}`, null],
      ["addSubject", `${b}${i}`, `${i}${a}`],
      ["addSubject", `${i}${c}`, null],
      ["addSubject", `${d}${i}`, `${i}${c}`],
      ...[a, c].flatMap((top) => [["children", `${i}${top}`], ["descendants", `${i}${top}`]]),
      ...[b, d].map((leaf) => ["trail", `${leaf}${i}`]),
    ]),
  },
  observe: (tree) => [...tree.keys()].flatMap((name) => [["children", name], ["descendants", name], ["trail", name]]),
  names: "character by character: `art` is not `Art`",
});
