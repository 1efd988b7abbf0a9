// fails: history
// says: promised
// from: a-hit-by-hit.js
// Looks whether the month has the day, and not at the hour: hour 25 becomes one in the morning.

function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const month = MONTHS.indexOf(found[2]);
  if (day > new Date(Date.UTC(year, month + 1, 0)).getUTCDate()) return null;
  const local = new Date(Date.UTC(year, month, day, hour, minute, second));
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  const size = bytes === "-" ? 0 : Number(bytes);
  return { path, time: new Date(local - 60_000 * offset), host, status: Number(status), bytes: size };
}
