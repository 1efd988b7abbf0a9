// A line of requests: order, exclusivity, decisions, the seven-day lapse, rivals, crashes, the price of a claim.

const name = (request) => (request ? `${request.borrower} / ${request.book}` : "nothing");
const key = (request) => JSON.stringify([request.borrower, request.book]);

// Takes requests until none waits.
function drain(w, clerk = "drainer", limit = 1000) {
  const taken = [];
  for (let i = 0; i < limit; i++) {
    const request = w.call("nextRequest", clerk);
    if (request === null || request === undefined) return taken;
    taken.push(request);
  }
  return taken;
}

// A library in which nobody waits.
function calm(t, seed) {
  const w = t.fresh({ seed, scale: 0 });
  drain(w, "earlier");
  return w;
}

function take(t, w, clerk) {
  const request = w.call("nextRequest", clerk);
  t.expect.that(request, `requests are waiting, and nextRequest(db, "${clerk}") returned nothing`);
  return request;
}

must("by-priority", "Every waiting request is handed out once, the most urgent first.", (t) => {
  const w = t.fresh({ seed: 31, scale: 0.4 });
  const taken = drain(w, "ada", w.rows.requests.length + 10);
  t.expect.that(
    new Set(taken.map(key)).size === taken.length,
    `nextRequest handed out the same request twice: ${name(taken.find((a, i) => taken.findIndex((b) => key(b) === key(a)) < i))}`,
  );
  t.expect.sameSet(taken.map(name), w.rows.requests.map(name), "the requests handed out");
  const priorities = new Map(w.rows.requests.map((request) => [key(request), request.priority]));
  for (const request of taken) t.expect.equal(request.priority, priorities.get(key(request)), `the priority with which ${name(request)} was handed out`);
  taken.forEach((request, i) => {
    t.expect.that(
      i === 0 || taken[i - 1].priority >= request.priority,
      `a request of priority ${request.priority} came after one of priority ${taken[i - 1]?.priority}`,
    );
  });
  const nothing = calm(t, 32).call("nextRequest", "ada");
  t.expect.that(nothing == null, `with no request in line nextRequest returned ${JSON.stringify(nothing)}, not null`);
});

must("oldest-first", "Among requests of the same priority the oldest comes first.", (t) => {
  const w = t.fresh({ seed: 33, scale: 0.3 });
  const created = new Map(w.rows.requests.map((request) => [key(request), request.created]));
  const inTurn = (world) => {
    const taken = drain(world, "ada", w.rows.requests.length + 10);
    t.expect.that(taken.length > 0, "requests are waiting, and nextRequest handed out none");
    taken.forEach((request, i) => {
      const before = taken[i - 1];
      t.expect.that(
        i === 0 || before.priority !== request.priority || created.get(key(before)) <= created.get(key(request)),
        `of two requests of priority ${request.priority}, ${name(before)} was handed out before ${name(request)}, which is older`,
      );
    });
  };
  const beginning = w.snapshot();
  inTurn(w);
  w.restore(beginning);
  beginning.free();
  w.withoutIndexes(inTurn);
});

must("duplicate", "A second request for the same book is refused while the first is undecided.", (t) => {
  const w = calm(t, 35);
  const first = w.call("requestLoan", "o'neil", 7, 3);
  const again = w.call("requestLoan", "o'neil", 7, 5);
  t.expect.that(first === true && again === false, `requestLoan twice for one book returned ${first}, then ${again}`);
  t.expect.that(w.call("requestLoan", "o'neil", 8, 3) === true, "a request for another book was refused");
  t.expect.that(w.call("requestLoan", "neil", 7, 3) === true, "a request by another borrower was refused");
  const onDesk = [take(t, w, "ada"), take(t, w, "ada"), take(t, w, "ada")];
  t.expect.equal(onDesk.map(name).sort(), ["neil / 7", "o'neil / 7", "o'neil / 8"], "the requests handed out");
  t.expect.that(
    w.call("requestLoan", "o'neil", 7, 3) === false,
    "a request was accepted while a clerk was deciding on the same borrower and book",
  );
  t.expect.that(w.call("nextRequest", "bob") == null, "a refused duplicate was handed to a clerk");
}, { after: ["by-priority"] });

must("decided", "A decided request never comes back, and is decided once.", (t) => {
  const w = t.fresh({ seed: 37, scale: 0.1 });
  const decided = [];
  for (const decision of ["approve", "refuse", "approve", "refuse"]) {
    const request = take(t, w, "ada");
    t.expect.that(
      !decided.some((earlier) => key(earlier) === key(request)),
      `${name(request)} was decided and handed out again`,
    );
    const first = w.call(decision, request.id, "ada");
    t.expect.that(first === true, `${decision} by the clerk who holds the request returned ${first}`);
    for (const second of ["approve", "refuse"]) {
      const result = w.call(second, request.id, "ada");
      t.expect.that(result === false, `${second} of a request already decided (${decision}) returned ${result}`);
    }
    decided.push(request);
  }
  const seen = new Map();
  for (const wait of [{ seconds: 0 }, { days: 8 }, { days: 8 }]) {
    w.clock.advance(wait);
    w.call("expireStale");
    for (const request of drain(w, "bob", 60)) seen.set(key(request), request);
  }
  for (const request of decided) {
    t.expect.that(!seen.has(key(request)), `${name(request)} was decided and handed out again`);
  }
  t.expect.that(
    seen.size === w.rows.requests.length - decided.length,
    `${amountOf(w.rows.requests.length - decided.length, "request was undecided", "requests were undecided")}, ${amountOf(seen.size, "of them was handed out", "of them were handed out")}`,
  );
}, { after: ["by-priority"] });

for (const decision of ["approve", "refuse"]) {
  must(`ask-again-${decision}`, `After a decision (${decision}) the same book can be requested again.`, (t) => {
    const w = calm(t, 36);
    for (const round of [1, 2, 3]) {
      const asked = w.call("requestLoan", "zoë", 7, 3);
      t.expect.that(asked === true, `request number ${round} for the same book, after a decision, returned ${asked}`);
      const request = take(t, w, "ada");
      const decided = w.call(decision, request.id, "ada");
      t.expect.that(decided === true, `${decision} by the clerk who holds the request returned ${decided}`);
    }
  }, { after: ["decided"] });
}

must("other-clerk", "Only the clerk who holds a request decides on it.", (t) => {
  const w = t.fresh({ seed: 38, scale: 0.1 });
  const request = take(t, w, "ada");
  for (const decision of ["approve", "refuse"]) {
    const result = w.call(decision, request.id, "bob");
    t.expect.that(result === false, `ada holds the request, and ${decision} by bob returned ${result}`);
  }
  const own = w.call("approve", request.id, "ada");
  t.expect.that(own === true, `bob tried to decide on ada's request; after that, ada's approve returned ${own}`);
});

must("lapse", "Exactly the requests taken more than seven days ago wait again, at their old place.", (t) => {
  const w = t.fresh({ seed: 39, scale: 0.05 });
  const early = [take(t, w, "ada"), take(t, w, "bob"), take(t, w, "ada")];
  w.clock.advance({ days: 1 });
  const rest = drain(w, "chen");
  w.clock.advance({ days: 5, hours: 23, minutes: 59, seconds: 59 });
  w.call("expireStale");
  const tooEarly = w.call("nextRequest", "dora");
  t.expect.that(tooEarly == null, `${name(tooEarly)} waited again one second before its seven days were over`);
  w.clock.advance({ seconds: 2 });
  w.call("expireStale");
  w.call("expireStale");
  const again = drain(w, "dora");
  t.expect.that(
    again.length >= early.length,
    `${amountOf(early.length, "request was", "requests were")} on desks for seven days and one second; after expireStale ${again.length} waited again`,
  );
  t.expect.ordered(again.map(name), early.map(name), "the requests handed out again");
  w.clock.advance({ days: 1 });
  w.call("expireStale");
  t.expect.sameSet(drain(w, "emil").map(name), rest.map(name), "the requests of the second day, handed out again");
}, { after: ["by-priority"] });

must("late-decision", "A decision counts for seven days; after that it is refused, before and after the sweep.", (t) => {
  for (const decision of ["approve", "refuse"]) {
    const w = t.fresh({ seed: 40, scale: 0.05 });
    const [timely, request] = [take(t, w, "ada"), take(t, w, "ada")];
    w.clock.advance({ days: 6, hours: 23, minutes: 59, seconds: 59 });
    const inTime = w.call(decision, timely.id, "ada");
    t.expect.that(inTime === true, `${decision} one second before the seven days were over returned ${inTime}`);
    w.clock.advance({ seconds: 2 });
    const unswept = w.call(decision, request.id, "ada");
    t.expect.that(unswept === false, `${decision} seven days and one second after the start returned ${unswept}`);
    w.call("expireStale");
    const swept = w.call(decision, request.id, "ada");
    t.expect.that(swept === false, `${decision} of a request that lapsed and waits again returned ${swept}`);
    const next = take(t, w, "bob");
    t.expect.equal(name(next), name(request), "the request handed out after the lapse");
    const late = w.call(decision, request.id, "ada");
    t.expect.that(late === false, `the request lapsed and bob holds it; ${decision} by ada returned ${late}`);
    t.expect.that(w.call(decision, next.id, "bob") === true, `bob holds the request, and bob's ${decision} was refused`);
  }
}, { after: ["other-clerk", "lapse", "decided"] });

must("rival-claim", "Two clerks who ask at the same moment never get the same request.", (t) => {
  const w = t.fresh({ seed: 41, scale: 0.05 });
  let mine;
  let theirs;
  w.rival(
    (world) => {
      mine = world.call("nextRequest", "ada");
    },
    (world) => {
      theirs = world.call("nextRequest", "bob");
    },
    () => {
      t.expect.that(
        mine && theirs && key(mine) !== key(theirs),
        `ada and bob asked at the same moment: ada got ${name(mine)}, bob got ${name(theirs)}`,
      );
    },
  );
});

must("rival-duplicate", "The same request sent twice at the same moment is stored once.", (t) => {
  const w = calm(t, 42);
  let first;
  let second;
  let taken;
  for (const takenAtOnce of [false, true]) {
    w.rival(
      (world) => {
        first = world.call("requestLoan", "emil", 3, 4);
      },
      (world) => {
        second = world.call("requestLoan", "emil", 3, 4);
        taken = takenAtOnce ? world.call("nextRequest", "bob") : null;
      },
      (world) => {
        const stored = drain(world, "ada", 5).length + (taken ? 1 : 0);
        t.expect.that(
          first !== second && stored === 1,
          `emil's request arrived twice at the same moment${takenAtOnce ? ", and bob took one at once" : ""}: requestLoan returned ` +
            `${first} and ${second}, and clerks were given ${amountOf(stored, "request")}`,
        );
      },
    );
  }
});

must("rival-late", "A decision made while the request lapses and is taken by a colleague has one owner.", (t) => {
  for (const decision of ["approve", "refuse"]) {
    const w = t.fresh({ seed: 43, scale: 0.02 });
    const request = take(t, w, "ada");
    let byAda;
    let taken;
    w.rival(
      (world) => {
        byAda = world.call(decision, request.id, "ada");
      },
      (world) => {
        world.clock.advance({ days: 7, seconds: 1 });
        world.call("expireStale");
        taken = world.call("nextRequest", "bob");
      },
      (world) => {
        const went = taken && key(taken) === key(request);
        const byBob = went && world.call("approve", taken.id, "bob");
        t.expect.that(
          !(byAda && went),
          `the request lapsed and went to bob while ada decided: ${decision} by ada returned true, and bob's approve ${byBob}`,
        );
        t.expect.that(
          byAda || byBob,
          "the request lapsed while ada decided, and afterwards nobody could decide on it",
        );
      },
    );
  }
});

must("rival-decisions", "Of two decisions on one request at the same moment one counts.", (t) => {
  const w = t.fresh({ seed: 47, scale: 0.02 });
  const request = take(t, w, "ada");
  let first;
  let second;
  w.rival(
    (world) => {
      first = world.call("approve", request.id, "ada");
    },
    (world) => {
      second = world.call("refuse", request.id, "ada");
    },
    () => {
      t.expect.that(
        first !== second,
        `ada approved and refused one request at the same moment, on two screens: approve returned ${first}, and refuse ${second}`,
      );
    },
  );
}, { after: ["rival-late"] });

must("rival-sweep", "A request that lapsed is freed once: a second sweep leaves it with the clerk who took it since.", (t) => {
  const w = t.fresh({ seed: 46, scale: 0.02 });
  const lapsed = [take(t, w, "ada"), take(t, w, "ada")];
  w.clock.advance({ days: 7, seconds: 1 });
  const taken = [];
  w.rival(
    (world) => world.call("expireStale"),
    (world) => {
      world.call("expireStale");
      taken.splice(0, 2, take(t, world, "bob"), take(t, world, "bob"));
    },
    (world) => {
      t.expect.sameSet(taken.map(name), lapsed.map(name), "the requests that bob took after a sweep");
      const others = drain(world, "chen", 20).map(key);
      for (const request of taken) {
        t.expect.that(
          !others.includes(key(request)),
          `two sweeps ran at the same moment and bob took ${name(request)} in between; then chen was given it, too`,
        );
        const decided = world.call("approve", request.id, "bob");
        t.expect.that(decided === true, `bob took ${name(request)} between two sweeps, and bob's approve returned ${decided}`);
      }
    },
  );
});

must("crash", "If a client dies in the middle, no request is lost or doubled; after seven days it waits again.", (t) => {
  const w = t.fresh({ seed: 44, scale: 0.02 });
  const all = w.rows.requests.map(key).sort();
  const sweep = (world) => {
    world.clock.advance({ days: 7, seconds: 1 });
    world.call("expireStale");
  };
  w.crash((world) => world.call("nextRequest", "ada"), sweep, (world) => {
    const taken = drain(world, "bob", all.length + 5).map(key).sort();
    t.expect.that(
      JSON.stringify(taken) === JSON.stringify(all),
      `nextRequest(db, "ada"), then seven days and one second pass, then expireStale: of ${amountOf(all.length, "request")}, ` +
        `${new Set(taken).size} were handed out again` + (taken.length > new Set(taken).size ? ", some of them twice" : ""),
    );
  }, { outside: {} });
  const held = take(t, w, "ada");
  for (const decision of ["approve", "refuse"]) {
    w.crash((world) => world.call(decision, held.id, "ada"), sweep, (world) => {
      const copies = drain(world, "bob", all.length + 5).filter((request) => key(request) === key(held)).length;
      const askedAgain = world.call("requestLoan", held.borrower, held.book, 1);
      t.expect.that(
        copies === (askedAgain ? 0 : 1),
        `${decision} of ${name(held)}, then seven days and one second pass, then expireStale: the request was handed out ` +
          `${amountOf(copies, "time")}, and a new one for the same book was ${askedAgain ? "accepted" : "refused"}`,
      );
    }, { outside: {} });
  }
});

must("claim-cost", "Taking a request is one round trip and examines at most two index keys.", (t) => {
  const w = t.fresh({ seed: 45, scale: 1 });
  for (let i = 0; i < 30; i++) {
    const request = take(t, w, "ada");
    if (i % 3 !== 0) w.call(i % 3 === 1 ? "approve" : "refuse", request.id, "ada");
  }
  const meters = w.cost(() => w.call("nextRequest", "bob"));
  t.expect.that(
    meters.roundTrips <= 1,
    `nextRequest made ${amountOf(meters.roundTrips, "round trip")}`,
  );
  t.expect.that(
    meters.keysExamined <= 2 && meters.docsExamined <= 2,
    `nextRequest examined ${amountOf(meters.keysExamined, "index key")} and ${amountOf(meters.docsExamined, "document")} to take one request`,
  );
}, { after: ["by-priority"] });

measure((w) => {
  for (let i = 0; i < 20; i++) {
    w.call("requestLoan", `visitor${i}`, 1 + (i % 60), 1 + (i % 5));
    const request = w.call("nextRequest", "ada");
    if (request) w.call(i % 2 ? "approve" : "refuse", request.id, "ada");
  }
  w.clock.advance({ days: 8 });
  w.call("expireStale");
});
