/** The source of the exercises: this site, the address in `?exercises=`, or this site and the address in `?also=`. */

/** A list of exercises and where its exercises lie. */
export interface Library {
  /** Address of the list. */
  readonly index: string;
  /** Where `<id>.json` is found; ends with a slash. */
  readonly base: string;
  /** Key of the stored progress in these exercises; empty for those of this site. */
  readonly name: string;
  /** Why the address cannot be used, a sentence; empty when it can. */
  readonly fault: string;
  /** Another list, whose exercises stand beside these. */
  readonly also?: Library;
}

const OWN: Library = { index: "exercises/index.json", base: "exercises/", name: "", fault: "" };

/** Characters of the longest address. */
const LONGEST = 2_000;

/** Reads the query of the page's address. `page` is that address, which a relative one is resolved against. */
export function library(search: string, page: string): Library {
  const query = new URLSearchParams(search);
  const [instead, beside] = [query.get("exercises"), query.get("also")];
  if (instead) return at(instead, page);
  if (!beside) return OWN;
  const also = at(beside, page);
  return also.fault ? also : { ...OWN, also };
}

/** The list at an address. */
function at(given: string, page: string): Library {
  const refused = (fault: string): Library => ({ ...OWN, fault });
  if (given.length > LONGEST || !URL.canParse(given, page))
    return refused("The address of the exercises cannot be read.");
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

/** The policy that the page adds to its own: it may connect to itself and to the host of the exercises. */
export function policy({ name, also }: Library): string {
  const other = also?.name ?? name;
  return `connect-src 'self'${other ? ` ${new URL(other).origin}` : ""}`;
}
