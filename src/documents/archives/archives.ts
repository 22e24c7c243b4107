import { ByteWindow } from "../files/byte-window.js";
import { fileChunks } from "../files/open-file.js";
import type { ArchiveFormat } from "./archive.js";
import { usualName } from "./columns.js";
import { FAST_TEXT } from "./fast-text.js";
import { FOREIGN_BEGINNING, foreignProblem } from "./foreign-forms.js";
import { unpacked } from "./gunzip.js";
import { JSON_ARRAY } from "./json-array.js";
import { JSON_LINES } from "./json-lines.js";
import { MAILBOX } from "./mailbox.js";
import { SEPARATED } from "./separated.js";
import { TAR } from "./tar.js";
import { TEXT_LINES } from "./text-lines.js";
import { inUtf8 } from "./utf16.js";

/** The names of the formats. They are listed, because a type made of the table would publish the types of all readers. */
export type ArchiveForm = "mailbox" | "tar" | "json-lines" | "json-array" | "fast-text" | "separated" | "lines";

/** The formats of archives, by name. A new format is a file in this folder, a line here and its name above. */
export const ARCHIVE_FORMATS = {
  mailbox: MAILBOX,
  tar: TAR,
  "json-lines": JSON_LINES,
  "json-array": JSON_ARRAY,
  "fast-text": FAST_TEXT,
  separated: SEPARATED,
  lines: TEXT_LINES,
} as const satisfies Readonly<Record<ArchiveForm, ArchiveFormat>>;

const FORMS = Object.keys(ARCHIVE_FORMATS) as ArchiveForm[];

const ENDINGS: ReadonlyMap<string, ArchiveForm> = new Map(
  FORMS.flatMap((form) => ARCHIVE_FORMATS[form].endings.map((ending) => [ending, form] as const)),
);

/** The ending of an archive's name. */
const ENDING = /(\.[a-z\d]+)(?:\.gz)?$/i;

/** The number of bytes that tell the format of a file. */
const BEGINNING = 2048;

/** Finds the format of a file by its name, which may end with `.gz`. Returns undefined for a plain document. */
export function archiveForm(path: string): ArchiveForm | undefined {
  return ENDINGS.get(ENDING.exec(path)?.[1].toLowerCase() ?? "");
}

/**
 * Finds the format of a file that the user names. A `.json` file may also be a document, so its first bytes decide. A
 * `.txt` file with tabs is a table, such as the "Unicode text" of Excel, only if a column has a usual name of texts.
 * Returns undefined for a plain document.
 */
export function givenForm(path: string): ArchiveForm | undefined {
  const form = archiveForm(path);
  if (form !== undefined) return form;
  if (/\.json(?:\.gz)?$/i.test(path)) return formOf(path);
  const isTable = /\.txt$/i.test(path) && formOf(path) === "separated" && withBeginning(path, hasTextColumn);
  return isTable ? "separated" : undefined;
}

/** Whether the first line has the names of columns between tabs, and one of them is a usual name of texts. */
function hasTextColumn(beginning: Buffer): boolean {
  const [header] = beginning.toString().split(/[\r\n]/, 1);
  const names = header.split("\t").map((name) => name.replace(/^"(.*)"$/, "$1"));
  return usualName("text", names) !== undefined;
}

/** Finds the format of a file by its name or, failing that, its first bytes. Returns undefined for a plain document. */
export function formOf(path: string): ArchiveForm | undefined {
  const byBytes = (beginning: Buffer) => FORMS.find((form) => ARCHIVE_FORMATS[form].isBeginning(beginning));
  return archiveForm(path) ?? withBeginning(path, byBytes);
}

/** Returns why a file is not read, for example because zip has packed it; undefined for all other files. */
export function foreignDetail(path: string): string | undefined {
  return withBeginning(path, foreignProblem, FOREIGN_BEGINNING)?.detail;
}

/** Calls `use` with the first bytes of a file, after unpacking gzip and converting UTF-16 to UTF-8. */
function withBeginning<T>(path: string, use: (beginning: Buffer) => T, length = BEGINNING): T {
  const window = new ByteWindow(inUtf8(unpacked(fileChunks(path))));
  try {
    window.reach(length);
    return use(window.view(0, length));
  } finally {
    window.close();
  }
}

/** Returns the name of an archive without the ending that tells its format. */
export function withoutEnding(name: string): string {
  return archiveForm(name) === undefined ? name : name.replace(ENDING, "");
}
