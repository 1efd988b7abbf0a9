/** Limits on the database operations of a graded function. */

/** Operations allowed per call if the exercise sets no limit. */
export const CALL_OPERATIONS = 2_000;
/** Operations allowed for `setup`, which may insert many rows one by one. */
export const SETUP_OPERATIONS = 2_000_000;
