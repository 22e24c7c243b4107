import { statSync } from "node:fs";
import { join } from "node:path";
import { codeOf, DataError, isSystemReason, reason } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import { Corpus } from "../corpora/corpus.js";
import { isReallyBelow, LEADS_OUT } from "../files/guarded-files.js";
import { PathList } from "../files/list-files.js";
import { statusOf } from "../files/open-file.js";
import type { Problem } from "../problem.js";
import { filesOfPiece, type Shard } from "./shard.js";

/** The number of files that an error names. */
const MAX_NAMED = 3;

/**
 * Checks that the files of a shard are the planned ones: compares their sizes.
 *
 * @throws DataError that names missing or changed files, or says that the folder does not exist
 */
export function requireUnchanged(shard: Shard, root: string): void {
  requireRoot(root);
  const changed = shard.flatMap(filesOfPiece).flatMap(([file, size]) => changeOf(root, file, size) ?? []);
  if (changed.length === 0) return;
  throw new DataError(
    `${root}: the corpus has changed since it was planned: ${firstFew(changed, MAX_NAMED)}: plan, train or classify again, or give count or worker the right folder as root`,
    { options: ["root"] },
  );
}

/** Checks that a corpus can be at a path. @throws DataError if it is not a folder */
export function requireRoot(root: string): void {
  if (statusOf(root)?.isDirectory()) return;
  throw new DataError(`${root}: there is no such folder on this machine: give that of the corpus as root`, {
    options: ["root"],
  });
}

/**
 * Checks that this machine could read every file. Otherwise other machines would count other documents.
 * Damaged files are no reason, because they are the same everywhere.
 *
 * @param problems the problems that reading the shard found
 * @throws DataError that names the files.
 */
export function requireReadable(root: string, problems: readonly Problem[]): void {
  const unread = problems.flatMap(({ kind, where, detail = "" }) => {
    const isLeftOut = kind === "unreadable" || kind === "damaged";
    return isLeftOut && (isSystemReason(detail) || detail === LEADS_OUT) ? [`${where} (${detail})`] : [];
  });
  if (unread.length === 0) return;
  throw new DataError(
    `${root}: cannot be read: ${firstFew(unread, MAX_NAMED)}: make it readable here and run this again, or leave it out (--exclude)`,
  );
}

/**
 * Returns how a file differs from the planned one; undefined if it does not.
 *
 * @param planned its size in bytes; null if it was not known
 */
function changeOf(root: string, file: string, planned: number | null): string | undefined {
  const path = join(root, file);
  try {
    // Checked first, so that errors reveal nothing about files elsewhere.
    if (!isReallyBelow(root, path)) return `${file} is not below it (${LEADS_OUT})`;
    if (planned === null) return undefined;
    const status = statSync(path);
    if (!status.isFile()) return `${file} is not a file any more`;
    return status.size === planned ? undefined : `${file} has ${status.size} bytes instead of ${planned}`;
  } catch (error) {
    const isMissing = codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
    // A file of unknown size may be missing. Reading it reports that.
    if (isMissing) return planned === null ? undefined : `${file} is missing`;
    return `${file} cannot be found: ${reason(error)}`;
  }
}

/**
 * Opens a shard, a slice of a corpus as a plan describes it. Does not follow symbolic links that lead out of the root.
 *
 * @param root the place of the corpus on this machine
 * @param strict whether a document that cannot be read is an error
 */
export function openShard(shard: Shard, root: string, strict: boolean): Corpus {
  const parts = shard.map((piece) => {
    if (piece.kind === "files") {
      const { kind, folder, layout, ids } = piece;
      return { kind, root: join(root, folder), layout, paths: PathList.of(ids).folders };
    }
    return { ...piece, root: join(root, piece.file) };
  });
  return new Corpus({ root, strict, parts, within: root });
}
