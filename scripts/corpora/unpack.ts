import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DataError } from "../../src/errors.js";
import { type ArchiveFormat, entriesOf } from "./archive.js";
import { documentsOf, type Layout } from "./layout.js";
import { quoted, safePath } from "./safe-path.js";

/** What one archive may hold at most. */
export interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/** Four to five times what the largest corpus, 20news-19997, has: 20,017 entries that make a tar of about 65 MB. */
export const LIMITS: Limits = { entries: 100_000, bytes: 256 * 2 ** 20 };

export interface UnpackOptions {
  readonly limits?: Limits | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the documents of an archive into a folder, which should hold nothing but what this function put there:
 * no link in it can then lead elsewhere. Returns how many there were. Throws `DataError` for an entry that is
 * neither file nor directory or has an unsafe path, wanted or not, and for an archive beyond the limits.
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
      throw new DataError(
        `at most ${limits.entries} entries of ${limits.bytes} bytes in all are unpacked, ${file} holds more`,
      );
    }
    const path = safePath(entry.name);
    if (entry.type === "directory") continue;
    if (entry.type !== "file") {
      throw new DataError(`only files and directories are unpacked, ${file} holds a ${entry.type} ${quoted(path)}`);
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
