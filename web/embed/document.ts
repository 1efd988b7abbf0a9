/** Detects why a page does not load the player's document: the page's policy, or a document with another hash. */

/** Milliseconds until loading the document times out. */
const PATIENCE = 60_000;

let checked: Promise<void> | null = null;

/**
 * Rejects unless the document at `url` has this hash. Browsers do not check hashes of frames, so this is a separate
 * request, one for all players of a page. If the page's policy forbids the request, there is no check.
 */
export function checkDocument(url: string, integrity: string): Promise<void> {
  checked ??= check(url, integrity).catch((reason: unknown) => {
    checked = null;
    throw reason;
  });
  return checked;
}

function check(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = onBlocked(url, "connect-src", () => resolve());
    const why = `This example cannot run here: ${url} cannot be loaded, or is not the published file.`;
    fetch(url, { integrity, signal: AbortSignal.timeout(PATIENCE) })
      .then(() => resolve())
      // The browser reports a policy violation in its own task, which should come first.
      .catch(() => setTimeout(() => reject(new Error(why))))
      .finally(() => setTimeout(end));
  });
}

/** Calls back when the page's policy blocks this address by a directive. Returns a function that stops watching. */
export function onBlocked(url: string, directive: string, block: (reason: Error) => void): () => void {
  const { origin } = new URL(url);
  const listener = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== directive || !url.startsWith(blockedURI)) return;
    block(new Error(`This example cannot run here: the page's policy does not allow ${origin} in ${directive}.`));
  };
  document.addEventListener("securitypolicyviolation", listener);
  return () => document.removeEventListener("securitypolicyviolation", listener);
}
