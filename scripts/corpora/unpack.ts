import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { type ArchiveFormat, entriesOf } from "./archive.js";
import { documentsOf, type Layout } from "./layout.js";

/** Limits of one archive. */
export interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/** Four to five times the largest corpus, 20news-19997, with 20,017 entries and a tar of about 65 MB. */
export const LIMITS: Limits = { entries: 100_000, bytes: 256 * 2 ** 20 };

export interface UnpackOptions {
  readonly limits?: Limits | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the documents of an archive into a folder that contains nothing else, so that no link in it
 * leads elsewhere.
 *
 * @returns the number of documents
 * @throws DataError if an entry is neither file nor directory or has an unsafe path, or the archive exceeds the limits
 */
export async function unpack(
  file: string,
  format: ArchiveFormat,
  layout: Layout,
  folder: string,
  options: UnpackOptions = {},
): Promise<number> {
  const limits = options.limits ?? LIMITS;
  const documents = new Set<string>();
  const folders = new Set<string>();
  let entries = 0;
  let bytes = 0;
  for await (const entry of entriesOf(file, format, limits.bytes)) {
    options.signal?.throwIfAborted();
    entries++;
    bytes += entry.size;
    if (entries > limits.entries || bytes > limits.bytes) {
      throw new DataError(`${file} exceeds the limit of ${limits.entries} entries or ${limits.bytes} bytes`);
    }
    const path = safePath(entry.name);
    if (entry.type === "directory") continue;
    if (entry.type !== "file") {
      throw new DataError(`${file} contains a ${entry.type} ${quoted(path)}; only files and directories are unpacked`);
    }
    for (const document of documentsOf(layout, path, await entry.read())) {
      const target = join(folder, document.path);
      const parent = dirname(target);
      if (!folders.has(parent)) mkdirSync(parent, { recursive: true });
      folders.add(parent);
      writeFileSync(target, document.bytes);
      documents.add(document.path);
    }
  }
  return documents.size;
}

/** Ways in which a path could lead out of the folder, on some system. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^\//, "is absolute"],
  [/(^|\/)\.\.(\/|$)/, 'has a step ".."'],
  // On Windows, a separator, a drive or a hidden stream.
  [/[\\:]/, "has a backslash or a colon"],
  // Some programs end a name at NUL.
  [/\p{Cc}/u, "has a control character"],
];

/**
 * The path of an entry without "." steps and superfluous slashes; "" for the root.
 *
 * @throws DataError if the path is not safe to unpack
 */
export function safePath(name: string): string {
  const fault = FAULTS.find(([pattern]) => pattern.test(name));
  if (fault !== undefined) {
    throw new DataError(`the path ${quoted(name)} in an archive ${fault[1]} and could lead out of its folder`);
  }
  return name
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .join("/");
}

/** Makes text from an archive or server safe to print: escapes all but printable ASCII. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
