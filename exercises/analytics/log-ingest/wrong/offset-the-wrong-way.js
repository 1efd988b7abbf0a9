// fails: history
// says: which is not expected
// from: a-hit-by-hit.js
// Adds the offset: west of Greenwich it is earlier, so UTC is later.

function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const local = new Date(Date.UTC(year, MONTHS.indexOf(found[2]), day, hour, minute, second));
  if (local.getUTCDate() !== day) return null;
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  return { path, time: new Date(Number(local) + 60_000 * offset), host, status: Number(status), bytes: bytes === "-" ? 0 : Number(bytes) };
}
