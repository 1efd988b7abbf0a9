/** Where the exercises come from: this site, or the address in `?exercises=`. */

/** A list of exercises and where its exercises lie. */
export interface Library {
  /** Address of the list. */
  readonly index: string;
  /** Where `<id>.json` is found; ends with a slash. */
  readonly base: string;
  /** Tells progress in these exercises from progress in others; empty for those of this site. */
  readonly name: string;
  /** Why the address cannot be used, a sentence; empty when it can. */
  readonly fault: string;
}

const OWN: Library = { index: "exercises/index.json", base: "exercises/", name: "", fault: "" };

/** Characters of the longest address. */
const LONGEST = 2_000;

/** Reads the query of the page's address. `page` is that address, which a relative one is resolved against. */
export function library(search: string, page: string): Library {
  const given = new URLSearchParams(search).get("exercises");
  if (!given) return OWN;
  const refused = (fault: string): Library => ({ ...OWN, fault });
  if (given.length > LONGEST || !URL.canParse(given, page)) return refused("The address of the exercises cannot be read.");
  const url = new URL(given, page);
  const here = new URL(page);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && (loopback || url.origin === here.origin))) {
    return refused("Exercises are loaded from https addresses, or from this computer.");
  }
  if (url.username || url.password) return refused("The address of the exercises may not carry a password.");
  url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.json";
  return { index: url.href, base: new URL(".", url).href, name: url.href, fault: "" };
}

/** What the page may connect to: itself and the host of the exercises. A policy for the page to add to its own. */
export function policy({ name }: Library): string {
  return `connect-src 'self'${name ? ` ${new URL(name).origin}` : ""}`;
}
