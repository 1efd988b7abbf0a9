// fails: history
// says: 29/Feb/2011
// from: a-hit-by-hit.js
// Looks up the number of days in a month, and gives February 29 days in every year.

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const month = MONTHS.indexOf(found[2]);
  if (day > DAYS[month] || hour > 23) return null;
  const local = new Date(Date.UTC(year, month, day, hour, minute, second));
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  const size = bytes === "-" ? 0 : Number(bytes);
  return { path, time: new Date(local - 60_000 * offset), host, status: Number(status), bytes: size };
}
