import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { movesSince } from "../filing/moves.js";
import { movesText } from "../reports/filing-text.js";
import { plural } from "../reports/numbers.js";
import { safeJson } from "../reports/safe-text.js";
import type { CommonOptions } from "./options.js";
import { Output } from "./output.js";
import { shortPath } from "./short-path.js";
import { requireJournals } from "./sort-repair.js";

/** `thresher sort --moves JOURNAL`: says which messages have been put into the folder of another class since. */
export async function runMoves(path: string, paths: readonly string[], options: CommonOptions): Promise<void> {
  if (paths.length > 0) throw new UsageError(`--moves: required a journal alone, got ${JSON.stringify(paths[0])}, too`);
  const journal = requireJournals(resolve(path), options);
  const moves = movesSince(journal).map((move) => ({ ...move, path: shortPath(move.path) }));
  const output = new Output();
  if (options.json) {
    await output.write(
      `${safeJson({ journal: path, moves: moves.map(({ from = null, ...move }) => ({ ...move, from })) }, 2)}\n`,
    );
  } else {
    await output.write(movesText(moves));
    if (!options.quiet)
      await output.write(`${moves.length === 0 ? "" : "\n"}${plural(moves.length, "document")} moved since.\n`);
  }
  await output.flush();
}
