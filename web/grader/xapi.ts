/**
 * Converts reports to statements of the Experience API, which learning record stores accept. Reference:
 * <https://github.com/adlnet/xAPI-Spec/blob/master/xAPI-Data.md>.
 */
import type { Report } from "./bundle.js";

/** Actor, place and time, which a report does not contain. */
export interface Occasion {
  /** The graded person: an agent with `mbox`, or an `account` of a site. */
  readonly actor: Agent;
  /** The address of the site with the exercise; the exercise's page becomes the activity's id. */
  readonly site: string;
  /** The time, as ISO 8601. */
  readonly timestamp: string;
  /** The exercise's title. */
  readonly title?: string;
}

/** A person, with one of two identifiers. */
export interface Agent {
  readonly objectType?: "Agent";
  readonly name?: string;
  readonly mbox?: string;
  readonly account?: { readonly homePage: string; readonly name: string };
}

/** A statement of the Experience API. */
export interface Statement {
  readonly actor: Agent;
  readonly verb: { readonly id: string; readonly display: Readonly<Record<string, string>> };
  readonly object: {
    readonly objectType: "Activity";
    readonly id: string;
    readonly definition: { readonly type: string; readonly name: Readonly<Record<string, string>> };
  };
  readonly result: {
    readonly success: boolean;
    readonly completion: boolean;
    readonly score: { readonly scaled: number; readonly raw: number; readonly min: number; readonly max: number };
    readonly extensions: Readonly<Record<string, unknown>>;
  };
  readonly timestamp: string;
}

const VERBS = "http://adlnet.gov/expapi/verbs/";
const ASSESSMENT = "http://adlnet.gov/expapi/activities/assessment";

/** The most stars of a report: one for a pass, one for each further goal. */
export function mostStars({ checks }: Pick<Report, "checks">): number {
  return 1 + checks.filter(({ kind }) => kind === "star").length;
}

/** The statement that a person passed or failed an exercise, with their stars as the score. */
export function xapiStatement(report: Report, { actor, site, timestamp, title }: Occasion): Statement {
  const max = mostStars(report);
  const verb = report.passed ? "passed" : "failed";
  const base = site.endsWith("/") ? site : `${site}/`;
  return {
    actor: { objectType: "Agent", ...actor },
    verb: { id: VERBS + verb, display: { en: verb } },
    object: {
      objectType: "Activity",
      id: new URL(`exercise/${report.exercise}/`, base).href,
      definition: { type: ASSESSMENT, name: { en: title ?? report.exercise } },
    },
    result: {
      success: report.passed,
      completion: report.passed,
      score: { scaled: report.stars / max, raw: report.stars, min: 0, max },
      extensions: {
        [new URL("xapi/version", base).href]: report.version,
        [new URL("xapi/checks", base).href]: report.checks.map(({ id, kind, status }) => ({ id, kind, status })),
        ...(report.design !== null && { [new URL("xapi/design", base).href]: report.design }),
      },
    },
    timestamp,
  };
}
