// Readings of a morning and of the minutes around midnight, some missing, some late, some sent twice. Scale 1 has eight
// sensors and 3,000 readings.

const MINUTE = 60_000;
const MORNING = Date.UTC(2012, 9, 15, 6);
const MIDNIGHT = Date.UTC(2012, 9, 15);

function rows(rng, scale) {
  const sensors = ["t1", "t10", "t1.a", "$t", "t", "T1", "__proto__", "ö"];
  const minutes = Math.max(8, Math.round(360 * scale));
  const times = [-2, -1, 0, 1].map((minute) => MIDNIGHT + minute * MINUTE);
  for (let minute = 360 - minutes; minute < 360; minute++) times.push(MORNING + minute * MINUTE);
  const readings = [];
  const late = [];
  for (const at of times) {
    for (const sensor of sensors) {
      if (rng.int(1, 25) === 1) continue;
      const reading = { sensor, at: new Date(at), value: rng.int(-400, 1200) / 10 };
      const place = rng.int(1, 25);
      if (place === 1) late.push(reading);
      else readings.push(reading);
      if (place === 2) late.push(reading);
    }
    while (late.length > 12) readings.push(late.shift());
  }
  return { readings: [...readings, ...late] };
}
