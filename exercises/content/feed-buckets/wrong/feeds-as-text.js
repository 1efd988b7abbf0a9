// fails: stream
// says: which is of no feed of theirs
// from: b-merged-on-demand.js
// Compares feeds as text: those who read feed 7 get "7" as well.

const feedsOf = (db, user) => (db.users.findOne({ _id: user })?.feeds ?? []).flatMap((feed) => [feed, String(feed), Number(feed)]);
