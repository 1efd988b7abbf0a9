/** Which players of a page have a sandbox: few at a time, as each is an engine with a database in memory. */

/** A player as far as this goes. */
export interface Sleeper {
  readonly isBusy: boolean;
  /** Lets it start its sandbox. */
  awake(): void;
  /** Has it end its sandbox. */
  sleep(): void;
}

/** Sandboxes that a page has at the same time. */
const MOST = 2;
/** Those that have one, the last used at the end. */
const live: Sleeper[] = [];
const waiting: Sleeper[] = [];

/** Lets a player start its sandbox now, or as soon as another one is no longer busy. */
export function wake(player: Sleeper): void {
  leave(player);
  waiting.push(player);
  admit();
}

/** Notes that a player has done something: others go to sleep first. */
export function used(player: Sleeper): void {
  const at = live.indexOf(player);
  if (at >= 0) live.push(...live.splice(at, 1));
  admit();
}

/** Forgets a player that is gone. */
export function leave(player: Sleeper): void {
  for (const list of [live, waiting]) {
    const at = list.indexOf(player);
    if (at >= 0) list.splice(at, 1);
  }
  admit();
}

function admit(): void {
  while (waiting.length > 0) {
    if (live.length >= MOST) {
      const idle = live.findIndex(({ isBusy }) => !isBusy);
      if (idle < 0) return;
      live.splice(idle, 1)[0]?.sleep();
    }
    const next = waiting.shift();
    if (!next) return;
    live.push(next);
    next.awake();
  }
}
