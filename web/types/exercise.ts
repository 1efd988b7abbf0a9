/** Written by `cargo xtask types` from crates/exercise, where each variant has a comment, too. */

/** `exercises/<id>.json`: all that the page and the grader need of one exercise. */
export type Bundle = {
  /** The exercise's version, which reports carry. */
  version: number;
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
  /** Id of its track. */
  track: string;
  /** 1 to 3. */
  level: number;
  /** The design pattern it teaches. */
  pattern: string;
  /** Minutes that it takes. */
  minutes: number;
  /** The functions that the learner writes. */
  functions: ReadonlyArray<FunctionEntry>;
  /** What it uses of the shell and the database. */
  needs: ReadonlyArray<string>;
  /** The cluster that its database is, if it is one. */
  cluster?: Cluster;
  /** The most database operations that one call may make, if the exercise says so. */
  operations?: number;
  /** Situation and task. */
  text: ReadonlyArray<Block>;
  /** The hints in the order they are given. */
  hints: ReadonlyArray<ReadonlyArray<Block>>;
  /** What is shown after a pass. */
  why: ReadonlyArray<Block>;
  /** The script that makes the rows. */
  data: string;
  /** What the learner starts from. */
  starter: string;
  /** The checks. */
  checks: string;
  /** What the functions promise, as a model over plain values. */
  model?: string;
  /** Ids of the exercises that are suggested before this one. */
  after?: ReadonlyArray<string>;
  /** Questions about costs, asked before the first Check. */
  predict?: ReadonlyArray<Prediction>;
  /** The states that a document goes through. */
  states?: ReadonlyArray<Transition>;
  /** Functions that a review may blank. */
  review?: ReadonlyArray<string>;
  /** The accepted designs; the unlisted ones only for the validator. */
  designs: ReadonlyArray<Design>;
  /** The classic mistakes; only the validator gets them. */
  wrong?: ReadonlyArray<WrongAnswer>;
};

/** A function that the learner writes. */
export type FunctionEntry = {
  /** Its name, a JavaScript identifier. */
  name: string;
  /** How it is called: `addReview(db, review)`. */
  signature: string;
  /** What it does, one sentence. */
  doc: string;
};

/** The simulated cluster that an exercise's database is. */
export type Cluster = {
  /** Shards to begin with, up to 64. */
  shards: number;
  /** Documents that a chunk may hold before it splits, 2 at least; `chunkLimit`. */
  chunkLimit: number;
};

/** An accepted design: a whole solution. */
export type Design = {
  /** Name of its file. */
  file: string;
  /** Its name in words, from the file's. */
  name: string;
  /** Why one would choose it: the file's first line. */
  rationale: string;
  /** When it is the best: the second line, `// wins: …`; empty when there is none. */
  wins?: string;
  /** Ids of the star checks that it passes, from the line `// stars: …`; `None` when there is no such line. */
  stars?: ReadonlyArray<string>;
  /** The script. */
  source: string;
};

/** A classic mistake that the checks must catch. */
export type WrongAnswer = {
  /** Name of its file. */
  file: string;
  /** Id of the check that must fail. */
  fails: string;
  /** A fragment of what that check must say. */
  says: string;
  /** The script, whole: where the file is a change to a design, with the rest of that. */
  source: string;
};

/** A question asked before the first Check: the learner guesses what one call costs. */
export type Prediction = {
  /** The question, one sentence. */
  ask: string;
  /** Name of the probe in `checks.js` that makes the call. */
  probe: string;
  /** The meter that answers it, one of [`METERS`]. */
  meter: string;
  /** Answers to choose from; a number is typed when there are none. */
  choices?: ReadonlyArray<number>;
};

/** A step of what an exercise's documents go through, written `waiting -> on a desk: nextRequest`. */
export type Transition = {
  /** The state before. */
  from: string;
  /** The state after, which may be the same. */
  to: string;
  /** The function or event that leads from one to the other. */
  by: string;
};

/** A block of text. */
export type Block =
  | {
      type: "heading";
      /** 1 to 6, as in the file. */
      level: number;
      /** Its words. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "paragraph";
      /** Its words. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "list";
      /** Whether the items are numbered. */
      ordered: boolean;
      /** The blocks of each item. */
      items: ReadonlyArray<ReadonlyArray<Block>>;
    }
  | {
      type: "table";
      /** The words of each column's head. */
      header: ReadonlyArray<ReadonlyArray<Inline>>;
      /** The words of each cell, row by row. */
      rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Inline>>>;
    }
  | {
      type: "code";
      /** The fence's language; empty when none is given. */
      language: string;
      /** The code without the last line's end. */
      text: string;
    }
  | {
      type: "quote";
      /** What is quoted. */
      blocks: ReadonlyArray<Block>;
    };

/** A run of words. */
export type Inline =
  | {
      type: "text";
      /** The words; an end of line is a space. */
      text: string;
    }
  | {
      type: "code";
      /** The code. */
      text: string;
    }
  | {
      type: "emphasis";
      /** What is stressed. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "strong";
      /** What is stressed. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "link";
      /** Where it leads: `https://…` or a place of this site, `#/…`. */
      href: string;
      /** The words to follow it by. */
      content: ReadonlyArray<Inline>;
    };
