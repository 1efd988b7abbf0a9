/** A moment in a run at which its client may die: the state that others then find. */
import type { EngineSnapshot } from "../shell/engine.js";
import { canonical } from "./values.js";
import type { World } from "./world.js";

/** What a check's functions change beside the database; its fields are put back with the database. */
export type Outside = Record<string, unknown>;

/** The database and what is outside of it, after so many operations of the action or of the recovery. */
export class StateCopy {
  readonly #inside: EngineSnapshot;
  readonly #copy: Outside;

  constructor(
    world: World,
    private readonly outside: Outside,
    readonly after: "action" | "recovery",
    /** All operations on the way to it. */
    readonly operations: number,
  ) {
    this.#inside = world.snapshot();
    this.#copy = structuredClone(outside);
  }

  /** Brings the state back, which may be done again. The clients of the run are gone, and their transactions. */
  back(world: World): void {
    world.restore(this.#inside);
    const { outside } = this;
    for (const name of Object.keys(outside)) delete outside[name];
    Object.assign(outside, structuredClone(this.#copy));
  }

  /** Whether the clock and what is outside are as they were; the database is known to be. */
  isLike(other: StateCopy): boolean {
    return this.#inside.now === other.#inside.now && canonical(this.#copy) === canonical(other.#copy);
  }

  free(): void {
    this.#inside.free();
  }
}
