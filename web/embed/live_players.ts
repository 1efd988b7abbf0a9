/**
 * Chooses which players of a page have a sandbox: few at a time, because each is an engine with a database in memory.
 */

/** The part of a player that this module uses. */
export interface Sleeper {
  readonly isBusy: boolean;
  /** Allows it to start its sandbox. */
  awake(): void;
  /** Makes it end its sandbox. */
  sleep(): void;
}

/** The most sandboxes of a page at a time. */
const MOST = 2;
/** The players with a sandbox, the most recently used last. */
const live: Sleeper[] = [];
const waiting: Sleeper[] = [];

/** Allows a player to start its sandbox now, or as soon as another one is idle. */
export function wake(player: Sleeper): void {
  leave(player);
  waiting.push(player);
  admit();
}

/** Marks a player as used: others are put to sleep first. */
export function used(player: Sleeper): void {
  const at = live.indexOf(player);
  if (at >= 0) live.push(...live.splice(at, 1));
  admit();
}

/** Removes a player. */
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
