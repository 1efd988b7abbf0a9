/** Type checks of arguments, with mongosh's error texts. */
import { MongoshInvalidInputError } from "./errors.js";

/**
 * Checks arguments in order. `types` are names that `typeof` returns, alternatives separated by a bar. An argument
 * without an entry may have any type. The first `required` arguments must be present.
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
