import { join } from "node:path";
import { ArchiveCorpus } from "./archive-corpus.js";
import { classOfArchive } from "./class-folders.js";
import type { Columns } from "./columns.js";
import type { Corpus, CorpusForm, CorpusOptions } from "./corpus.js";
import { FolderCorpus } from "./folder-corpus.js";
import type { FolderListing } from "./folders.js";

/** What was listed of classes, as corpora: the files first, then each archive. */
export function openListed(
  root: string,
  { ids, mailboxes, tars, problems }: FolderListing,
  { strict = false }: CorpusOptions,
  form?: CorpusForm,
): [files: FolderCorpus, ...archives: Corpus[]] {
  return [
    new FolderCorpus(root, ids, problems, strict, { form }),
    ...mailboxes.map((name) => openClass(root, name, "mailbox", strict)),
    ...tars.map((name) => openClass(root, name, "tar", strict)),
  ];
}

const FORMS: Readonly<Record<"mailbox" | "tar", CorpusForm>> = {
  mailbox: { title: "mailbox", unit: "message" },
  tar: { title: "tar archive", unit: "document" },
};

/** An archive of a class: that of its folder, or of its own name. What folders are in it tells nothing. */
function openClass(root: string, name: string, form: "mailbox" | "tar", strict: boolean): Corpus {
  const label = classOfArchive(name);
  const columns: Columns = { label: undefined, text: "" };
  return new ArchiveCorpus(
    { reader: "archive", root: join(root, name), form, name, label, columns, layout: undefined, strict },
    { form: FORMS[form] },
  );
}
