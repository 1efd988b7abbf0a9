/** A command line that cannot be understood, or names what is not there. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
