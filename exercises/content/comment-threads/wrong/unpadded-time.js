// fails: order
// says: stands, where
// from: a-path.js
// Writes times as milliseconds, which had twelve digits until September 2001.

const part = ({ posted, _id }) => `${posted.getTime()}${_id}`;
