/** Exercises of another host beside the site's own: one list of both, and each exercise from where it lies. */
import type { Library } from "./library.js";

/** Fetches a text of at most so many bytes; what it throws is half a sentence. */
type Loader = (url: string, longest: number) => Promise<string>;

/** Bytes of a list, as the page has it. */
const LONGEST_LIST = 1_000_000;

interface List {
  version?: unknown;
  tracks: { id: string; exercises: { id: string }[] }[];
  /** Why the other list is not here, a sentence. */
  fault?: string;
}

const isEntry = (value: unknown): value is { id: string } => {
  const id: unknown = (value as { id?: unknown } | null)?.id;
  // As the page has them, which refuses a list with others.
  return typeof id === "string" && /^[a-z0-9-]{1,80}$/.test(id);
};

/** Parses a list as far as combining needs it. The page parses the result again, and trusts neither. */
function list(text: string, whose: string): List {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw `${whose} is no JSON`;
  }
  const tracks: unknown = (value as Partial<List> | null)?.tracks;
  const isTrack = (track: unknown): boolean => {
    const exercises: unknown = isEntry(track) && (track as { exercises?: unknown }).exercises;
    return Array.isArray(exercises) && exercises.every(isEntry);
  };
  if (!Array.isArray(tracks) || !tracks.every(isTrack)) throw `${whose} is no list of tracks with exercises`;
  return value as List;
}

/**
 * Loads for a page whose list is `own` with that of `added` after it; a fault of the latter leaves the former alone.
 */
export function combinedLoader(own: Library, added: Library, load: Loader): Loader {
  let theirs = new Set<string>();
  const whose = `the list from ${new URL(added.index).host}`;
  /** The tracks of the other list, which stand beside `mine`. */
  const further = async (mine: List, text: Promise<string>): Promise<List["tracks"]> => {
    const other = list(await text, whose);
    if (other.version !== mine.version) {
      throw `${whose} is of version ${JSON.stringify(other.version)}, this page reads ${JSON.stringify(mine.version)}`;
    }
    const ids = ({ tracks }: List): string[] =>
      tracks.flatMap(({ id, exercises }) => [`the track ${id}`, ...exercises.map((one) => `the exercise ${one.id}`)]);
    const known = new Set(ids(mine));
    const twice = ids(other).find((id) => known.has(id));
    if (twice) throw `${whose} has ${twice}, and so has this site`;
    return other.tracks;
  };
  let listed: Promise<string> | null = null;
  const both = async (longest: number): Promise<string> => {
    const text = load(added.index, longest).catch((reason: unknown) => {
      throw `${whose} could not be loaded: ${String(reason)}`;
    });
    // It may fail before anybody waits for it.
    text.catch(() => undefined);
    const mine = list(await load(own.index, longest), "the site's list");
    try {
      const tracks = await further(mine, text);
      theirs = new Set(tracks.flatMap(({ exercises }) => exercises.map(({ id }) => id)));
      return JSON.stringify({ ...mine, tracks: [...mine.tracks, ...tracks] });
    } catch (reason) {
      // Asked again, it may be there.
      listed = null;
      const said = String(reason);
      return JSON.stringify({ ...mine, fault: `${said.charAt(0).toUpperCase()}${said.slice(1)}.` });
    }
  };
  const asked = (longest: number): Promise<string> =>
    (listed ??= both(longest).catch((reason: unknown) => {
      listed = null;
      throw reason;
    }));
  return async (url, longest) => {
    if (url === own.index) return asked(longest);
    const id = url.startsWith(own.base) && url.endsWith(".json") ? url.slice(own.base.length, -".json".length) : null;
    if (id === null) return load(url, longest);
    // The list says whose an exercise is; a page may be opened at an exercise.
    await asked(LONGEST_LIST).catch(() => "");
    return load(theirs.has(id) ? `${added.base}${id}.json` : url, longest);
  };
}
