import { isAbsolute, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { openListed } from "../corpora/archive-corpus.js";
import type { Corpus } from "../corpora/corpus.js";
import { folderForm, partsOf } from "../corpora/folders.js";
import { JoinedCorpus } from "../corpora/joined-corpus.js";
import { readWhole } from "../files/files.js";
import { PathList } from "../files/path-list.js";
import type { SizeOf } from "./divide.js";

/** A corpus of which only the names and sizes of files are known, as of an object store. It cannot be read here. */
export interface ListedCorpus {
  readonly corpus: Corpus;
  readonly sizeOf: SizeOf;
}

/** Perhaps a date and a time, the size in bytes, and the path. */
const LINE = /^\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s+)?(\d{1,15})\s+(.+)$/;

/**
 * Opens a listing: a line for each file, with its size and its path below `root`, as `aws s3 ls --recursive` and
 * `find -printf '%s %P\n'` write it. The first folder of a path is the class, or an archive is a class by its name.
 *
 * @throws DataError if it cannot be read, a line is something else, or there is no document.
 */
export function openListing(path: string, root: string): ListedCorpus {
  const sizes = new Map<string, number>();
  for (const [i, line] of textOf(path).split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, size, listed = ""] = LINE.exec(line.replace(/\r$/, "")) ?? [];
    const file = listed.replace(/^(?:\.\/+)+/, "");
    if (size === undefined) throw new DataError(`${path}: line ${i + 1} has no size and path, such as 4012 ham/12.eml`);
    if (isAbsolute(file) || file.includes("\0") || file.split("/").includes("..")) {
      throw new DataError(`${path}: line ${i + 1}: ${file} does not lie below the corpus: list paths below it`);
    }
    const hasHidden = file.split("/").some((part) => part.startsWith("."));
    if (!file.endsWith("/") && !hasHidden) sizes.set(file, Number(size));
  }
  const { ids, archives, left } = partsOf(PathList.of([...sizes.keys()].sort()), true);
  if (ids.length + archives.length === 0) throw new DataError(`${path}: no file lies in the folder of a class`);
  const listing = { ids, archives, problems: left, maildirs: 0 };
  const form = folderForm(listing);
  const parts = openListed(root, listing, {}, form);
  const whole = new Map([...sizes].map(([file, size]) => [join(root, file), size]));
  return { corpus: new JoinedCorpus(root, false, parts, form), sizeOf: (file) => whole.get(file) };
}

function textOf(path: string): string {
  try {
    return Buffer.from(readWhole(path).bytes).toString();
  } catch (error) {
    throw new DataError(`${path}: cannot read the listing: ${reason(error)}`);
  }
}
