import { isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { ByteWindow } from "../../documents/archives/byte-window.js";
import type { Chunks } from "../../documents/archives/chunks.js";
import {
  type BeginEntry,
  FILING_MODES,
  FOLDER,
  JOURNAL_VERSION,
  type Journal,
  type JournalEntry,
  type JournalStep,
} from "./journal.js";

/** The beginning of the first line of a session. */
const BEGINNING = '{"step":"begin"';

/** The longest line. A model of a million classes has a million folders in one line. */
const MAX_LINE_BYTES = 2 ** 26;

/**
 * Reads a journal line by line. An incomplete last line is ignored.
 *
 * @param path the name of the journal in messages
 * @throws DataError with the number of the first wrong line.
 */
export function parseJournal(path: string, chunks: Chunks): Journal {
  const window = new ByteWindow(chunks);
  const runs: BeginEntry[] = [];
  const steps = new Map<number, JournalStep>();
  const made: string[] = [];
  let isFinished = false;
  for (let number = 1; ; number++) {
    const end = window.lineEnd(MAX_LINE_BYTES);
    if (end === window.length) break;
    const entry = end === undefined ? undefined : entryOf(window.view(0, end).toString(), runs[0]?.store);
    const run = entry?.step === "begin" ? entry : runs.at(-1);
    const step = entry !== undefined && "number" in entry ? entry : undefined;
    const known = step && steps.get(step.number);
    const isInOrder = step === undefined || (step.step === "intent") === (known === undefined);
    if (end === undefined || entry === undefined || run === undefined || !isInOrder) {
      throw new DataError(`${path}, line ${number}: this is not a line of a journal of thresher sort`);
    }
    isFinished = entry.step === "end";
    if (entry.step === "begin") runs.push(entry);
    else if (entry.step === "make") made.push(`${run.into}/${entry.path}`);
    else if (entry.step === "intent")
      steps.set(entry.number, { ...entry, into: run.into, id: entry.target, state: "open" });
    else if (entry.step !== "end" && known)
      steps.set(entry.number, { ...known, id: entry.id ?? known.id, state: entry.step });
    window.drop(end + 1);
  }
  if (window.fault !== undefined) throw new DataError(`the journal ${path} cannot be read: ${window.fault}`);
  const rest = window.view(0, BEGINNING.length).toString();
  if (runs.length === 0 && !BEGINNING.startsWith(rest)) {
    throw new DataError(`${path} is not a journal of thresher sort`);
  }
  return { path, runs, steps: [...steps.values()], made, isFinished, length: window.passed };
}

/** @param store the kind of the store of the first session; a journal is about one store */
function entryOf(line: string, store: string | undefined): JournalEntry | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { step, store: own = FOLDER } = (entry ?? {}) as { step?: unknown; store?: unknown };
  const kind = store ?? (step === "begin" ? own : FOLDER);
  const shapes = kind === FOLDER ? SHAPES : OTHER_SHAPES;
  const shape = typeof step === "string" && Object.hasOwn(shapes, step) ? shapes[step] : undefined;
  if (shape === undefined || !fits(entry as object, shape) || (step === "begin" && own !== kind)) return undefined;
  return kind !== FOLDER || hasPlace(entry as JournalEntry) ? (entry as JournalEntry) : undefined;
}

/** Returns whether the source is a resolved path, or a place in an archive, from which messages are only copied. */
function hasPlace(entry: JournalEntry): boolean {
  if (entry.step !== "intent") return true;
  const { archive, source, mode } = entry;
  return archive === undefined ? isResolved(source) : mode === "copy" && source.startsWith(`${archive}#`);
}

/** Small enough for the next number to be exact. */
const isNumber = (value: unknown) => isWhole(value) && value < 2 ** 48;
/** Whether a path below a folder stays below it: no `.`, no `..`, nothing empty. */
export const isPlainPath = (path: string): boolean =>
  !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
/** A path below the target folder. */
const isBelow = (value: unknown) => isText(value) && isPlainPath(value);
/** The name of a temporary file. Only such files are removed after a stop. */
const isTemporary = (value: unknown) => isBelow(value) && /(^|\/)\.thresher-[^/]*\.tmp$/.test(String(value));
const isAbsolute = (value: unknown) => isText(value) && value.startsWith("/") && !value.includes("\0");
/** A resolved absolute path. */
const isResolved = (value: unknown) => value === "/" || (isAbsolute(value) && isPlainPath(String(value).slice(1)));

const isOptionalText = (value: unknown) => value === undefined || isText(value);
/** The name or id that a store other than a folder has given. */
const isName = (value: unknown) => isText(value) && value !== "" && !value.includes("\0");

const OUTCOME = { number: isNumber, time: isText, why: isOptionalText, id: isOptionalText };
const SHAPES: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
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
const OTHER_SHAPES: typeof SHAPES = {
  ...SHAPES,
  begin: { ...SHAPES.begin, into: isName },
  intent: { ...SHAPES.intent, source: isName, target: isName, temporary: isOptionalText },
  make: { path: isName },
};

function fits(entry: object, shape: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  return Object.entries(shape).every(([key, holds]) => holds((entry as Record<string, unknown>)[key]));
}
