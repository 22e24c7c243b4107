import { realpathSync } from "node:fs";
import { plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import type { Problem, ProblemKind } from "../../documents/problem.js";
import { NAMED, namedLines } from "./names.js";

/** How many special folders a line names: more than others, because the user may want some of them. */
const NAMED_FOLDERS = 12;

/** For each kind of problem, a sentence for a number of cases. In the order of the lines. */
const SENTENCES: Readonly<Record<ProblemKind, (n: number) => string>> = {
  unreadable: (n) => `left out ${plural(n, "file or folder", "files or folders")} that cannot be read`,
  damaged: (n) => `read ${plural(n, "damaged archive")} only up to the fault`,
  malformed: (n) => `left out ${plural(n, "line")} without a class or a text`,
  binary: (n) => `left out ${plural(n, "binary file")} (text has no NUL bytes)`,
  mailbox: (n) => `read ${plural(n, "file")} as ${n === 1 ? "a mailbox" : "mailboxes"}, each message as a document`,
  unlabelled: (n) =>
    `left out ${plural(n, "message")} without a label (labels that Gmail sets by itself, such as Inbox, do not count)`,
  "several labels": (n) => `took the first label of ${plural(n, "message")} with several (--multi-label learns all)`,
  truncated: (n) => `read only the first ${MAX_DOCUMENT_BYTES / 2 ** 20} MiB of ${plural(n, "file")}`,
  "no id": (n) => `took the row number as id of ${plural(n, "row")} whose id is missing or that of another row`,
  "no class": (n) => `left out ${plural(n, "file")} directly under the corpus (the class of a document is its folder)`,
  beside: (n) =>
    `left out ${plural(n, "tar archive")} beside other files of a class (it may hold the same documents: unpack it, or move them)`,
  sidecar: (n) =>
    `left out ${plural(n, "file")} beside ${n === 1 ? "a message" : "messages"} of the same name, without a header`,
  "empty class": (n) => `left out ${plural(n, "class", "classes")} without documents`,
  deleted: (n) =>
    `left out ${plural(n, "deleted message")} (the mail program has not removed ${n === 1 ? "it" : "them"} yet)`,
  unsent: (n) => `left out ${plural(n, "message")} that the server does not send whole`,
  "special folder": (n) => `left out ${plural(n, "special folder")} (--include NAME makes one a class)`,
  "Maildir folder": (n) => `left out ${plural(n, "folder")} of a Maildir (name each to make it a class, too)`,
  unmatched: (n) => `nothing matches ${plural(n, "pattern")}`,
};

/** Returns a line for each kind of problem, with how many there are and some names. */
export function problemLines(problems: readonly Problem[]): string[] {
  return (Object.keys(SENTENCES) as ProblemKind[]).flatMap((kind) => {
    const ofKind = problems.filter((problem) => problem.kind === kind);
    const names = ofKind.map(({ where, detail }) => (detail === undefined ? where : `${where} (${detail})`));
    return namedLines(names, SENTENCES[kind], kind === "special folder" ? NAMED_FOLDERS : NAMED);
  });
}

/** Returns the line on the form of a corpus that is not a folder of plain files for each class. */
export function formLines({ root, form, size }: Pick<Corpus, "root" | "form" | "size">): string[] {
  if (form === undefined) return [];
  const many = size === undefined ? "" : `, ${plural(size, form.unit)}`;
  return [`reading ${root}: ${form.title}${many}`];
}

/** Returns the notice on a test folder that is the training corpus. */
export function sameFolderLines(corpus: string, test: string): string[] {
  if (realpathSync(corpus) !== realpathSync(test)) return [];
  return [`${test} is also the training corpus, so every answer is known: test on other documents`];
}
