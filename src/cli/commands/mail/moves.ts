import { resolve } from "node:path";
import { UsageError, whyUnreadable } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { type MoveSince, movesSince } from "../../../delivery/filing/moves.js";
import { readSingleFile } from "../../../documents/archives/single-file.js";
import type { LabelledDocument } from "../../../documents/document.js";
import { modifiedTime } from "../../../documents/files/files.js";
import { learn } from "../../../model/learning/learn.js";
import { movesText } from "../../../reports/filing/filing-text.js";
import { type ChangeOptions, changeExisting, tellLearning, WAIT } from "../../input/learning.js";
import { problemLines, say } from "../../output/notices.js";
import { print } from "../../output/output.js";
import { type SortOptions, shortPath } from "./sort-inputs.js";
import { readJournals } from "./sort-repair.js";

/**
 * `thresher sort --moves JOURNAL`: lists the documents that somebody has moved to the folder of another class since.
 */
export async function runMoves(path: string, options: SortOptions): Promise<void> {
  const moves = movesSince(readJournals(resolve(path), options)).map(({ path, filed, from, to }) => {
    return { path: shortPath(path), filed: shortPath(filed), from, to };
  });
  const sentence = `${moves.length === 0 ? "" : "\n"}${plural(moves.length, "document")} moved since.\n`;
  await print(options, {
    asJson: () => ({ journal: path, moves: moves.map(({ from = null, ...move }) => ({ ...move, from })) }),
    asText: () => movesText(moves) + (options.quiet ? "" : sentence),
  });
}

/** `thresher sort --learn-moves JOURNAL -m MODEL`: learns these documents under the class of their folder. */
export async function runLearnMoves(path: string, options: SortOptions): Promise<void> {
  const { model, dryRun = false } = options;
  if (model === undefined) throw new UsageError("--learn-moves needs the model that learns: -m FILE");
  const moves = movesSince(readJournals(resolve(path), options));
  const changing: ChangeOptions = { ...options, model, dryRun, wait: WAIT };
  const learning = changeExisting(changing, (before) => learn(before, documentsOf(moves)));
  await tellLearning(learning, changing);
}

/** Yields the documents where they are now, each with the class of its folder. */
function* documentsOf(moves: readonly MoveSince[]): Generator<LabelledDocument> {
  for (const { path, to } of moves) {
    const id = shortPath(path);
    let bytes: Uint8Array;
    try {
      bytes = readSingleFile(path).bytes;
    } catch (error) {
      problemLines([{ kind: "unreadable", where: id, detail: whyUnreadable(path, error) }]).forEach(say);
      process.exitCode = 1;
      continue;
    }
    yield { id, label: to, bytes, time: modifiedTime(path) };
  }
}
