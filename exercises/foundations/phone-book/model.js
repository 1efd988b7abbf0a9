// The contacts with their numbers.

const NUMBERS = ["+1 555-1", "+1 555-10", "555", "555 ", "0555", "555.0", "(02) 1", "(02) 11", "15551", "021", "$1", "a.b", "1e3", "1000"];
const numberOfAny = (g, contacts) => (g.chance(0.3) ? g.hot(NUMBERS) : g.pick([...contacts.values()].flatMap(({ numbers }) => numbers).concat(NUMBERS[0])));

model({
  scale: 0.003,
  start: (rows) => new Map(rows.contacts.map((contact) => [contact._id, { ...contact }])),
  calls: {
    addContact: {
      weight: 2,
      args: (g, contacts) => {
        const taken = new Set([...contacts.values()].flatMap(({ numbers }) => numbers));
        const free = g.shuffle(NUMBERS).filter((number) => !taken.has(number)).slice(0, g.int(1, 11));
        const numbers = free.length > 0 ? free : [`free ${contacts.size}`];
        return [{ _id: g.hot([7001, 7002, 7003, 7004, 7005]), name: g.name(), zip_code: g.pick(["007", "1e5", "0"]), numbers }];
      },
      allowed: (contacts, { _id, numbers }) =>
        !contacts.has(_id) && numbers.length > 0 && ![...contacts.values()].some((one) => one.numbers.some((number) => numbers.includes(number))),
      run: (contacts, contact) => void contacts.set(contact._id, contact),
      while: [],
      crash: "repairable",
      arguments: "one number or more, which no other contact has",
    },
    showContact: {
      reads: true,
      args: (g, contacts) => [g.chance(0.2) ? g.pick([0, "7001", 99_999]) : g.hot([...contacts.keys(), 7001])],
      run: (contacts, id) => {
        const contact = contacts.get(id);
        return contact ? { ...contact, numbers: anyOrder(contact.numbers) } : null;
      },
    },
    whoCalled: {
      reads: true,
      args: (g, contacts) => [numberOfAny(g, contacts)],
      run: (contacts, number) => {
        const found = [...contacts.values()].find(({ numbers }) => numbers.includes(number));
        return found ? { _id: found._id, name: found.name } : null;
      },
    },
    removeContact: {
      weight: 2,
      // Mostly one of those that were added, whose numbers are asked for afterwards.
      args: (g, contacts) => [g.chance(0.2) ? 0 : g.hot([...[7001, 7002, 7003].filter((id) => contacts.has(id)), ...contacts.keys(), 7002])],
      run: (contacts, id) => contacts.delete(id),
      while: [],
      crash: "repairable",
    },
    sweep: { args: () => [], run: () => undefined, while: [], crash: "repairable", silent: true },
  },
  twins: "a contact is known by its `_id`, and a number belongs to one contact",
  // A contact with many numbers.
  long: {
    rows: ({ contacts }, n) => ({ contacts: [...contacts, { _id: 9000, name: "Long", zip_code: "1", numbers: Array.from({ length: n }, (_, i) => `long ${i}`) }] }),
    calls: (contacts, n) => [["showContact", 9000], ["whoCalled", `long ${n - 1}`], ["removeContact", 9000], ["sweep"], ["whoCalled", `long ${n - 1}`]],
  },
  observe: (contacts) => [
    ...new Set([...contacts.keys(), 7001, 7002, 7003]),
  ].map((id) => ["showContact", id]).concat([...new Set([...[...contacts.values()].flatMap(({ numbers }) => numbers), ...NUMBERS])].map((number) => ["whoCalled", number])),
  recover: "sweep",
  names: "character by character, and numbers, too",
  promises: ["The second star checks what others see while a contact is added or removed.", "`sweep` runs at night, when no other function does."],
});
