/** Written by `cargo xtask types` from crates/exercise, where each variant has a comment, too. */

/** `exercises/<id>.json`: all data of one exercise for the page and the grader. */
export type Bundle = {
  /** The exercise's version, which reports include. */
  version: number;
  /** The id. */
  id: string;
  /** The title. */
  title: string;
  /** The id of its track. */
  track: string;
  /** The difficulty, 1 to 3. */
  level: number;
  /** The design pattern that it teaches. */
  pattern: string;
  /** The estimated minutes. */
  minutes: number;
  /** The functions that the learner writes. */
  functions: ReadonlyArray<FunctionEntry>;
  /** The features of the shell and the database that it uses. */
  needs: ReadonlyArray<string>;
  /** The simulated cluster; absent for a single server. */
  cluster?: Cluster;
  /** Maximum number of database operations per call, if the exercise sets it. */
  operations?: number;
  /** Situation and task. */
  text: ReadonlyArray<Block>;
  /** The hints in order. */
  hints: ReadonlyArray<ReadonlyArray<Block>>;
  /** The explanation after a pass. */
  why: ReadonlyArray<Block>;
  /** The script that generates the rows. */
  data: string;
  /** The learner's initial code. */
  starter: string;
  /** The checks. */
  checks: string;
  /** A reference model of the functions over plain values. */
  model?: string;
  /** Ids of the exercises to do before this one. */
  after?: ReadonlyArray<string>;
  /** Cost questions before the first Check. */
  predict?: ReadonlyArray<Prediction>;
  /** The state machine of a document. */
  states?: ReadonlyArray<Transition>;
  /** Functions that a review may blank out. */
  review?: ReadonlyArray<string>;
  /** The accepted designs; unlisted ones only for the validator. */
  designs: ReadonlyArray<Design>;
  /** The classic mistakes, only for the validator. */
  wrong?: ReadonlyArray<WrongAnswer>;
};

/** A function that the learner writes. */
export type FunctionEntry = {
  /** The name, a JavaScript identifier. */
  name: string;
  /** The signature: `addReview(db, review)`. */
  signature: string;
  /** Its purpose, one sentence. */
  doc: string;
};

/** The simulated cluster of an exercise. */
export type Cluster = {
  /** Initial number of shards, up to 64. */
  shards: number;
  /** Maximum number of documents per chunk before it splits, at least 2; `chunkLimit`. */
  chunkLimit: number;
};

/** An accepted design: a complete solution. */
export type Design = {
  /** The file name. */
  file: string;
  /** The title, derived from the file name. */
  name: string;
  /** Its advantage: the file's first line. */
  rationale: string;
  /** When it is the best choice: the second line, `// wins: …`; empty without such a line. */
  wins?: string;
  /** Ids of the star checks that it passes, from the line `// stars: …`; `None` without such a line. */
  stars?: ReadonlyArray<string>;
  /** The script. */
  source: string;
};

/** A classic mistake, which the checks must detect. */
export type WrongAnswer = {
  /** The file name. */
  file: string;
  /** The id of the check that must fail. */
  fails: string;
  /** A part of that check's expected message. */
  says: string;
  /** The complete script; if the file is a change to a design, the design with the change applied. */
  source: string;
};

/** A question before the first Check: the learner predicts the cost of a call. */
export type Prediction = {
  /** The question, one sentence. */
  ask: string;
  /** The name of the probe in `checks.js` that makes the call. */
  probe: string;
  /** The meter with the answer, one of [`METERS`]. */
  meter: string;
  /** The answers to choose from; without any, a number is entered. */
  choices?: ReadonlyArray<number>;
};

/** A transition in the state machine of a document, written `waiting -> on a desk: nextRequest`. */
export type Transition = {
  /** The state before. */
  from: string;
  /** The state after, which may be the same. */
  to: string;
  /** The function or event that causes the transition. */
  by: string;
};

/** A block of text. */
export type Block =
  | {
      type: "heading";
      /** The level, as in the file. */
      level: number;
      /** The text. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "paragraph";
      /** The text. */
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
      /** The header of each column. */
      header: ReadonlyArray<ReadonlyArray<Inline>>;
      /** The cells, row by row. */
      rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Inline>>>;
    }
  | {
      type: "code";
      /** The language after the fence; empty if absent. */
      language: string;
      /** The code without the final newline. */
      text: string;
    }
  | {
      type: "quote";
      /** The quoted blocks. */
      blocks: ReadonlyArray<Block>;
    };

/** Inline text. */
export type Inline =
  | {
      type: "text";
      /** The text, with line ends replaced by spaces. */
      text: string;
    }
  | {
      type: "code";
      /** The code. */
      text: string;
    }
  | {
      type: "emphasis";
      /** The text. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "strong";
      /** The text. */
      content: ReadonlyArray<Inline>;
    }
  | {
      type: "link";
      /** The target: `https://…` or a page of this site, `#/…`. */
      href: string;
      /** The link text. */
      content: ReadonlyArray<Inline>;
    };
