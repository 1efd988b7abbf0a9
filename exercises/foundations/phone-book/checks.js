// Cards, callers and deletions are exact and whole; then their costs are measured.

const sorted = (contact) => contact && { ...contact, numbers: [...(contact.numbers ?? [])].sort() };
const call = (fn, value) => `${fn}(db, ${JSON.stringify(value)})`;

function checkCard(t, w, id, expected, when = "") {
  t.expect.equal(sorted(w.call("showContact", id)), sorted(expected), `${call("showContact", id)}${when}`);
}

function checkCaller(t, w, number, expected, when = "") {
  const found = w.call("whoCalled", number);
  const seen = found && { _id: found._id, name: found.name };
  t.expect.equal(seen, expected && { _id: expected._id, name: expected.name }, `${call("whoCalled", number)}${when}`);
}

const MANY = {
  _id: 90_001,
  name: "d'Arc. $1",
  zip_code: "00042",
  numbers: ["7.1", "7.10", "(7) 11", "+7", "70", "7001", "77", "7 7", "7*"],
};

must("cards", "A card shows the contact as it was stored; a ZIP code keeps its zeros.", (t) => {
  const w = t.fresh({ seed: 31, scale: 0.1 });
  for (const contact of w.rows.contacts.slice(0, 60)) checkCard(t, w, contact._id, contact);
  checkCard(t, w, 80_000, null);
});

must("callers", "whoCalled compares numbers exactly.", (t) => {
  const w = t.fresh({ seed: 32, scale: 0.05 });
  for (const contact of w.rows.contacts.slice(0, 30)) {
    for (const number of contact.numbers) checkCaller(t, w, number, contact);
  }
  const { numbers } = w.rows.contacts[0];
  for (const wrong of [numbers[0].slice(0, -1), numbers[0].slice(1), `${numbers[0]}0`, "", ".*", "5"]) {
    checkCaller(t, w, wrong, null);
  }
});

must("added", "A new contact has a card at once, and each of its numbers names it, however many there are.", (t) => {
  const w = t.fresh({ seed: 33, scale: 0.02 });
  w.call("addContact", MANY);
  checkCard(t, w, MANY._id, MANY, " after addContact");
  for (const number of MANY.numbers) checkCaller(t, w, number, MANY, " after addContact");
  checkCaller(t, w, "7", null, " after addContact");
  const [known] = w.rows.contacts;
  const namesake = { ...known, _id: 90_004, numbers: ["+1 2"] };
  w.call("addContact", namesake);
  for (const contact of [known, namesake]) checkCard(t, w, contact._id, contact, " after a contact of the same name was added");
  const small = t.fresh({ seed: 34, scale: 0 });
  small.call("addContact", { ...MANY, numbers: ["1"] });
  checkCaller(t, small, "1", MANY, " after addContact into a book of one page");
});

must("removed", "A deleted contact is gone with all its numbers; other contacts keep theirs.", (t) => {
  const w = t.fresh({ seed: 35, scale: 0.02 });
  const [first, second] = w.rows.contacts;
  for (const [id, expected] of [[first._id, true], [first._id, false], [80_000, false]]) {
    const result = w.call("removeContact", id);
    t.expect.that(result === expected, `${call("removeContact", id)} returned ${JSON.stringify(result)}, not ${expected}`);
  }
  checkCard(t, w, first._id, null, " after removeContact");
  for (const number of first.numbers) checkCaller(t, w, number, null, " after removeContact");
  checkCard(t, w, second._id, second, " after another contact was removed");
  w.call("addContact", { ...second, _id: 90_002, name: "Heir", numbers: first.numbers });
  checkCaller(t, w, first.numbers[0], { _id: 90_002, name: "Heir" }, " after the number got a new owner");
  w.call("sweep");
  checkCard(t, w, second._id, second, " after sweep");
  checkCaller(t, w, first.numbers[0], { _id: 90_002, name: "Heir" }, " after sweep");
});

must("crash", "A client dies inside addContact or removeContact: after sweep the contact is there with all its numbers, or gone with all of them.", (t) => {
  const w = t.fresh({ seed: 36, scale: 0.01 });
  const stored = w.rows.contacts.find((contact) => contact.numbers.length > 1) ?? w.rows.contacts[0];
  const others = w.rows.contacts.filter((contact) => contact !== stored).slice(0, 3);
  for (const [fn, argument, contact] of [["addContact", MANY, MANY], ["removeContact", stored._id, stored]]) {
    w.crash(
      (world) => world.call(fn, argument),
      (world) => world.call("sweep"),
      (world) => {
        const when = ` after a client died inside ${fn}, and sweep`;
        const there = world.call("showContact", contact._id) != null;
        checkCard(t, world, contact._id, there ? contact : null, when);
        for (const number of contact.numbers) checkCaller(t, world, number, there ? contact : null, when);
        for (const other of others) checkCard(t, world, other._id, other, when);
        // What is gone leaves no trace: its numbers can be given away.
        if (!there) {
          const heir = { _id: 90_003, name: "Heir", zip_code: "0", numbers: contact.numbers.slice(0, 1) };
          world.call("addContact", heir);
          checkCaller(t, world, heir.numbers[0], heir, `${when}, and a new owner`);
        }
      },
      { outside: {} },
    );
  }
});

must("caller-cost", "whoCalled examines at most 2 documents and 4 index keys.", (t) => {
  const w = t.fresh({ seed: 37, scale: 0.5 });
  for (const number of [w.rows.contacts[5].numbers[0], w.rows.contacts.at(-1).numbers.at(-1), "nobody"]) {
    const meters = w.cost(() => w.call("whoCalled", number));
    t.expect.that(
      meters.docsExamined <= 2 && meters.keysExamined <= 4,
      `${call("whoCalled", number)} examined ${amountOf(meters.docsExamined, "document")} and ${amountOf(meters.keysExamined, "index key")}`,
    );
  }
});

star("card-cost", "showContact takes one round trip and examines one document.", (t) => {
  const w = t.fresh({ seed: 38, scale: 0.2 });
  const meters = w.cost(() => w.call("showContact", w.rows.contacts[7]._id));
  t.expect.that(
    meters.roundTrips <= 1 && meters.docsExamined <= 1,
    `showContact took ${amountOf(meters.roundTrips, "round trip")} and examined ${amountOf(meters.docsExamined, "document")}`,
  );
});

star("whole", "Readers see a contact whole or not at all, at any moment.", (t) => {
  const w = t.fresh({ seed: 39, scale: 0.01 });
  const stored = w.rows.contacts.find((contact) => contact.numbers.length > 1) ?? w.rows.contacts[0];
  const check = (shown, contact, when) => {
    t.expect.that(
      shown == null || shown.numbers?.length === contact.numbers.length,
      `${when} showContact saw ${shown?.numbers?.length} of ${amountOf(contact.numbers.length, "number")}`,
    );
  };
  for (const [fn, argument, contact] of [["addContact", MANY, MANY], ["removeContact", stored._id, stored]]) {
    let shown;
    w.rival(
      (world) => {
        shown = world.call("showContact", contact._id);
      },
      (world) => world.call(fn, argument),
      () => check(shown, contact, `while ${fn} ran in between,`),
    );
    w.rival(
      (world) => world.call(fn, argument),
      (world) => {
        const card = world.call("showContact", contact._id);
        check(card, contact, `in the middle of ${fn}`);
        for (const number of contact.numbers) {
          const caller = world.call("whoCalled", number);
          t.expect.that(
            (caller == null) === (card == null),
            `in the middle of ${fn} ${call("whoCalled", number)} knew ${caller == null ? "nobody" : "the contact"}, ` +
              `and showContact ${card == null ? "did not" : "did"}`,
          );
        }
      },
      () => {},
    );
  }
});

measure((w) => {
  const { contacts } = w.rows;
  for (let i = 0; i < 10; i++) {
    w.call("showContact", contacts[i * 9]._id);
    w.call("whoCalled", contacts[i * 7].numbers[0]);
    w.call("addContact", { ...MANY, _id: `guest ${i}`, numbers: [`guest ${i}`, `guest ${i} at work`] });
    w.call("removeContact", `guest ${i}`);
  }
}, { scale: 0.5 });
