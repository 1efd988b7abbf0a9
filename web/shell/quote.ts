/** Quotes strings as Node's `util.inspect`: in single quotes, or in others that avoid escapes. */

const ESCAPES: Record<string, string> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  "\\": "\\\\",
  "'": "\\'",
};
const PLAIN = /^[^\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]*$/;
const SPECIAL = /[\x00-\x1f\\\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The string in quotes, with control characters and lone surrogates escaped. */
export function quote(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  let mark = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) mark = '"';
    else if (!text.includes("`") && !text.includes("${")) mark = "`";
  }
  const escaped = text.replace(SPECIAL, escape);
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

function escape(unit: string): string {
  const known = ESCAPES[unit];
  if (known) return known;
  const code = unit.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).toUpperCase().padStart(2, "0")}` : `\\u${code.toString(16)}`;
}
