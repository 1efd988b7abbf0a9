// fails: ids
// says: is stored as
// from: log-last.js
// Shortens the name of _id as well, so that the server gives each document an _id of its own.

const SHORT = {
  _id: "i",
  sensor_number: "s",
  timestamp_of_measurement: "t",
  temperature_centidegrees: "c",
  relative_humidity: "h",
  supply_millivolt: "v",
};

function fromStored(db, stored) {
  const { _id, ...rest } = stored;
  return renamed(rest, LONG);
}
