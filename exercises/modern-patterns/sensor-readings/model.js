// What the readings promise: one value for each sensor and minute, the last correction of it, and nothing for the rest.

const MINUTE = 60_000;
const NOON = Date.UTC(2012, 9, 15, 12);
const MIDNIGHT = Date.UTC(2012, 9, 15);
const SENSORS = ["t1", "t10", "$t", "new"];
const date = (...parts) => new Date(Date.UTC(...parts));

const key = (sensor, at) => JSON.stringify([sensor, Number(at)]);
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a, b) => a.at - b.at;

// A reading comes again with the value that it had.
const reported = (state, sensor, at) => state.first.get(key(sensor, at)) ?? ((Number(at) / MINUTE) * 7 + sensor.length) % 100;

const minute = (g) => new Date(g.pick([NOON, NOON, NOON, MIDNIGHT]) + g.pick([0, 0, -1, -1, 1, 2, -3]) * MINUTE);
const place = (g, state) => {
  const known = [...state.readings.values()];
  if (g.chance(0.4)) {
    const { sensor, at } = g.hot(known);
    return [sensor, at];
  }
  return [g.hot(SENSORS), minute(g)];
};

model({
  scale: 0.01,
  start: ({ readings }) => {
    const state = { readings: new Map(), first: new Map() };
    for (const reading of [...readings].reverse()) {
      state.readings.set(key(reading.sensor, reading.at), { ...reading });
      state.first.set(key(reading.sensor, reading.at), reading.value);
    }
    return state;
  },
  calls: {
    store: {
      weight: 3,
      args: (g, state) => [
        Array.from({ length: g.pick([1, 1, 2, 4]) }, () => {
          const [sensor, at] = place(g, state);
          return { sensor, at, value: reported(state, sensor, at) };
        }),
      ],
      allowed: (state, readings) => readings.length > 0 && readings.every(({ sensor, at, value }) => value === reported(state, sensor, at)),
      run: (state, readings) => {
        for (const { sensor, at, value } of readings) {
          const name = key(sensor, at);
          if (!state.readings.has(name)) state.readings.set(name, { sensor, at, value });
          state.first.set(name, state.first.get(name) ?? value);
        }
      },
      apart: ([readings], other) => readings.length > 1 && (other === "day" || other === "latest"),
      crash: "repairable",
      arguments: "`readings` has at least one element; a reading that comes again has the value that it had",
    },
    correct: {
      weight: 2,
      args: (g, state) => [...place(g, state), g.pick([-1, 0, 21.5, 1000])],
      run: (state, sensor, at, value) => {
        const found = state.readings.get(key(sensor, at));
        if (found) state.readings.set(key(sensor, at), { ...found, value });
        return found !== undefined;
      },
      apart: ([sensor, at], other, others) => other === "correct" && sensor === others[0] && Number(at) === Number(others[1]),
      crash: "repairable",
    },
    day: {
      reads: true,
      args: (g, state) => [g.chance(0.1) ? "nobody" : g.hot([...SENSORS, ...[...state.readings.values()].map(({ sensor }) => sensor)]), g.pick([date(2012, 9, 15), date(2012, 9, 15), date(2012, 9, 14), date(2012, 9, 16)])],
      run: ({ readings }, sensor, day) =>
        [...readings.values()]
          .filter((reading) => reading.sensor === sensor && reading.at >= day && reading.at - day < 1440 * MINUTE)
          .map(({ at, value }) => ({ at, value }))
          .sort(byTime),
      arguments: "`day` is midnight",
    },
    latest: {
      reads: true,
      args: () => [],
      run: ({ readings }) => {
        const last = new Map();
        for (const reading of [...readings.values()].sort(byTime)) last.set(reading.sensor, { ...reading });
        return [...last.values()].sort((a, b) => order(a.sensor, b.sensor));
      },
    },
  },
  // A whole day of one sensor, and a reading of each of many sensors.
  long: {
    rows: ({ readings }, n) => {
      const day = Array.from({ length: 1440 }, (_, i) => ({ sensor: "long", at: new Date(date(2012, 9, 10).getTime() + i * MINUTE), value: i % 100 }));
      const each = Array.from({ length: n }, (_, i) => ({ sensor: `sensor ${i}`, at: date(2012, 9, 11), value: i % 100 }));
      return { readings: [...readings, ...day, ...each] };
    },
    calls: () => [["day", "long", date(2012, 9, 10)], ["latest"], ["store", [{ sensor: "long", at: date(2012, 9, 11), value: 5 }]], ["latest"]],
  },
  twins: "a time joined to a sensor has always the same length",
  observe: () => [["latest"], ...SENSORS.slice(0, 3).flatMap((sensor) => [["day", sensor, date(2012, 9, 15)], ["day", sensor, date(2012, 9, 14)]])],
  recover: (first, ...others) => (Array.isArray(first) ? ["store", first] : ["correct", first, ...others]),
  promises: [
    "A reader may see a part of a batch while `store` runs.",
    "The same reading is never corrected by two at once.",
    "A call that was cut off is sent again before anybody relies on it.",
  ],
});
