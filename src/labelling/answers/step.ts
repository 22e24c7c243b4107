import { isText } from "../../base/checks.js";
import type { Ending } from "../state.js";

/** A document as the journal names it: its id, and the beginning of the SHA-256 of its content, in 12 hexadecimal digits. */
export type DocumentKey = readonly [id: string, digest: string];

const STEPS = [
  "answer",
  "skip",
  "name-group",
  "merge-groups",
  "set-aside-group",
  "start-questions",
  "undo",
  "sure",
  "finish",
  "finished",
] as const;

/**
 * One change of a session, as the journal keeps it. D is a document: a key in the journal, an item in memory.
 *
 * - A group is named by its first example. `name-group` has the other examples after it, as hints for the class.
 * - `sure` has documents without an answer that are filed by the next `finish`. `finished` says that all are filed.
 */
export interface Step<D = number> {
  readonly do: (typeof STEPS)[number];
  readonly items: readonly D[];
  readonly label?: string | undefined;
  readonly how?: Ending | undefined;
}

/** Parses a line of the journal. Returns undefined if it is not a step. */
export function parseStep(line: string): Step<DocumentKey> | undefined {
  let step: Partial<Record<keyof Step, unknown>> | null;
  try {
    step = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { do: what, items, label, how } = Object(step) as NonNullable<typeof step>;
  const isKey = (key: unknown) => Array.isArray(key) && key.length === 2 && key.every(isText);
  const isOptional = (value: unknown) => value === undefined || isText(value);
  const isStep =
    (STEPS as readonly unknown[]).includes(what) &&
    Array.isArray(items) &&
    items.every(isKey) &&
    [label, how].every(isOptional) &&
    (label !== undefined || !["answer", "name-group", "sure"].includes(what as string)) &&
    (what !== "finish" || ["copy", "move", "link", "list"].includes(how as string));
  return isStep ? (step as unknown as Step<DocumentKey>) : undefined;
}
