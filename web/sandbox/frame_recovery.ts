/** Messages between page and frame for detecting a dead frame and continuing in a new one. */

/** Sent by the page while it waits; the frame replies with {@link PONG} at once, whatever its worker does. */
export const PING = "ping";
export const PONG = "pong";

/** The state after a request, which the page can pass to another frame. A blob outlives the process that made it. */
export interface Backup {
  type: "backup";
  dump: Blob;
}

/** The first message to a frame that replaces another one. */
export interface Resume {
  type: "resume";
  /** The last `open` request, if there was one. */
  opened: string | null;
  dump: Blob | null;
}

export function isBackup(data: unknown): data is Backup {
  return (
    typeof data === "object" &&
    data !== null &&
    (data as Backup).type === "backup" &&
    (data as Backup).dump instanceof Blob
  );
}

export function isResume(data: unknown): data is Resume {
  return typeof data === "object" && data !== null && (data as Resume).type === "resume";
}
