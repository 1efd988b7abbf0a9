/** Common parts of all attempts: how one is written as a script, and how success is detected. */
import { BOMBS } from "./bombs.mjs";
import { FORGE_VOICE } from "./forge_voice.mjs";
import { REACH_OUT } from "./reach_out.mjs";
import { THROUGH_HOST } from "./database_javascript.mjs";

/** The output of a script that has escaped. */
export const WON = "escaped!";
/** The prefix of file names that attempts request from the site. */
export const ASKED = /escaped-/;

/** Attempts by family, each the body of a function. */
export const FAMILIES = {
  "reach out": REACH_OUT,
  "forge the sandbox's voice": FORGE_VOICE,
  "through the host": THROUGH_HOST,
};
export { BOMBS };

/** An attempt as a script, which reports its success. */
export function scriptOf(body, site) {
  return `const won = (() => { try { ${body.replaceAll("SITE", site)} } catch { return false } })();\nprint(won ? ${JSON.stringify(WON)} : "held");`;
}

/** The attempts of a family as few scripts: one for all that return, and one each for the others. */
export function scriptsOf(attempts, site) {
  const together = attempts.filter(([, , alone]) => !alone);
  const lines = together.map(
    ([what, body]) =>
      `if ((() => { try { ${body.replaceAll("SITE", site)} } catch {} })()) print(${JSON.stringify(`${WON} ${what}`)});`,
  );
  const apart = attempts
    .filter(([, , alone]) => alone)
    .map(([what, body]) => [what, `(() => { ${body.replaceAll("SITE", site)} })();`]);
  return [[together.map(([what]) => what).join(", "), lines.join("\n")], ...apart];
}

/** Documents that show whether data are intact. */
export const KEEP = "db.keep.drop(); db.keep.insertMany([{ _id: 1, text: 'kept' }, { _id: 2, text: 'kept' }]);";
export const LEFT = "print('left:', db.keep.countDocuments({ text: 'kept' }), db.keep.countDocuments());";
export const INTACT = /left: 2 2/;
