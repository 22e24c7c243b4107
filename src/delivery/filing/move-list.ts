import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DataError, orDataError } from "../../base/errors.js";
import { safeJson, safeText } from "../../base/safe-text.js";
import { JOURNAL_NAME } from "./journal-name.js";
import { isPlainPath } from "./parse-journal.js";

/** A document of a corpus that should go to another class. */
export interface ListedMove {
  /** The path of the document below the corpus, with `/`. */
  readonly from: string;
  /** The folder of its new class below the corpus. */
  readonly to: string;
}

/** The comment at the beginning of a list, for the person who edits it. */
const HEAD = `# Likely label errors, found by "thresher doubts". Nothing has been moved yet.
# Look at the documents and delete the lines of those that should stay. Then run:
#
#   thresher sort --apply THIS-FILE --dry-run   show what would be moved
#   thresher sort --apply THIS-FILE             move the documents, and write a journal
#   thresher sort --undo JOURNAL                move them back
#
# Each line names a document and the folder of its new class, as JSON strings.
# Nothing is overwritten: if a name is taken, the document gets another one.
`;

/**
 * Writes a list of moves, each with its reason as a comment. Names are JSON strings in which
 * invisible and control characters are escapes, so every move is on one line and looks like
 * what it does.
 */
export function moveListText(root: string, moves: readonly (ListedMove & { readonly why: string })[]): string {
  const lines = moves.flatMap(({ from, to, why }) => ["", `# ${why}`, `${safeJson(from)} -> ${safeJson(to)}`]);
  if (moves.length === 0) lines.push("", "# No document looks misfiled: there is nothing to move.");
  return `${HEAD}\ncorpus ${safeJson(resolve(root))}\n${lines.join("\n")}\n`;
}

/**
 * Reads a list of moves that `moveListText` wrote and a person may have edited.
 *
 * @returns the absolute path of the corpus, and the moves
 * @throws DataError with the line if one is not a move within the corpus.
 */
export function readMoveList(path: string): { readonly root: string; readonly moves: readonly ListedMove[] } {
  const messageOf = (why: string) => `the list ${path} cannot be read: ${why}`;
  const text = orDataError(() => readFileSync(path, "utf8"), messageOf);
  let root: string | undefined;
  const moves: ListedMove[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const where = `${path}, line ${index + 1}`;
    const corpus = /^corpus (".*")\s*$/.exec(line);
    const move = /^("(?:[^"\\]|\\.)*") -> ("(?:[^"\\]|\\.)*")\s*$/.exec(line);
    if (corpus !== null) {
      if (root !== undefined) throw new DataError(`${where} names a second corpus: a list is about one`);
      root = stringOf(corpus[1], where);
    } else if (move !== null) {
      moves.push(checked({ from: stringOf(move[1], where), to: stringOf(move[2], where) }, where));
    } else {
      throw new DataError(`${where} is not a move: write "document" -> "folder", or # before a comment`);
    }
  }
  if (root === undefined || resolve(root) !== root) {
    throw new DataError(`${path} is not a list of moves: it has no line with the corpus`);
  }
  return { root, moves };
}

/** Parses a JSON string. @throws DataError with the line if it is not valid */
function stringOf(json: string, where: string): string {
  const messageOf = () => `${where}: ${safeText(json)} is not a JSON string`;
  return orDataError(() => String(JSON.parse(json)), messageOf);
}

/** Returns a move that does not lead out of the corpus or to its journals. @throws DataError if it does */
function checked(move: ListedMove, where: string): ListedMove {
  for (const path of [move.from, move.to]) {
    if (!isPlainPath(path) || JOURNAL_NAME.test(path.split("/")[0])) {
      throw new DataError(`${where}: ${safeJson(path)} is not a path below the corpus`);
    }
  }
  return move;
}
