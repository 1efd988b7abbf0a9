/** Messages between page and frame to notice a dead frame, and to continue in a new one. */

/**
 * Asked by the page while it waits for something; the frame answers with {@link PONG} at once, whatever its worker
 * does.
 */
export const PING = "ping";
export const PONG = "pong";

/** The state after a request, for the page to give to another frame. A blob outlives the process that made it. */
export interface Backup {
  type: "backup";
  dump: Blob;
}

/** The first message to a frame that takes the place of another one. */
export interface Resume {
  type: "resume";
  /** The request that has opened what is open, if there was one. */
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
