// fails: history
// says: promised
// from: a-hit-by-hit.js
// JavaScript makes 2 March of 31 February.

function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const local = new Date(Date.UTC(year, MONTHS.indexOf(found[2]), day, hour, minute, second));
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  return { path, time: new Date(local - 60_000 * offset), host, status: Number(status), bytes: bytes === "-" ? 0 : Number(bytes) };
}
