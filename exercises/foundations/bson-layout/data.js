// 10,000 readings with long names and 200 profiles at scale 1: a log in front of 4 KB of text that never changes.

function reading(rng, _id) {
  const whole = {
    _id,
    sensor_number: rng.int(1, 500),
    timestamp_of_measurement: rng.date(Date.UTC(2012, 8, 1), Date.UTC(2012, 9, 1)),
    temperature_centidegrees: rng.int(-3000, 4500),
    relative_humidity: rng.int(0, 100),
    supply_millivolt: rng.int(0, 5000),
  };
  for (const name of Object.keys(whole).slice(1)) {
    if (rng() < 0.01) whole[name] = rng.pick([null, 0]);
    else if (rng() < 0.01) delete whole[name];
  }
  return whole;
}

function prose(rng, length) {
  let text = "";
  while (text.length < length) text += `${rng.text(12)} `;
  return text.slice(0, length);
}

function profile(rng, i) {
  let at = Date.UTC(2012, 0, 1);
  const log = Array.from({ length: i % 6 === 1 ? 0 : rng.int(0, 9) }, () => {
    at += rng.int(1, 100_000_000);
    return { at: new Date(at), kind: rng.pick(["view", "edit"]), text: rng.pick(["", "$1", "d'accord", "zoë. a.b", rng.text(4)]) };
  });
  return {
    _id: i % 7 === 3 ? `o'neil.${i}` : i + 1,
    log,
    name: rng.pick(["Zoë", "$ave", "O'Neil", "李雷", "Anna K."]),
    biography: prose(rng, 3000),
    interests: Array.from({ length: 10 }, () => prose(rng, 90)),
  };
}

function rows(rng, scale) {
  return {
    readings: Array.from({ length: Math.max(1, Math.round(10_000 * scale)) }, (_, i) => reading(rng, i + 1)),
    profiles: Array.from({ length: Math.max(1, Math.round(200 * scale)) }, (_, i) => profile(rng, i)),
  };
}
