/** Inserts the frame's page and script into the page that contains the frame. */
import { createHash } from "node:crypto";

/**
 * @param {string} template the text of sandbox.html
 * @param {string} script the bundled frame.ts
 * @returns {string} the page
 */
export function assemble(template, script) {
  const frame = script.replaceAll("</script", "<\\/script");
  const page = `<!doctype html><meta charset="utf-8"><title>Sandbox</title><script>${frame}</script><body></body>`;
  // A script must contain neither `<script` nor `</script`.
  const text = JSON.stringify(page).replaceAll("<", "\\u003c");
  const whole = template.replace("{page}", () => text);
  const holder = /<script>([^]*?)<\/script>/.exec(whole)?.[1] ?? "";
  return whole.replace("{hashes}", () => `'${hash(frame)}' '${hash(holder)}'`);
}

function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
