// fails: look-alikes
// says: recentReviews(db, "bob"
// from: bucket-by-month.js
// A prefix that other names begin with, too.

const bucketsOf = (user) => new RegExp(`^${literally(user)}-`);
