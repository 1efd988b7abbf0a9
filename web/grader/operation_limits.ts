/** How many database operations a graded function may make. */

/** Operations that one call may make when its exercise sets no limit. */
export const CALL_OPERATIONS = 2_000;
/** Operations that `setup` may make, which may store many rows one by one. */
export const SETUP_OPERATIONS = 2_000_000;
