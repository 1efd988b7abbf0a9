// fails: history
// says: recentReviews(db, 
// from: bucket-by-month.js
// A prefix that other names begin with, too.

const bucketsOf = (user) => new RegExp(`^${literally(user)}-`);
