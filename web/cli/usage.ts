/** An invalid command line, or one that names a missing file. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
