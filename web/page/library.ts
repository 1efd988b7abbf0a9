/** The source of the exercises: this site, the address in `?exercises=`, or this site and the address in `?also=`. */

/** A list of exercises and the location of its exercises. */
export interface Library {
  /** Address of the list. */
  readonly index: string;
  /** The folder of `<id>.json`; ends with a slash. */
  readonly base: string;
  /** Key of the stored progress in these exercises; empty for this site's. */
  readonly name: string;
  /** A sentence why the address cannot be used; empty if it can. */
  readonly fault: string;
  /** Another list, whose exercises are added to these. */
  readonly also?: Library;
}

const OWN: Library = { index: "exercises/index.json", base: "exercises/", name: "", fault: "" };

/** The most characters of an address. */
const LONGEST = 2_000;

/** Parses the query of the page's address. `page` is that address, against which a relative one is resolved. */
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

/** The policy that the page adds to its own: connections only to itself and the host of the exercises. */
export function policy({ name, also }: Library): string {
  const other = also?.name ?? name;
  return `connect-src 'self'${other ? ` ${new URL(other).origin}` : ""}`;
}
