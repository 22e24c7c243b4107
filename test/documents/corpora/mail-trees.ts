import type { Corpus } from "../../../src/documents/corpora/corpus.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { folderWith, type Tree } from "../../helpers/folder.js";
import { mailboxOf } from "../containers.js";

/** A Maildir with messages of these names, each of which is also its text. */
export const maildir = (...names: string[]): Tree => ({
  cur: Object.fromEntries(names.map((name) => [name, name])),
  new: {},
  tmp: { 9: "not delivered yet" },
});
export const mailbox = (...subjects: string[]) => mailboxOf(subjects.map((subject) => `Subject: ${subject}\n`));
export const corpusOf = (tree: Tree) => openCorpus(folderWith(tree));

/** Each document as `class: text`, sorted. */
export const found = (corpus: Corpus) =>
  Array.from(corpus, ({ label, bytes }) => `${label}: ${Buffer.from(bytes).toString().trim()}`).sort();
export const problemsOf = ({ problems }: Corpus, kind: string) =>
  problems.filter((problem) => problem.kind === kind).map(({ where }) => where);
