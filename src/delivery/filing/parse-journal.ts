import { isText, isWhole } from "../../base/checks.js";
import { orElse } from "../../base/errors.js";
import {
  type BeginEntry,
  FILING_MODES,
  FOLDER,
  JOURNAL_VERSION,
  type JournalEntry,
  type JournalStep,
} from "./journal.js";

/** The entries of a journal, added line by line. */
export class JournalEntries {
  readonly sessions: BeginEntry[] = [];
  /** By number. */
  readonly steps = new Map<number, JournalStep>();
  /** See `Journal.made`. */
  readonly made: string[] = [];
  isFinished = false;

  /** Adds a line. Returns false if it is not an entry that can follow the lines before it. */
  add(line: string): boolean {
    const entry = entryOf(line, this.sessions.at(0)?.store);
    const into = this.sessions.at(-1)?.into;
    if (entry?.step === "begin") this.sessions.push(entry);
    else if (entry === undefined || into === undefined) return false;
    else if (entry.step === "make") this.made.push(`${into}/${entry.path}`);
    else if (entry.step === "intent") {
      if (this.steps.has(entry.number)) return false;
      this.steps.set(entry.number, { ...entry, into, id: entry.target, state: "open" });
    } else if (entry.step !== "end") {
      const step = this.steps.get(entry.number);
      if (step === undefined) return false;
      this.steps.set(entry.number, { ...step, id: entry.id ?? step.id, state: entry.step, back: entry.back });
    }
    this.isFinished = entry.step === "end";
    return true;
  }
}

/**
 * Parses and checks a line. Returns undefined if it is not an entry.
 *
 * @param store the kind of the store of the first session; a journal is about one store
 */
function entryOf(line: string, store: string | undefined): JournalEntry | undefined {
  const entry: unknown = orElse(() => JSON.parse(line), undefined);
  const { step, store: own = FOLDER } = (entry ?? {}) as { step?: unknown; store?: unknown };
  const kind = store ?? (step === "begin" ? own : FOLDER);
  if (step === "begin" && own !== kind) return undefined;
  const shapes = kind === FOLDER ? FOLDER_SHAPES : OTHER_SHAPES;
  const shape = typeof step === "string" && Object.hasOwn(shapes, step) ? shapes[step] : undefined;
  if (shape === undefined) return undefined;
  const values = entry as Readonly<Record<string, unknown>>;
  if (!Object.entries(shape).every(([key, isValid]) => isValid(values[key]))) return undefined;
  return kind !== FOLDER || isSourceAllowed(entry as JournalEntry) ? (entry as JournalEntry) : undefined;
}

/** Whether a source is a resolved path, or a place in an archive, from which messages are only copied. */
function isSourceAllowed(entry: JournalEntry): boolean {
  if (entry.step !== "intent") return true;
  const { archive, source, mode } = entry;
  return archive === undefined ? isResolved(source) : mode === "copy" && source.startsWith(`${archive}#`);
}

/** Whether a path below a folder stays below it: no `.`, no `..`, nothing empty. */
function isPlainPath(path: string): boolean {
  return !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** Whether a value of an entry is allowed. */
type Check = (value: unknown) => boolean;

/** A number of a step. The bound keeps the next number exact. */
const isNumber: Check = (value) => isWhole(value) && value < 2 ** 48;
const isOptionalText: Check = (value) => value === undefined || isText(value);
/** A path below the target folder. */
const isBelow: Check = (value) => isText(value) && isPlainPath(value);
/** The name of a temporary file. Only such files are removed after a stop. */
const isTemporary: Check = (value) => isBelow(value) && /(^|\/)\.thresher-[^/]*\.tmp$/.test(String(value));
const isAbsolute: Check = (value) => isText(value) && value.startsWith("/") && !value.includes("\0");
/** A resolved absolute path. */
const isResolved: Check = (value) => value === "/" || (isAbsolute(value) && isPlainPath(String(value).slice(1)));
/** The name or id that a store other than a folder has given. */
const isName: Check = (value) => isText(value) && value !== "" && !value.includes("\0");

/** The values of a line that tells the outcome of a step. */
const OUTCOME = { number: isNumber, time: isText, why: isOptionalText, id: isOptionalText };

/** The checks of the values of an entry, by key. */
type Shape = Readonly<Record<string, Check>>;

/** The lines of journals about a folder, by `step`. */
const FOLDER_SHAPES: Readonly<Record<string, Shape>> = {
  begin: {
    version: (value) => value === JOURNAL_VERSION,
    time: isText,
    store: isOptionalText,
    into: isResolved,
    folders: (value) => Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.every(isText)),
    unsure: isText,
    host: isText,
    process: isWhole,
    started: isText,
    namespace: (value) => value === null || isOptionalText(value),
  },
  intent: {
    number: isNumber,
    time: isText,
    mode: (value) => (FILING_MODES as readonly unknown[]).includes(value),
    source: isAbsolute,
    archive: (value) => value === undefined || isAbsolute(value),
    target: isBelow,
    temporary: isTemporary,
    label: isOptionalText,
    probability: (value) => typeof value === "number",
    digest: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
    size: isWhole,
  },
  done: OUTCOME,
  failed: OUTCOME,
  undone: OUTCOME,
  make: { path: isBelow },
  end: { time: isText },
};

/** The lines of journals about other stores. */
const OTHER_SHAPES: typeof FOLDER_SHAPES = {
  ...FOLDER_SHAPES,
  begin: { ...FOLDER_SHAPES.begin, into: isName },
  intent: { ...FOLDER_SHAPES.intent, source: isName, target: isName, temporary: isOptionalText },
  undoing: { ...OUTCOME, back: isName },
  make: { path: isName },
};
