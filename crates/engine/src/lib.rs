//! The in-memory document database: a BSON command in, a BSON reply out.
