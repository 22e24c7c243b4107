import { DataError } from "../../base/errors.js";
import { withTemporaryFiles, writeTemporary } from "../../documents/files/temporary-files.js";
import { encodeRun } from "./encode-run.js";
import { MergedTerms } from "./merged-terms.js";
import type { RunFile, RunHeader } from "./run-format.js";
import { RunReader } from "./run-reader.js";
import type { TermCursor } from "./term-cursor.js";

/** How many runs are open at once. Systems allow 256 or more open files. */
export const MAX_OPEN = 100;

/** Options for merging runs. */
export interface MergeOptions {
  /** Whether the runs have presences. */
  readonly hasPresence: boolean;
  /** The number of classes of the merged run. */
  readonly classes: number;
  /** Returns the merged number of each class of a run. Default: the numbers are the same. */
  readonly classesOf?: ((header: RunHeader) => ArrayLike<number>) | undefined;
  /**
   * Makes the cursor that reads and checks a run in a file. Default: the reader itself.
   *
   * @throws DataError if the run does not fit.
   */
  readonly checked?: ((reader: RunReader, path: string) => TermCursor) | undefined;
}

/**
 * Calls `use` with the sum of runs in files. If there are more than `MAX_OPEN`, groups of that size are first merged
 * into temporary files, so that memory and open files do not grow with the number of runs.
 *
 * @throws DataError if a run is cut short, altered or forged, or a temporary file cannot be written. Discard what `use`
 *   received until then.
 */
export function withMergedRuns<T>(files: readonly RunFile[], options: MergeOptions, use: (terms: TermCursor) => T): T {
  if (files.length <= MAX_OPEN) return withOpen(files, options, use);
  const { hasPresence, classes } = options;
  return withTemporaryFiles((merged) => {
    for (let from = 0; from < files.length; from += MAX_OPEN) {
      const group = files.slice(from, from + MAX_OPEN);
      withOpen(group, options, (terms) => {
        merged.push(writeTemporary(encodeRun({}, hasPresence, classes, terms)));
      });
    }
    return withMergedRuns(merged, { ...options, classesOf: undefined, checked: undefined }, use);
  });
}

/** As `withMergedRuns`, with all files open at once. */
function withOpen<T>(files: readonly RunFile[], options: MergeOptions, use: (terms: TermCursor) => T): T {
  const { hasPresence, classes, classesOf, checked } = options;
  const open: RunReader[] = [];
  try {
    const runs = files.map((file) => {
      const reader = new RunReader(file);
      open.push(reader);
      const path = typeof file === "string" ? file : "a temporary file";
      if (reader.header.hasPresence !== hasPresence) {
        throw new DataError(`${path}: counts for other settings: delete it and count its shard again`);
      }
      const terms = checked?.(reader, path) ?? reader;
      return { terms, classes: classesOf?.(reader.header) };
    });
    return use(new MergedTerms(runs, classes));
  } finally {
    for (const reader of open) reader.close();
  }
}
