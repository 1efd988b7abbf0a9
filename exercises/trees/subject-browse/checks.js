// Beyond the model: the price of a subtree and of a trail.

const call = (fn, ...values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

// How many subjects lie below one.
function countBelow(subjects, name) {
  const next = subjects.filter(({ parent }) => parent === name);
  return next.reduce((sum, child) => sum + countBelow(subjects, child.name), next.length);
}

star("subtree", "All descendants take one round trip and read nothing but the result.", (t) => {
  const w = t.fresh({ seed: 136, scale: 1 });
  for (const name of ["American Literature", "Art", "1920s", "Art Deco"]) {
    const meters = w.cost(() => w.call("descendants", name));
    const count = countBelow(w.rows.subjects, name);
    t.expect.that(
      meters.roundTrips <= 1 && meters.docsExamined <= count,
      `${call("descendants", name)} found ${amountOf(count, "subject")} with ${amountOf(meters.roundTrips, "round trip")} and ${amountOf(meters.docsExamined, "document")}`,
    );
    t.expect.that(
      meters.bytesRead <= 400 * (count + 1),
      `${call("descendants", name)} read ${meters.bytesRead} bytes to find ${amountOf(count, "subject")}`,
    );
  }
});

star("trail-cost", "A trail is one round trip and one document.", (t) => {
  const w = t.fresh({ seed: 137, scale: 1 });
  const meters = w.cost(() => w.call("trail", "Jazz Age in New York"));
  t.expect.that(
    meters.roundTrips <= 1 && meters.docsExamined <= 1,
    `a trail of four steps took ${amountOf(meters.roundTrips, "round trip")} and ${amountOf(meters.docsExamined, "document")}`,
  );
  t.expect.that(meters.bytesRead <= 1000, `a trail of four steps read ${meters.bytesRead} bytes`);
});

measure((w) => {
  for (const { name } of w.rows.subjects.slice(0, 20)) {
    w.call("children", name);
    w.call("descendants", name);
    w.call("trail", name);
  }
  for (let i = 0; i < 5; i++) w.call("addSubject", `New ${i}`, "Jazz Age");
});
