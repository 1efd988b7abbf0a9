// fails: lossless
// says: fromStored of
// from: log-last.js
// Stores whole seconds.

function toStored(db, reading) {
  const stored = renamed(reading, SHORT);
  if (stored.t) stored.t = Math.floor(stored.t / 1000);
  return stored;
}

function fromStored(db, stored) {
  const reading = renamed(stored, LONG);
  if (stored.t) reading.timestamp_of_measurement = new Date(stored.t * 1000);
  return reading;
}
