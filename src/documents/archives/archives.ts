import { shown } from "../../base/checks.js";
import { byteOrder } from "../../base/decode.js";
import { UsageError } from "../../base/errors.js";
import type { DocumentOptions } from "../document.js";
import { ByteWindow } from "../files/byte-window.js";
import { type Chunks, fileChunks, type Opener } from "../files/open-file.js";
import { unpacked } from "../packing/unpack.js";
import type { ArchiveFormat } from "./archive.js";
import { usualName } from "./columns.js";
import { FAST_TEXT } from "./fast-text.js";
import { JSON_ARRAY } from "./json-array.js";
import { JSON_LINES } from "./json-lines.js";
import { FOREIGN_BEGINNING, foreignProblem } from "./magic-numbers.js";
import { MAILBOX } from "./mailbox.js";
import { PARQUET } from "./parquet.js";
import { SEPARATED } from "./separated.js";
import { TAR } from "./tar.js";
import { TEXT_LINES } from "./text-lines.js";
import { WARC } from "./warc.js";

/** The formats of archives. A new format is a file in this folder and a line here. */
const FORMATS: readonly ArchiveFormat[] = [
  MAILBOX,
  TAR,
  WARC,
  PARQUET,
  JSON_LINES,
  JSON_ARRAY,
  FAST_TEXT,
  SEPARATED,
  TEXT_LINES,
];

/** The name of a format. */
export type ArchiveForm = string;

/** The formats by name. */
export const ARCHIVE_FORMATS: Readonly<Record<ArchiveForm, ArchiveFormat>> = Object.fromEntries(
  FORMATS.map((format) => [format.name, format]),
);

/** The names of the formats for `--input-format`. */
export const INPUT_FORMATS: readonly string[] = FORMATS.flatMap(({ name, inputNames = [name] }) => inputNames);

/** Returns the format of a name, or of a name for `--input-format`. Undefined if there is none. */
export function formNamed(name: string): ArchiveForm | undefined {
  return FORMATS.find((format) => format.name === name || format.inputNames?.includes(name))?.name;
}

/**
 * Returns the format that a caller names.
 *
 * @returns undefined if none is named
 * @throws UsageError if there is no such format
 */
export function requestedForm(inputFormat: string | undefined): ArchiveForm | undefined {
  const form = inputFormat === undefined ? undefined : formNamed(inputFormat);
  if (form !== undefined || inputFormat === undefined) return form;
  throw new UsageError(`inputFormat must be one of ${INPUT_FORMATS.join(", ")}, not ${shown(inputFormat)}`);
}

/** Returns the options of all formats. */
export function formatOptions(): DocumentOptions {
  return Object.fromEntries(FORMATS.flatMap(({ options = {} }) => Object.entries(options)));
}

/** The formats by the endings of file names. */
const ENDINGS: ReadonlyMap<string, ArchiveForm> = new Map(
  FORMATS.flatMap(({ name, endings }) => endings.map((ending) => [ending, name] as const)),
);

/** The ending of an archive's name. */
const ENDING = /(\.[a-z\d]+)(?:\.(?:gz|zst))?$/i;

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
  if (/\.json(?:\.(?:gz|zst))?$/i.test(path)) return formOf(path);
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
  const byBytes = (beginning: Buffer) => FORMATS.find((format) => format.isBeginning(beginning))?.name;
  return archiveForm(path) ?? withBeginning(path, byBytes);
}

/** Returns why a file is not read, for example because zip has packed it; undefined for all other files. */
export function foreignDetail(path: string): string | undefined {
  return withBeginning(path, foreignProblem, FOREIGN_BEGINNING)?.detail;
}

/**
 * Opens a file as a window on its bytes, which are unpacked if they are packed, and UTF-8 if they are UTF-16.
 *
 * @param to how many bytes of the file to read. Default: all
 */
export function unpackedWindow(path: string, open?: Opener, to?: number): ByteWindow {
  return new ByteWindow(inUtf8(unpacked(fileChunks(path, open, 0, to))));
}

/** Calls `use` with the first bytes of a file, after unpacking and converting UTF-16 to UTF-8. */
function withBeginning<T>(path: string, use: (beginning: Buffer) => T, length = BEGINNING): T {
  const window = unpackedWindow(path);
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

/** Converts a file in UTF-16 to UTF-8, without a byte-order mark. Other files stay as they are. */
function* inUtf8(chunks: Chunks): Generator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for (const chunk of chunks) {
    const encoding = isFirst ? byteOrder(chunk) : undefined;
    if (encoding !== undefined) decoder = new TextDecoder(encoding);
    isFirst = false;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}
