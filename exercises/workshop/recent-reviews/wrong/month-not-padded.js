// fails: history
// says: in another order
// from: bucket-by-month.js
// Month 9 sorts after month 10.

const monthOf = (date) => `${date.getUTCFullYear()}${date.getUTCMonth() + 1}`;

const bucketsOf = (user) => new RegExp(`^${literally(user)}-\\d{5,6}$`);
