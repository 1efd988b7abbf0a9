// Beyond the model: what the answers walk stays within limits, and is what `keys` says.

const FIELDS = ["time", "host", "path", "status", "ms"];

const show = (value) => JSON.stringify(value) ?? "nothing";
const plain = (event) => Object.fromEntries(FIELDS.map((field) => [field, event?.[field]]));
const callOf = ({ name, args }) => `${name}(db, ${args.map((arg) => (arg instanceof Date ? arg.toISOString().slice(0, 16) : show(arg))).join(", ")})`;

const count = (events, field, value) => events.filter((event) => event[field] === value).length;

// Common and rare values of a field.
function values(events, field) {
  const all = [...new Set(events.map((event) => event[field]))].sort((a, b) => count(events, field, b) - count(events, field, a));
  return [all[0], all[1], all[Math.floor(all.length / 2)], all.at(-1)];
}

function questions({ events }) {
  const day = (date) => new Date(Date.UTC(2012, 9, date));
  const broken = [...new Set(events.map(({ status }) => status).filter((status) => status >= 500))];
  return [
    ...values(events, "path").flatMap((path) => [1, 5, 14, 15].map((date) => ({ name: "pathDay", args: [path, day(date)] }))),
    { name: "pathDay", args: ["/nowhere", day(3)] },
    ...values(events, "host").flatMap((host) => [1, 5, 40].map((n) => ({ name: "hostLatest", args: [host, n] }))),
    { name: "hostLatest", args: [values(events, "host")[0], 100_000] },
    { name: "hostLatest", args: ["10.9.9.9", 5] },
    ...broken.flatMap((status) =>
      [[1, 5], [1, 1000], [7, 1], [7, 8], [12, 5], [14, 3], [15, 5]].map(([date, n]) => ({ name: "slowest", args: [status, day(date), n] })),
    ),
    { name: "slowest", args: [599, day(1), 5] },
  ];
}

must("three", "There are at most three indexes besides the one on _id, and events are stored as they are.", (t) => {
  const w = t.fresh({ seed: 833, scale: 0.02 });
  const more = w.storage().collections.flatMap(({ indexes }) => indexes).filter(({ key }) => show(key) !== '{"_id":1}');
  t.expect.that(more.length <= 3, `there are ${more.length} indexes besides \`_id\`: ${more.map(({ key }) => show(key)).join(", ")}`);
  const stored = w.db.events.countDocuments();
  t.expect.that(stored === w.rows.events.length, `\`events\` has ${amountOf(stored, "document")} of ${amountOf(w.rows.events.length, "event")}`);
  const added = { time: new Date("2012-10-14T23:59:59.999Z"), host: "10.7.7.7", path: "/late", status: 503, ms: 9999 };
  w.db.events.insertOne({ ...added });
  for (const question of [
    { name: "hostLatest", args: [added.host, 3] },
    { name: "pathDay", args: [added.path, new Date("2012-10-14T00:00:00Z")] },
    { name: "slowest", args: [503, added.time, 2] },
  ]) {
    const found = w.call(question.name, ...question.args);
    t.expect.that(show(found?.map?.(plain)) === show([added]), `a loader inserted ${show(added)} into \`events\`; ${callOf(question)} returned ${show(found)}`);
  }
});

function walked(w, question) {
  let answer;
  const meters = w.cost(() => {
    answer = w.call(question.name, ...question.args);
  });
  return { ...meters, returned: answer.length };
}

must("narrow", "No question walks through events of other paths, hosts or statuses.", (t) => {
  const w = t.fresh({ seed: 834, scale: 0.12 });
  for (const question of questions(w.rows)) {
    const { keysExamined, docsExamined, returned } = walked(w, question);
    const call = callOf(question);
    if (question.name === "slowest") {
      const own = count(w.rows.events, "status", question.args[0]);
      t.expect.that(keysExamined <= own + 2, `${call} walked ${amountOf(keysExamined, "key")}; there are ${amountOf(own, "event")} of status ${question.args[0]}`);
      t.expect.that(docsExamined <= own, `${call} examined ${amountOf(docsExamined, "document")}; there are ${amountOf(own, "event")} of status ${question.args[0]}`);
    } else {
      t.expect.that(docsExamined <= returned, `${call} examined ${amountOf(docsExamined, "document")} for ${amountOf(returned, "event")}`);
      t.expect.that(keysExamined <= returned + 2, `${call} walked ${amountOf(keysExamined, "key")} for ${amountOf(returned, "event")}`);
    }
  }
}, { after: ["history"], hint: "Which field does the index begin with: the one that has one value, or the one that is a range?" });

must("predicted", "`keys` says what each question walks, and whether it sorts.", (t) => {
  for (const [seed, scale] of [[835, 0.08], [836, 0.15]]) {
    const w = t.fresh({ seed, scale });
    for (const question of questions(w.rows)) {
      const said = w.call("keys", w.rows, question);
      const call = callOf(question);
      t.expect.that(said !== null && typeof said === "object", `keys for ${call} returned ${show(said)}`);
      const { keysExamined, sortStages } = walked(w, question);
      const off = Math.abs(numberOf(said.keys) - keysExamined);
      t.expect.that(off <= Math.max(3, 0.2 * keysExamined), `${call}: \`keys\` said ${show(said.keys)}, the walk took ${keysExamined}`);
      const words = (sorts) => (sorts ? "sorts" : "does not sort");
      t.expect.that(said.sorts === sortStages > 0, `${call}: \`sorts\` is ${show(said.sorts)}, the plan ${words(sortStages > 0)}`);
    }
  }
}, { after: ["history", "narrow", "three"] });

star("no-sort", "No question sorts in memory.", (t) => {
  const w = t.fresh({ seed: 837, scale: 0.1 });
  for (const question of questions(w.rows)) {
    const { sortStages } = walked(w, question);
    t.expect.that(sortStages === 0, `${callOf(question)} sorts in memory`);
  }
});

star("few-keys", "slowest examines at most two keys more than there are events of that status since `from`.", (t) => {
  const w = t.fresh({ seed: 838, scale: 0.15 });
  for (const question of questions(w.rows).filter(({ name }) => name === "slowest")) {
    const { keysExamined } = walked(w, question);
    const [status, from] = question.args;
    const own = w.rows.events.filter((event) => event.status === status && event.time >= from).length;
    t.expect.that(keysExamined <= own + 2, `${callOf(question)} walked ${amountOf(keysExamined, "key")}; ${amountOf(own, "event")} of that status came since then`);
  }
});

star("lean-writes", "An insert writes at most 3.1 index entries on average.", (t) => {
  const w = t.fresh({ seed: 839, scale: 0.1 });
  const total = w.db.events.countDocuments();
  const entries = w.db.events.getIndexes().map(({ partialFilterExpression }) => w.db.events.countDocuments(partialFilterExpression ?? {}));
  const each = entries.reduce((sum, one) => sum + one, 0) / total;
  t.expect.that(each <= 3.1, `an insert wrote ${each.toFixed(2)} index entries on average`);
});

const probed = (name) => (w) => {
  const { args } = questions(w.rows).find((question) => question.name === name);
  return w.call(name, ...args.slice(0, -1), name === "pathDay" ? args.at(-1) : 5);
};
probe("slowest", probed("slowest"), { seed: 840, scale: 0.15 });
probe("hostLatest", probed("hostLatest"), { seed: 840, scale: 0.15 });

measure((w) => {
  for (const question of questions(w.rows)) w.call(question.name, ...question.args);
}, { scale: 0.1 });
