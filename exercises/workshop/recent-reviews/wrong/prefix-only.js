// fails: newest
// says: recentReviews(db, "bob", 1): expected
// from: bucket-by-month.js
// A prefix that other names begin with, too.

const bucketsOf = (user) => new RegExp(`^${literally(user)}-`);
