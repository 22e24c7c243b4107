import { DataError } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import { ByteWindow } from "../../documents/archives/byte-window.js";
import type { Chunks } from "../../documents/archives/chunks.js";
import type { Digest } from "./digest.js";

/** `double` is a move to a place with the same bytes, so only the source is removed. */
const FILING_MODES = ["copy", "move", "link", "double"] as const;
/** A way of filing. */
export type FilingMode = (typeof FILING_MODES)[number];

/** Increased when older versions cannot read new journals. */
const VERSION = 1;

/** The first line of a run: its folders and its process. */
export interface BeginEntry {
  readonly step: "begin";
  readonly version: typeof VERSION;
  /** In ISO 8601. */
  readonly time: string;
  /** The target folder, as a real path. */
  readonly into: string;
  /** Each label and its folder, below `into`. */
  readonly folders: readonly (readonly [label: string, folder: string])[];
  /** The folder below `into` for unsure messages; empty if they are left. */
  readonly unsure: string;
  readonly host: string;
  readonly process: number;
  /** Tells the process from a later one with the same PID; empty if the system does not say. */
  readonly started: string;
  /** The PID namespace: containers have their own. Null if the system does not say. */
  readonly namespace?: string | null | undefined;
}

/** A step, written before anything is done to the message. */
export interface IntentEntry extends Digest {
  readonly step: "intent";
  /** Counts through the journal. */
  readonly number: number;
  readonly time: string;
  readonly mode: FilingMode;
  /** The absolute path of the file; or that of an archive, `#`, and the place of the message in it. */
  readonly source: string;
  /** The path of the archive, if there is one. */
  readonly archive?: string | undefined;
  /** Below `into`, with `/`. */
  readonly target: string;
  /** Where a copy is written until it is complete, below `into`. */
  readonly temporary: string;
  /** Undefined if the message was unsure. */
  readonly label?: string | undefined;
  readonly probability: number;
}

/** The outcome of a step. A later line with the same number replaces an earlier one. */
export interface OutcomeEntry {
  readonly step: "done" | "failed" | "undone";
  readonly number: number;
  readonly time: string;
  readonly why?: string;
}

/** A folder that is about to be made, or the file that marks it as a part of a Maildir++. */
export interface MakeEntry {
  readonly step: "make";
  /** Below `into`, with `/`. */
  readonly path: string;
}

/** The last line of a run that was not stopped. */
export interface EndEntry {
  readonly step: "end";
  readonly time: string;
}

/** A line of a journal. */
export type JournalEntry = BeginEntry | IntentEntry | OutcomeEntry | MakeEntry | EndEntry;

/** A step with its outcome. */
export interface JournalStep extends IntentEntry {
  /** The target folder of its run. */
  readonly into: string;
  /** `open` if the run was stopped before the outcome was written. */
  readonly state: "open" | OutcomeEntry["step"];
}

/** The content of a journal. */
export interface Journal {
  readonly path: string;
  /** The runs that wrote it, in order; empty if the first was stopped within its first line. */
  readonly runs: readonly BeginEntry[];
  readonly steps: readonly JournalStep[];
  /** The absolute paths of folders that were made. */
  readonly made: readonly string[];
  /** Whether the last run has ended. */
  readonly isFinished: boolean;
  /** The bytes of complete lines. Anything after them was being written when the run was stopped. */
  readonly length: number;
  /** Identifies the file that was read. */
  readonly file?: { readonly dev: number; readonly ino: number; readonly size: number } | undefined;
}

/** The first line of a run. */
export function beginEntry(run: Omit<BeginEntry, "step" | "version">): BeginEntry {
  return { step: "begin", version: VERSION, ...run };
}

/** A line of JSON in which control and invisible characters are escapes. */
export function journalLine(entry: JournalEntry): string {
  return `${safeJson(entry)}\n`;
}

/** The beginning of the first line of a run. */
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
    const entry = end === undefined ? undefined : entryOf(window.view(0, end).toString());
    const run = entry?.step === "begin" ? entry : runs.at(-1);
    const known = entry !== undefined && "number" in entry ? steps.get(entry.number) : undefined;
    const isNew = entry?.step === "intent";
    if (
      end === undefined ||
      entry === undefined ||
      run === undefined ||
      ("number" in entry && isNew !== (known === undefined))
    ) {
      throw new DataError(`${path}, line ${number}: this is not a line of a journal of thresher sort`);
    }
    isFinished = entry.step === "end";
    if (entry.step === "begin") runs.push(entry);
    else if (entry.step === "make") made.push(`${run.into}/${entry.path}`);
    else if (entry.step === "intent") steps.set(entry.number, { ...entry, into: run.into, state: "open" });
    else if (entry.step !== "end" && known) steps.set(entry.number, { ...known, state: entry.step });
    window.drop(end + 1);
  }
  if (window.fault !== undefined) throw new DataError(`the journal ${path} cannot be read: ${window.fault}`);
  const rest = window.view(0, BEGINNING.length).toString();
  if (runs.length === 0 && !BEGINNING.startsWith(rest)) {
    throw new DataError(`${path} is not a journal of thresher sort`);
  }
  return { path, runs, steps: [...steps.values()], made, isFinished, length: window.passed };
}

function entryOf(line: string): JournalEntry | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const step = (entry as { step?: unknown } | null)?.step;
  const shape = typeof step === "string" && Object.hasOwn(SHAPES, step) ? SHAPES[step] : undefined;
  return shape !== undefined && fits(entry as object, shape) && hasPlace(entry as JournalEntry)
    ? (entry as JournalEntry)
    : undefined;
}

/** Whether the source is a resolved path, or a place in an archive, from which messages are only copied. */
function hasPlace(entry: JournalEntry): boolean {
  if (entry.step !== "intent") return true;
  const { archive, source, mode } = entry;
  return archive === undefined ? isResolved(source) : mode === "copy" && source.startsWith(`${archive}#`);
}

const isText = (value: unknown) => typeof value === "string";
const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
/** Not so large that the next number would be inexact. */
const isNumber = (value: unknown) => isWhole(value) && Number(value) < 2 ** 48;
/** Whether a path below a folder names no other place: no `.`, no `..`, nothing empty. */
export const isPlainPath = (path: string): boolean =>
  !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
/** A path below the target folder. */
const isBelow = (value: unknown) => typeof value === "string" && isPlainPath(value);
/** The name of a temporary file. Only such files are removed after a stop. */
const isTemporary = (value: unknown) => isBelow(value) && /(^|\/)\.thresher-[^/]*\.tmp$/.test(String(value));
const isAbsolute = (value: unknown) => typeof value === "string" && value.startsWith("/") && !value.includes("\0");
/** A resolved absolute path. */
const isResolved = (value: unknown) => value === "/" || (isAbsolute(value) && isPlainPath(String(value).slice(1)));

const OUTCOME = { number: isNumber, time: isText, why: (value: unknown) => value === undefined || isText(value) };
const SHAPES: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  begin: {
    version: (value) => value === VERSION,
    time: isText,
    into: isResolved,
    folders: (value) => Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.every(isText)),
    unsure: isText,
    host: isText,
    process: isWhole,
    started: isText,
    namespace: (value) => value === undefined || value === null || isText(value),
  },
  intent: {
    number: isNumber,
    time: isText,
    mode: (value) => (FILING_MODES as readonly unknown[]).includes(value),
    source: isAbsolute,
    archive: (value) => value === undefined || isAbsolute(value),
    target: isBelow,
    temporary: isTemporary,
    label: (value) => value === undefined || isText(value),
    probability: (value) => typeof value === "number",
    digest: (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
    size: isWhole,
  },
  done: OUTCOME,
  failed: OUTCOME,
  undone: OUTCOME,
  make: { path: isBelow },
  end: { time: isText },
};

function fits(entry: object, shape: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  return Object.entries(shape).every(([key, holds]) => holds((entry as Record<string, unknown>)[key]));
}
