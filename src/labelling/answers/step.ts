import { isRecord, isText } from "../../base/checks.js";
import { orElse } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { safeName } from "../../documents/files/safe-name.js";

/** A document as the journal names it: its id, and the beginning of the SHA-256 of its content, in 12 hexadecimal digits. */
export type DocumentKey = readonly [id: string, digest: string];

/** The label of a document that belongs to none of the classes. No class has this name. */
export const NONE = "";

const WITH_LABEL = ["answer", "name-group"] as const;
/** `merge-groups` is a step of older versions, and has no effect now. */
const WITHOUT_LABEL = ["skip", "merge-groups", "set-aside-group", "start-questions", "undo"] as const;

/**
 * One change of a session, as the journal keeps it. D is a document: a key in the journal, an item in memory. A group is
 * named by its first example. `name-group` has the other examples after it, as hints for the class. If an `answer` has
 * several items, the user has seen the first of them.
 */
export interface Step<D = number> {
  readonly do: (typeof WITH_LABEL)[number] | (typeof WITHOUT_LABEL)[number];
  readonly items: readonly D[];
  readonly label?: string | undefined;
  /** An `answer` with it gives this class, whose items it names, another name. Versions that do not know it see answers. */
  readonly name?: string | undefined;
  /** Whether the items of a `skip` belong to none of the classes. Versions that do not know it see documents skipped. */
  readonly isNone?: boolean | undefined;
}

/** Parses a line of the journal. Returns undefined if it is not a step. */
export function parseStep(line: string): Step<DocumentKey> | undefined {
  const step: unknown = orElse(() => JSON.parse(line), undefined);
  if (!isRecord(step) || !Array.isArray(step.items)) return undefined;
  const isKey = (key: unknown) => Array.isArray(key) && key.length === 2 && key.every(isText);
  const kinds: readonly unknown[] = isText(step.label) ? WITH_LABEL : WITHOUT_LABEL;
  const isNamed = step.name === undefined || isText(step.name);
  return kinds.includes(step.do) && isNamed && step.items.every(isKey)
    ? (step as unknown as Step<DocumentKey>)
    : undefined;
}

/** Whether a new class may have this name: a folder can have it, and views show it as it is. */
export function isClassName(name: string): boolean {
  return name !== "" && safeName(name) === name && safeText(name) === name;
}

/** Returns the steps that still count: without those that `undo` has taken back. */
export function stepsThatCount<S extends Pick<Step, "do">>(steps: readonly S[]): S[] {
  const kept: S[] = [];
  for (const step of steps) {
    if (step.do === "undo") kept.pop();
    else kept.push(step);
  }
  return kept;
}
