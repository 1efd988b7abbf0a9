// The balances, and no transfer that is half done.

const account = (g, balances) => (g.chance(0.08) ? g.name() : g.hot([...balances.keys()]));

model({
  scale: 0.2,
  recoverAfter: { seconds: 31 },
  start: (rows) => new Map(rows.accounts.map(({ _id, balance }) => [_id, balance])),
  calls: {
    transfer: {
      weight: 4,
      args: (g, balances) => {
        const [src, dst] = [account(g, balances), account(g, balances)];
        const there = balances.get(src) ?? 100;
        return [src, dst, g.pick([1, 10, there, there + 1, Math.ceil(there / 2) + 1, 0, -5])];
      },
      run: (balances, src, dst, amt) => {
        if (!balances.has(src) || !balances.has(dst) || src === dst || amt <= 0 || balances.get(src) < amt) return false;
        balances.set(src, balances.get(src) - amt);
        balances.set(dst, balances.get(dst) + amt);
        return true;
      },
      while: ["transfer", "cleanup"],
      crash: "repairable",
      arguments: "`amt` is a whole number of cents",
    },
    cleanup: { args: () => [], run: () => undefined, crash: "repairable", silent: true },
    balance: { reads: true, args: (g, balances) => [g.hot([...balances.keys()])], run: (balances, id) => balances.get(id), while: ["cleanup"] },
  },
  twins: "an account is known by its `_id` alone",
  observe: (balances) => [...balances.keys()].map((id) => ["balance", id]),
  recover: "cleanup",
  clock: [{ seconds: 20 }, { seconds: 31 }, { days: 2 }],
  names: "character by character",
  promises: ["A client may sleep for any time before it goes on."],
});
