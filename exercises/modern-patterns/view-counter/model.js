// What is promised of small numbers: they are exact, also when several viewers come at once.

model({
  scale: 0.2,
  start: ({ videos }) => new Map(videos.filter(({ views }) => views < 100).map(({ _id, views }) => [_id, views])),
  calls: {
    watch: {
      weight: 3,
      args: (g, counts) => [g.chance(0.3) ? `new ${g.int(1, 4)}` : g.chance(0.3) ? g.pick(["O'Neil", "Zoë"]) : g.hot([...counts.keys()])],
      allowed: (counts, video) => (counts.get(video) ?? 0) < 99,
      run: (counts, video) => void counts.set(video, (counts.get(video) ?? 0) + 1),
    },
    views: {
      reads: true,
      args: (g, counts) => [g.chance(0.2) ? `new ${g.int(1, 6)}` : g.hot([...counts.keys()])],
      run: (counts, video) => counts.get(video) ?? 0,
    },
  },
  // Every number up to 99 comes once.
  long: {
    calls: () => [
      ...Array.from({ length: 99 }, () => ["watch", "counted"]).flatMap((call, i) => (i < 20 || i > 70 ? [call, ["views", "counted"]] : [call])),
      ...Array.from({ length: 49 }, () => ["watch", "O'Neil"]),
      ["views", "O'Neil"],
    ],
  },
  observe: (counts) => [...[...counts.keys()].slice(-12), "nobody"].map((video) => ["views", video]),
});
