import fs from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DataError, orElse, reason } from "../../base/errors.js";
import { countedBy } from "../../base/lists.js";
import { fileStamp, readDocument } from "../../documents/files/open-file.js";
import type { LabelledText } from "../../documents/given-text.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { learn } from "../../model/learning/learn.js";
import { digestOfFile } from "../filing/file-system.js";
import { Filer } from "../filing/filer.js";
import { labelFolders } from "../filing/label-folders.js";
import { maildirFolders, presentPath } from "../filing/maildir.js";
import { readJournal } from "../filing/read-journal.js";
import type { DecisionEntry } from "../history/history.js";
import type { DecisionLog } from "./decision-log.js";

/** Seconds to wait for another process that changes the model. The page waits meanwhile. */
const WAIT = 1;

/** How decisions are corrected. */
interface CorrectorOptions {
  /** The path of the model. */
  readonly model: string;
  /** The classes of the model. */
  readonly labels: readonly string[];
  /** Folders with messages, as real paths. */
  readonly folders: readonly string[];
  /** The command that trains the model again, if it cannot learn single messages. */
  readonly later?: string | undefined;
}

/**
 * Corrects decisions: keeps what the user says, teaches the model, and files messages again. One correction at a
 * time.
 */
export function correctorOf(log: DecisionLog, { model, labels, folders: around, later }: CorrectorOptions) {
  /** The journal of each folder into which a message was filed. */
  const journals = new Map<string, string>();
  /** The digests of files in the folders, by path and stamp. */
  const digests = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();

  function keep({ digest }: DecisionEntry, correct: string, filed?: string): void {
    log.correct({ time: new Date().toISOString(), digest, correct, filed });
  }

  /** Teaches the model messages. @returns what happened to each */
  function teachModel(paths: readonly string[], label: string): string[] {
    if (paths.length === 0 || later !== undefined) return paths.map(() => `learned when you run: ${later}`);
    try {
      const change = (before = load(model)) => learn(before, documentsAt(paths, label));
      const { documents } = updateModel(model, change, { wait: WAIT });
      return documents.map(({ fate }) => (fate === "binary" ? "not learned: it is binary" : "learned"));
    } catch (error) {
      return paths.map(() => `not learned: ${reason(error)}`);
    }
  }

  /**
   * Files a message in the folder of a class. A message that is in one of the folders is moved there; one that is
   * elsewhere is copied into the folder that it was sorted into. Each folder gets one journal.
   *
   * @returns what happened
   * @throws DataError if there is no folder for it, or it is left where it is; and as `Filer.file`
   */
  async function refile(path: string, row: DecisionEntry, label: string): Promise<string> {
    const { into } = row;
    const isAround = (folder: string) => path.startsWith(join(folder, sep));
    const known = into === undefined ? around : [...around, into];
    // The innermost folder that holds the message.
    const [folder = into] = known.filter(isAround).sort((a, b) => b.length - a.length);
    if (folder === undefined) throw new DataError("name its folder with --in");
    const folders = labelFolders(labels, maildirFolders(folder));
    const journal = journals.get(folder);
    const before = journal === undefined ? undefined : readJournal(journal);
    const filer = new Filer(folder, { mode: isAround(folder) ? "move" : "copy", folders, journal, before });
    try {
      const below = folders.get(label) ?? label;
      const { outcome, target, why } = await filer.file({ source: path, folder: below, label, probability: 1 });
      if (outcome === "left") throw new DataError(why ?? "it was left");
      if (outcome === "there") return "in its folder already";
      keep(row, label, target);
      return `filed as ${target}`;
    } finally {
      filer.finish();
      if (filer.hasJournal) journals.set(folder, filer.journal);
    }
  }

  /** Finds a message where it was. It must have the same digest, because anybody can write the same Message-ID. */
  function findNear({ digest, filed, id }: DecisionEntry): string | undefined {
    for (const known of [log.corrections.get(digest)?.filed, filed, id]) {
      const path = known !== undefined && isAbsolute(known) ? orElse(() => presentPath(known), undefined) : undefined;
      if (path !== undefined && digestAt(path, digest) === digest) return path;
    }
    return undefined;
  }

  /** Finds a message where it was, under another name of a Maildir, or anywhere in the folders. */
  async function find(entry: DecisionEntry): Promise<string | undefined> {
    const near = findNear(entry);
    if (near !== undefined) return near;
    for (const folder of around) {
      for (const file of orElse(() => fs.readdirSync(folder, { recursive: true, withFileTypes: true }), [])) {
        if (!file.isFile()) continue;
        const path = join(file.parentPath, file.name);
        const key = `${path} ${fileStamp(path)}`;
        const digest = digests.get(key) ?? digestAt(path, entry.digest);
        digests.set(key, digest);
        if (digest === entry.digest) return path;
        await nextTurn();
      }
    }
    return undefined;
  }

  /** Does the work of `correct`, when the corrections before are done. */
  async function correctNow(rows: readonly DecisionEntry[], label: string): Promise<string> {
    // A message may have several decisions.
    const messages = new Map(rows.map((row) => [row.digest, row]));
    const paths = new Map<string, DecisionEntry>();
    for (const row of messages.values()) {
      const path = await find(row);
      // First, so that nothing that follows can lose it.
      keep(row, label);
      if (path !== undefined) paths.set(path, row);
    }
    const learned = teachModel([...paths.keys()], label);
    const gone = "kept. The message is gone, so the model does not learn it";
    const outcomes = Array<string>(messages.size - paths.size).fill(gone);
    for (const [path, row] of paths) {
      const filed = await refile(path, row, label).catch((error) => `not filed again: ${reason(error)}`);
      // Without the paths, so that equal outcomes of several messages are counted together.
      outcomes.push(`${learned.shift()}; ${messages.size === 1 ? filed : filed.replace(/^filed as .*/, "filed")}`);
    }
    const counts = Array.from(countedBy(outcomes, (outcome) => outcome));
    return `${label}: ${counts.map(([what, n]) => (messages.size === 1 ? what : `${n} × ${what}`)).join(", ")}.`;
  }

  return {
    findNear,
    /** Gives decisions another class, or confirms them. @returns what was done, as a sentence */
    correct(rows: readonly DecisionEntry[], label: string): Promise<string> {
      const result = last.then(() => correctNow(rows, label));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

/**
 * Hexadecimal digits of a SHA-256. Journals have that of the file; histories have the shorter digest of `identityOf`.
 */
const FILE_DIGITS = 64;

/** Reads messages one at a time. */
function* documentsAt(paths: readonly string[], label: string): Generator<LabelledText> {
  for (const id of paths) yield { id, label, bytes: readDocument(id).bytes };
}

/** Returns the digest of a file, of the same kind as another one; empty if the file cannot be read. */
function digestAt(path: string, other: string): string {
  const identity = () => Buffer.from(identityOf(readDocument(path).bytes).digest).toString("hex");
  return orElse(() => (other.length === FILE_DIGITS ? digestOfFile(path).digest : identity()), "");
}
