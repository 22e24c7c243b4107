import { DataError } from "../errors.js";
import type { Digest } from "./digest.js";

/** How messages are filed: `double` is the move of one that is at its place already, and so only removed. */
export const FILING_MODES = ["copy", "move", "link", "double"] as const;
/** One of them. */
export type FilingMode = (typeof FILING_MODES)[number];

/** Raised by one when an older version could no longer read a journal. */
const VERSION = 1;

/** The first line of a run: where it files, and which process it is. */
export interface BeginEntry {
  readonly step: "begin";
  readonly version: typeof VERSION;
  /** As ISO 8601 has it. */
  readonly time: string;
  /** The folder that is filed into, as a real path. */
  readonly into: string;
  /** Each label and its folder, below `into`. */
  readonly folders: readonly (readonly [label: string, folder: string])[];
  /** The folder below `into` for what is too unsure; empty if that is left where it is. */
  readonly unsure: string;
  readonly host: string;
  readonly process: number;
  /** Tells a process from a later one with its number; empty where the system does not say. */
  readonly started: string;
}

/** Written before anything is done to a message. */
export interface IntentEntry extends Digest {
  readonly step: "intent";
  /** Counts through the journal. */
  readonly number: number;
  readonly time: string;
  readonly mode: FilingMode;
  /** The file as an absolute path; or that of an archive, `#`, and where the message is in it. */
  readonly source: string;
  /** The path of the archive, if it is one. */
  readonly archive?: string | undefined;
  /** Below `into`, with `/`. */
  readonly target: string;
  /** Where a copy is written before it is whole, below `into`. */
  readonly temporary: string;
  /** Undefined if it was too unsure. */
  readonly label?: string | undefined;
  readonly probability: number;
}

/** What came of an intent: later lines of a number take the place of earlier ones. */
export interface OutcomeEntry {
  readonly step: "done" | "failed" | "undone";
  readonly number: number;
  readonly time: string;
  readonly why?: string;
}

/** Written before a folder is made, or the file that marks one as part of a Maildir++. */
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

/** An intent with what came of it. */
export interface JournalStep extends IntentEntry {
  /** Of its run. */
  readonly into: string;
  /** `open` if the run was stopped before it could say. */
  readonly state: "open" | OutcomeEntry["step"];
}

/** What a journal says. */
export interface Journal {
  readonly path: string;
  /** Those who wrote it, in order: at least one. */
  readonly runs: readonly BeginEntry[];
  readonly steps: readonly JournalStep[];
  /** What was made, as absolute paths. */
  readonly made: readonly string[];
  /** Whether the last run has come to its end. */
  readonly isFinished: boolean;
  /** How many bytes are whole lines: what follows was being written when the run was stopped. */
  readonly length: number;
}

/** The first line of a run. */
export function beginEntry(run: Omit<BeginEntry, "step" | "version">): BeginEntry {
  return { step: "begin", version: VERSION, ...run };
}

/** A line of JSON; what a terminal would obey or not show is an escape. */
export function journalLine(entry: JournalEntry): string {
  const json = JSON.stringify(entry).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => {
      return `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
    }).join(""),
  );
  return `${json}\n`;
}

/**
 * Reads a journal. A last line that is not whole does not count.
 *
 * @param path what messages call it
 * @throws DataError, with the line, if it is none.
 */
export function parseJournal(path: string, bytes: Uint8Array): Journal {
  const length = bytes.lastIndexOf(10) + 1;
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString().split("\n").slice(0, -1);
  const runs: BeginEntry[] = [];
  const steps = new Map<number, JournalStep>();
  const made: string[] = [];
  let isFinished = false;
  for (const [i, line] of lines.entries()) {
    const entry = entryOf(line);
    const run = entry?.step === "begin" ? entry : runs.at(-1);
    const known = entry !== undefined && "number" in entry ? steps.get(entry.number) : undefined;
    const isNew = entry?.step === "intent";
    if (entry === undefined || run === undefined || ("number" in entry && isNew !== (known === undefined))) {
      throw new DataError(`${path}, line ${i + 1}: required a line of a journal of thresher sort, found another`);
    }
    isFinished = entry.step === "end";
    if (entry.step === "begin") runs.push(entry);
    else if (entry.step === "make") made.push(`${run.into}/${entry.path}`);
    else if (entry.step === "intent") steps.set(entry.number, { ...entry, into: run.into, state: "open" });
    else if (entry.step !== "end" && known) steps.set(entry.number, { ...known, state: entry.step });
  }
  if (runs.length === 0) throw new DataError(`${path}: required a journal of thresher sort, found no line of one`);
  return { path, runs, steps: [...steps.values()], made, isFinished, length };
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
  return shape !== undefined && fits(entry as object, shape) ? (entry as JournalEntry) : undefined;
}

const isText = (value: unknown) => typeof value === "string";
const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
/** A journal may have been written by anyone: it leads to no file outside of the folder that it names. */
const isBelow = (value: unknown) =>
  typeof value === "string" && value.split("/").every((part) => part !== "" && part !== "." && part !== "..");
/** What a run leaves half written is removed after it was stopped, so that nothing else may be called that. */
const isTemporary = (value: unknown) => isBelow(value) && /(^|\/)\.thresher-[^/]*\.tmp$/.test(String(value));
const isAbsolute = (value: unknown) => typeof value === "string" && value.startsWith("/");

const OUTCOME = { number: isWhole, time: isText, why: (value: unknown) => value === undefined || isText(value) };
const SHAPES: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  begin: {
    version: (value) => value === VERSION,
    time: isText,
    into: isAbsolute,
    folders: (value) => Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.every(isText)),
    unsure: isText,
    host: isText,
    process: isWhole,
    started: isText,
  },
  intent: {
    number: isWhole,
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
