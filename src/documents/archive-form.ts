/** How documents are kept in one file: as messages of a mailbox, members of a tar archive, lines or rows. */
export type ArchiveForm = "mailbox" | "tar" | "json-lines" | "separated";

const FORMS: Readonly<Record<string, ArchiveForm>> = {
  ".mbox": "mailbox",
  ".mbx": "mailbox",
  ".tar": "tar",
  ".tgz": "tar",
  ".jsonl": "json-lines",
  ".ndjson": "json-lines",
  ".csv": "separated",
  ".tsv": "separated",
};

/** The form that a file's name tells, without regard to an ending `.gz`; undefined for a document. */
export function archiveForm(path: string): ArchiveForm | undefined {
  const [, ending] = /(\.[a-z]+)(?:\.gz)?$/i.exec(path) ?? [];
  const known = ending?.toLowerCase() ?? "";
  return Object.hasOwn(FORMS, known) ? FORMS[known] : undefined;
}

/** Whether a file is packed by gzip, as its name tells. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}
