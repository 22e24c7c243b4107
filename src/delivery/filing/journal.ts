import { isRecord, isText, isWhole } from "../../base/checks.js";
import { orElse } from "../../base/errors.js";
import { byName } from "../../base/lists.js";
import type { LineFileKind, LinesRead } from "../../documents/files/line-file.js";
import type { Digest } from "./file-system.js";

/**
 * The ways of filing, as a journal names them. `double` is a move to a place with the same bytes: it only removes the
 * source.
 */
export const FILING_MODES = ["copy", "move", "link", "double"] as const;
/** A way of filing. */
export type FilingMode = (typeof FILING_MODES)[number];

/** The kind of store that is a folder of files. */
export const FOLDER = "folder";

/** Journals are files of lines. A gigabyte has a million and a half messages; a larger file would not fit in memory. */
export const JOURNAL_KIND: LineFileKind = { name: "journal", most: 2 ** 30, linesPerSync: 256 };

/** The version of journals. It is increased when older versions of Thresher cannot read new journals. */
export const JOURNAL_VERSION = 1;

/** The first line of a session: its folders and its process. */
export interface BeginEntry {
  readonly step: "begin";
  readonly version: typeof JOURNAL_VERSION;
  /** In ISO 8601. */
  readonly time: string;
  /** The kind of store that was filed into. Absent in older journals: `folder`. */
  readonly store?: string | undefined;
  /** The store of that kind. For a folder, its real path. */
  readonly into: string;
  /** Each label and its folder, below `into`. */
  readonly folders: readonly (readonly [label: string, folder: string])[];
  /** The folder below `into` for unsure messages; empty if they are left. */
  readonly unsure: string;
  /** The name of the machine. */
  readonly host: string;
  /** The PID. */
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
  /**
   * The id of the message. For a file, its absolute path; for a message in an archive, the path of the archive, `#`,
   * and the place of the message in it.
   */
  readonly source: string;
  /** The path of the archive, if there is one. */
  readonly archive?: string | undefined;
  /** The id of its place in the store. In a folder, the path below it, with `/`. */
  readonly target: string;
  /** Where a copy is written until it is complete, below `into`. Always there if the store is a folder. */
  readonly temporary?: string | undefined;
  /** Undefined if the message was unsure. */
  readonly label?: string | undefined;
  /** The probability of the class, from 0 to 1. */
  readonly probability: number;
}

/** The outcome of a step. A later line with the same number replaces an earlier one. */
export interface OutcomeEntry {
  /** `undoing`: a store on a server begins to undo the step. */
  readonly step: "done" | "failed" | "undoing" | "undone";
  readonly number: number;
  readonly time: string;
  /** The reason of a failure, or how a repair knows the outcome. */
  readonly why?: string | undefined;
  /** The id of the message now, if the store chose it: of the target or, if the step is undone, of its old folder. */
  readonly id?: string | undefined;
  /** While it is undone: the first place that the message can have then. */
  readonly back?: string | undefined;
}

/** A line of a journal. */
export type JournalEntry =
  | BeginEntry
  | IntentEntry
  | OutcomeEntry
  /** A folder that is about to be made, or the file that marks it as a part of a Maildir++: the path below `into`. */
  | { readonly step: "make"; readonly path: string }
  /** The last line of a session that was not stopped. */
  | { readonly step: "end"; readonly time: string };

/** A step with its outcome. */
export interface JournalStep extends IntentEntry {
  /** The store of its session. */
  readonly into: string;
  /** The id of the message after the step. */
  readonly id: string;
  /** `open` if the session was stopped before the outcome was written. */
  readonly state: "open" | OutcomeEntry["step"];
  readonly back?: string | undefined;
}

/** The content of a journal: a file of lines that tells what was filed, so that it can be repaired or undone. */
export interface Journal {
  readonly path: string;
  /** The sessions that wrote it, in order; empty if the first was stopped within its first line. */
  readonly sessions: readonly BeginEntry[];
  /** In the order of the journal. */
  readonly steps: readonly JournalStep[];
  /** The paths of folders, and of marks of a Maildir++, that were made: `into` and the path below it. */
  readonly made: readonly string[];
  /** Whether the last session has ended. */
  readonly isFinished: boolean;
  /** How far the file was read. */
  readonly read: LinesRead;
}

/**
 * The names of journals in the target folder. They are hidden files and not folders, because mail servers show folders:
 * in a Maildir++, Dovecot shows those whose name begins with a dot; in its layout `fs`, it shows all.
 */
export const JOURNAL_NAME = /^\.thresher-journal-.*\.jsonl$/;

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
  if (!isRecord(entry) || !isText(entry.step) || !Object.hasOwn(REQUIRED, entry.step)) return undefined;
  const { step, store: named = FOLDER } = entry;
  const kind = store ?? (step === "begin" ? named : FOLDER);
  if (step === "begin" && named !== kind) return undefined;
  const required = REQUIRED[step as JournalEntry["step"]].split(" ");
  if (kind === FOLDER && step === "intent") required.push("temporary");
  const isValid = (key: string, value: unknown) => {
    const check = (kind === FOLDER && PATH_CHECKS.get(key)) || CHECKS.get(key);
    return check?.(value) ?? true;
  };
  if (!required.every((key) => Object.hasOwn(entry, key))) return undefined;
  if (!Object.entries(entry).every(([key, value]) => isValid(key, value))) return undefined;
  const checked = entry as unknown as JournalEntry;
  return kind !== FOLDER || isSourceAllowed(checked) ? checked : undefined;
}

/** Whether a source is a resolved path, or a place in an archive, from which messages are only copied. */
function isSourceAllowed(entry: JournalEntry): boolean {
  if (entry.step !== "intent") return true;
  const { archive, source, mode } = entry;
  return archive === undefined ? isResolved(source) : mode === "copy" && source.startsWith(`${archive}#`);
}

/** The keys that the lines of each kind must have. */
const REQUIRED: Readonly<Record<JournalEntry["step"], string>> = {
  begin: "version time into folders unsure host process started",
  intent: "number time mode source target probability digest size",
  done: "number time",
  failed: "number time",
  undoing: "number time back",
  undone: "number time",
  make: "path",
  end: "time",
};

/** Whether a value of an entry is allowed. */
type Check = (value: unknown) => boolean;

/** Whether a path below a folder stays below it: no `.`, no `..`, nothing empty. */
function isPlainPath(path: string): boolean {
  return !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** A path below the target folder. */
const isBelow: Check = (value) => isText(value) && isPlainPath(value);
const isTextPair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isText);
const isAbsolute: Check = (value) => isText(value) && value.startsWith("/") && !value.includes("\0");
/** A resolved absolute path. */
const isResolved: Check = (value) => value === "/" || (isAbsolute(value) && isPlainPath(String(value).slice(1)));

/** The checks of the values of entries, by their keys. */
const CHECKS = byName<Check>({
  version: (value) => value === JOURNAL_VERSION,
  "time store unsure host started why label id temporary": isText,
  // The name or id that a store other than a folder has given.
  "into source target back path": (value) => isText(value) && value !== "" && !value.includes("\0"),
  archive: isAbsolute,
  namespace: (value) => value === null || isText(value),
  folders: (value) => Array.isArray(value) && value.every(isTextPair),
  "process size": isWhole,
  // The bound keeps the next number exact.
  number: (value) => isWhole(value) && value < 2 ** 48,
  mode: (value) => (FILING_MODES as readonly unknown[]).includes(value),
  probability: (value) => typeof value === "number",
  digest: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
});

/**
 * The checks of the keys that are paths in journals about a folder. Only files with such temporary names are removed.
 */
const PATH_CHECKS = byName<Check>({
  into: isResolved,
  source: isAbsolute,
  "target path": isBelow,
  temporary: (value) => isBelow(value) && /(^|\/)\.thresher-[^/]*\.tmp$/.test(String(value)),
  // Only a store on a server begins to undo.
  back: () => false,
});
