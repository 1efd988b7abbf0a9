/** The types of arguments, checked as mongosh does: with its texts. */
import { MongoshInvalidInputError } from "./errors.js";

/**
 * Checks arguments in order. `types` are names as `typeof` gives them, several with a bar between; any is taken where
 * there is none. The first `required` must be given.
 */
export function requireTypes(
  method: string,
  given: readonly unknown[],
  types: readonly (string | undefined)[],
  required = types.length,
): void {
  types.forEach((type, i) => {
    const value = given[i];
    if (value === undefined) {
      if (i < required) throw new MongoshInvalidInputError(`Missing required argument at position ${i} (${method})`);
    } else if (type !== undefined && !type.split("|").includes(typeof value)) {
      const wanted = type.split("|").join(" or ");
      throw new MongoshInvalidInputError(
        `Argument at position ${i} must be of type ${wanted}, got ${typeof value} instead (${method})`,
      );
    }
  });
}
