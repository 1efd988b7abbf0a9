/** Puts the frame's script into its page: a frame of opaque origin may not load it from the site. */
import { createHash } from "node:crypto";

/**
 * @param {string} template the text of sandbox.html
 * @param {string} script the bundled frame.ts
 * @returns {string} the page
 */
export function assemble(template, script) {
  const text = script.replaceAll("</script", "<\\/script");
  const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
  return template.replace("{hash}", () => hash).replace("{script}", () => text);
}
