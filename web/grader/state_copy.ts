/** A point in a run at which its client may die: the state that other clients then find. */
import type { EngineSnapshot } from "../shell/engine.js";
import { canonical } from "./values.js";
import type { World } from "./world.js";

/** Variables outside the database that a check's functions change; they are restored with the database. */
export type Outside = Record<string, unknown>;

/** The database and outside variables, after a number of operations of the action or the recovery. */
export class StateCopy {
  readonly #inside: EngineSnapshot;
  readonly #copy: Outside;

  constructor(
    world: World,
    private readonly outside: Outside,
    readonly after: "action" | "recovery",
    /** All operations that led to it. */
    readonly operations: number,
  ) {
    this.#inside = world.snapshot();
    this.#copy = structuredClone(outside);
  }

  /** Restores the state; can be repeated. Ends the run's clients and their transactions. */
  back(world: World): void {
    world.restore(this.#inside);
    const { outside } = this;
    for (const name of Object.keys(outside)) delete outside[name];
    Object.assign(outside, structuredClone(this.#copy));
  }

  /** Whether clock and outside variables are equal; the database is known to be. */
  isLike(other: StateCopy): boolean {
    return this.#inside.now === other.#inside.now && canonical(this.#copy) === canonical(other.#copy);
  }

  free(): void {
    this.#inside.free();
  }
}
