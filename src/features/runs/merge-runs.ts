import { type TemporaryFile, withTemporaryFiles } from "../../documents/files/temporary-files.js";
import { encodeRun } from "./encode-run.js";
import { MergedTerms } from "./merged-terms.js";
import { type RunHeader, RunReader } from "./run-reader.js";
import type { RunLayout, TermCursor } from "./term-cursor.js";

/** How many runs are open at once: systems allow 256 or more open files. */
export const MOST_OPEN = 100;

/** How runs are merged. */
export interface MergeOptions {
  readonly layout: RunLayout;
  /** The number of classes of the merged run. */
  readonly classes: number;
  /** The number that each class of a run has in the merged one. Default: they are the same. */
  readonly classesOf?: ((header: RunHeader) => ArrayLike<number>) | undefined;
  /** Another run, that of no file, with the classes of the merged one. */
  readonly more?: TermCursor | undefined;
  /** Called with the path of each file that has been read to its end. */
  readonly onDone?: ((path: string) => void) | undefined;
}

/**
 * Calls `use` with the sum of runs in files. Of more than `MOST_OPEN`, so many at a time are merged into temporary
 * files first: memory and open files do not grow with their number.
 *
 * @throws DataError if a run is cut short, altered or forged, or a temporary file cannot be written. What `use` got
 *   until then does not count.
 */
export function withMergedRuns<T>(
  files: readonly (string | TemporaryFile)[],
  options: MergeOptions,
  use: (terms: TermCursor) => T,
): T {
  if (files.length <= MOST_OPEN) return withOpen(files, options, use);
  const { layout, classes } = options;
  return withTemporaryFiles(({ write }) => {
    const merged: TemporaryFile[] = [];
    for (let from = 0; from < files.length; from += MOST_OPEN) {
      const group = files.slice(from, from + MOST_OPEN);
      const encoded = (terms: TermCursor) => write(encodeRun({}, layout, classes, terms));
      merged.push(withOpen(group, { ...options, more: undefined }, encoded));
    }
    return withMergedRuns(merged, { ...options, classesOf: undefined, onDone: undefined }, use);
  });
}

function withOpen<T>(
  files: readonly (string | TemporaryFile)[],
  { classes, classesOf, more, onDone }: MergeOptions,
  use: (terms: TermCursor) => T,
): T {
  const open: RunReader[] = [];
  try {
    const runs = files.map((file) => {
      const terms = new RunReader(file, () => typeof file === "string" && onDone?.(file));
      open.push(terms);
      return { terms, classes: classesOf?.(terms.header) };
    });
    return use(new MergedTerms(more === undefined ? runs : [...runs, { terms: more }], classes));
  } finally {
    for (const reader of open) reader.close();
  }
}
