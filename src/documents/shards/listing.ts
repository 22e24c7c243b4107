import { isAbsolute, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { openListed } from "../corpora/archive-corpus.js";
import type { Corpus } from "../corpora/corpus.js";
import { folderForm, partsOf } from "../corpora/folders.js";
import { JoinedCorpus } from "../corpora/joined-corpus.js";
import { readHead } from "../files/files.js";
import { PathList } from "../files/path-list.js";
import type { SizeOf } from "./divide.js";
import { MOST_PLAN_BYTES, tooManyFiles } from "./shard.js";

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
  let number = 0;
  for (const line of linesIn(path)) {
    number++;
    if (line.trim() === "") continue;
    const [, size, listed = ""] = LINE.exec(line.replace(/\r$/, "")) ?? [];
    if (size === undefined)
      throw new DataError(`${path}: line ${number} has no size and path, such as 4012 ham/12.eml`);
    if (isAbsolute(listed) || listed.includes("\0") || listed.split("/").includes("..")) {
      throw new DataError(`${path}: line ${number}: ${listed} does not lie below the corpus: list paths below it`);
    }
    const file = join(listed);
    const hasHidden = file.split("/").some((part) => part.startsWith("."));
    if (!file.endsWith("/") && !hasHidden) sizes.set(file, Number(size));
  }
  const { ids, archives, left } = partsOf(PathList.of([...sizes.keys()].sort()), true);
  if (ids.length + archives.length === 0) throw new DataError(`${path}: no file lies in the folder of a class`);
  const listing = { ids, archives, problems: left, maildirs: 0 };
  const form = folderForm(listing);
  const parts = openListed(root, listing, {}, form);
  const prefix = join(root, "x").slice(0, -1);
  const sizeOf = (file: string) => sizes.get(file.slice(prefix.length));
  return { corpus: new JoinedCorpus(root, false, parts, form), sizeOf };
}

/** One line at a time, which takes a tenth of the memory of all of them. */
function* linesIn(path: string): Generator<string> {
  const bytes = bytesOf(path);
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf("\n", from);
    const to = end < 0 ? bytes.length : end;
    yield bytes.toString("utf8", from, to);
    from = to + 1;
  }
}

function bytesOf(path: string): Buffer {
  try {
    const { bytes } = readHead(path, () => MOST_PLAN_BYTES + 1);
    if (bytes.length <= MOST_PLAN_BYTES) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    throw new DataError(`${path}: cannot read the listing: ${reason(error)}`);
  }
  throw tooManyFiles();
}
