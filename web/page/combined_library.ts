/** Combines another host's exercises with the site's own: one list of both, and each exercise from its host. */
import type { Library } from "./library.js";

/** Fetches a text of at most `longest` bytes; throws the end of a sentence. */
type Loader = (url: string, longest: number) => Promise<string>;

/** The most bytes of a list, as in the page. */
const LONGEST_LIST = 1_000_000;

interface List {
  version?: unknown;
  tracks: { id: string; exercises: { id: string }[] }[];
  /** A sentence why the other list is missing. */
  fault?: string;
}

const isEntry = (value: unknown): value is { id: string } => {
  const id: unknown = (value as { id?: unknown } | null)?.id;
  // The same rule as the page's, which rejects a list with other ids.
  return typeof id === "string" && /^[a-z0-9-]{1,80}$/.test(id);
};

/** Parses a list as far as combining requires. The page parses the result again, and trusts neither list. */
function list(text: string, whose: string): List {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw `${whose} is not valid JSON`;
  }
  const tracks: unknown = (value as Partial<List> | null)?.tracks;
  const isTrack = (track: unknown): boolean => {
    const exercises: unknown = isEntry(track) && (track as { exercises?: unknown }).exercises;
    return Array.isArray(exercises) && exercises.every(isEntry);
  };
  if (!Array.isArray(tracks) || !tracks.every(isTrack)) throw `${whose} is not a list of tracks with exercises`;
  return value as List;
}

/**
 * A loader for the combined list: that of `own`, followed by that of `added`. A fault in the latter does not affect the
 * former.
 */
export function combinedLoader(own: Library, added: Library, load: Loader): Loader {
  let theirs = new Set<string>();
  const whose = `the list from ${new URL(added.index).host}`;
  /** The tracks of the other list, checked against `mine`. */
  const further = async (mine: List, text: Promise<string>): Promise<List["tracks"]> => {
    const other = list(await text, whose);
    if (other.version !== mine.version) {
      throw `${whose} has version ${JSON.stringify(other.version)}, but this page reads version ${JSON.stringify(mine.version)}`;
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
    // It may fail before it is awaited.
    text.catch(() => undefined);
    const mine = list(await load(own.index, longest), "the site's list");
    try {
      const tracks = await further(mine, text);
      theirs = new Set(tracks.flatMap(({ exercises }) => exercises.map(({ id }) => id)));
      return JSON.stringify({ ...mine, tracks: [...mine.tracks, ...tracks] });
    } catch (reason) {
      // A later request may succeed.
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
    // The list determines an exercise's host; a page may open at an exercise.
    await asked(LONGEST_LIST).catch(() => "");
    return load(theirs.has(id) ? `${added.base}${id}.json` : url, longest);
  };
}
