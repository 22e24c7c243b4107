/** The state of a labelling session as plain JSON: all that a view needs to show it, and the changes that a view sends. */
export interface LabellingState {
  /** Grows with every change. A change names the version that its view has seen. */
  readonly version: number;
  readonly phase: "reading" | "groups" | "questions" | "done";
  /** How far the pile is read. Present in the phase `reading`. */
  readonly reading?: { readonly documents: number; readonly of?: number | undefined };
  /** The number of documents of which the session has a sample. Absent if it has all documents. */
  readonly sampledFrom?: number | undefined;
  /** The classes in the order in which they were made. `key` is a letter that chooses the class; may be empty. */
  readonly classes: readonly { readonly name: string; readonly key: string; readonly labelled: number }[];
  /** The proposed groups, the largest first. Empty in other phases than `groups`. */
  readonly groups: readonly GroupState[];
  /** Whether groups are still looked for, in the phase `groups`. The user may begin with questions meanwhile. */
  readonly isGrouping: boolean;
  /** The document to be decided now. Absent if none is left, or the phase is another. */
  readonly question?: Question | undefined;
  /** Whether a forecast will change the question: views wait for it, because a question on the screen never changes. */
  readonly isForecasting?: boolean | undefined;
  readonly progress: Progress;
  /** How the command line says that the session ends. A view may offer the other ways to file as well. */
  readonly ending: Ending;
  readonly canUndo: boolean;
  /** Notices to show once, such as that the documents of some answers are gone. Safe to print. */
  readonly notices: readonly string[];
  /** The documents that are filed by now, and of how many. Present while documents are filed. */
  readonly filing?: { readonly documents: number; readonly of: number } | undefined;
  /** Present in the phase `done`. */
  readonly result?: LabellingResult | undefined;
}

/** Documents that have some words, or an answer. */
export interface FoundDocuments {
  /** The number of documents, and of those among them without an answer. */
  readonly found: number;
  readonly open: number;
  /** Some of those without an answer. */
  readonly samples: readonly ItemLine[];
  /** Some of those with an answer, and their classes, the latest answer first. An empty label is "none of these". */
  readonly answers: readonly (ItemLine & { readonly label: string })[];
}

/** Documents that belong together. */
export interface GroupState {
  readonly id: number;
  /** The number of items; in a large pile an estimate. */
  readonly size: number;
  /** The terms that tell it from the other groups, the strongest first. */
  readonly terms: readonly string[];
  readonly examples: readonly ItemLine[];
  /** The class that the user gave it. */
  readonly name?: string | undefined;
}

/** One line about a document. */
export interface ItemLine {
  readonly item: number;
  /** The subject of mail, otherwise the first words. */
  readonly title: string;
  /** The sender of mail; may be empty. */
  readonly from: string;
}

/** A document to be decided, as a person would read it. All texts are safe: see `safeText`. */
export interface Question {
  readonly item: number;
  /** The path of the document. */
  readonly name: string;
  /** The number of documents that are decided with it: near copies, and messages of its thread. 1 for the document alone. */
  readonly copies: number;
  /** The answer that it has, if the user has asked to see it again; empty for "none of these". */
  readonly answer?: string | undefined;
  /** Whether it was drawn at random, for the estimate of accuracy. */
  readonly isRandom: boolean;
  readonly fields: readonly { readonly name: "from" | "to" | "subject" | "date"; readonly text: string }[];
  /** At most some 20,000 characters. */
  readonly text: string;
  /** The words that speak for the first proposal, as offsets in `text`. Weights are from 0 to 1. */
  readonly marks: readonly { readonly start: number; readonly end: number; readonly weight: number }[];
  /** The most probable first. */
  readonly proposals: readonly { readonly label: string; readonly probability: number }[];
  /** Other open items that are very similar to it and have the same proposal, if there are several. */
  readonly alike?: { readonly count: number; readonly examples: readonly ItemLine[] } | undefined;
}

/** How far a session is. */
export interface Progress {
  /** The number of documents with a class, those in existing folders included. */
  readonly labelled: number;
  readonly documents: number;
  /** How often the first proposal is right, with a 95 % interval. Absent below ten random answers. */
  readonly expectedAccuracy?: Accuracy | undefined;
  /** The number of documents without an answer that would be filed surely. */
  readonly sure?: number | undefined;
}

/** An estimate of the accuracy, and its 95 % interval: shares from 0 to 1. */
export interface Accuracy {
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** The number of random questions that it is computed from. */
  readonly answers: number;
}

/** The result of a finished session. */
export interface LabellingResult {
  /** The documents that were filed or listed now. */
  readonly filed: number;
  /** The documents that were in their folder already. */
  readonly there: number;
  /** The documents that stay where they are because of an error. */
  readonly left: readonly { readonly name: string; readonly why: string }[];
  /** The journal for `thresher sort --undo`. */
  readonly journal?: string | undefined;
  /** The path of the list. */
  readonly list?: string | undefined;
  /** The path of the model. */
  readonly model?: string | undefined;
  /** The command that sorts the pile with the model. */
  readonly sort?: string | undefined;
  /** The command that trains the model again after the user has moved documents to other folders. */
  readonly correct?: string | undefined;
  /** The command that takes the filing back. */
  readonly undo?: string | undefined;
}

/** How a session ends: with folders, or with a list of documents and labels. */
const ENDINGS = ["copy", "move", "link", "list"] as const;
export type Ending = (typeof ENDINGS)[number];

const isText = (value: unknown): value is string => typeof value === "string";
const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isEnding = (value: unknown): value is Ending => ENDINGS.some((ending) => ending === value);

/** The changes that a view can ask for: the fields of each, with the test of their type. */
export const CHANGES = {
  "name-group": { group: isWhole, label: isText },
  "set-aside-group": { group: isWhole },
  "start-questions": {},
  answer: { item: isWhole, label: isText },
  /** Gives the label to the item and to all items that are alike. */
  "answer-alike": { item: isWhole, label: isText },
  /** The item belongs to none of the classes: it is filed nowhere, and no model learns from it. */
  "answer-none": { item: isWhole },
  /** Gives the label to all items without an answer that have these words. */
  "answer-found": { text: isText, label: isText },
  /** Gives a class another name. If that is the name of another class, they become one. */
  "rename-class": { name: isText, label: isText },
  /** Shows the item as the question, also if it has an answer. */
  ask: { item: isWhole },
  skip: { item: isWhole },
  undo: {},
  /** `sureToo`: also the documents without an answer whose class is sure. */
  finish: { how: isEnding, sureToo: isFlag },
};

/** The values that pass tests. */
type Passing<Tests> = {
  readonly [Field in keyof Tests]: Tests[Field] extends (value: unknown) => value is infer Value ? Value : never;
};

/** A change: `do` is its name, and the other fields are its values. */
export type Change = {
  [Name in keyof typeof CHANGES]: { readonly do: Name } & Passing<(typeof CHANGES)[Name]>;
}[keyof typeof CHANGES];
