import { lstatSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { analyzerFor, asItStands, isMessage } from "../analyzer.js";
import { classifierFor } from "../classifiers/table.js";
import type { CorpusData } from "../dataset.js";
import type { Corpus } from "../documents/corpus.js";
import { openCorpus } from "../documents/readers.js";
import { requirePlace, writeAtomically } from "../documents/write-file.js";
import { subjectLine } from "../email/subject-line.js";
import { UsageError } from "../errors.js";
import { classSizes } from "../evaluation/class-sizes.js";
import { DOUBT_DEFAULTS, doubtRuns, findDoubts } from "../evaluation/doubts.js";
import { doubtsJson } from "../reports/doubts-json.js";
import { doubtsText } from "../reports/doubts-text.js";
import type { Protocol } from "../reports/evaluation-json.js";
import { movesOf, movesScript } from "../reports/moves-script.js";
import { plural } from "../reports/numbers.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { named, rulesOf, type Settings, type TrainOptions } from "../settings.js";
import { settingsOf, withMethodOptions, withModelOptions } from "./model-options.js";
import { namesOf, tell } from "./notices.js";
import {
  CORPUS,
  type CommonOptions,
  type CorpusOptions,
  whole,
  withCommonOptions,
  withCorpusOptions,
} from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { readTelling } from "./reading.js";
import { terminalStyle } from "./terminal.js";

type DoubtsCommandOptions = CommonOptions &
  CorpusOptions &
  TrainOptions & { readonly folds: number; readonly repeats: number; readonly top: number; readonly moves?: string };

/** As many as somebody will look at in one sitting. */
const TOP = 20;

/** `thresher doubts CORPUS` */
export function doubtsCommand(): Command {
  const command = new Command("doubts")
    .description("Find documents that may be filed under the wrong class: those that another class claims.")
    .argument("<corpus>", CORPUS)
    .option("--top <n>", "show this many, the surest; 0 for all", whole(0), TOP)
    .option("--moves <file>", "write a shell script that moves those that are shown; nothing runs it")
    .optionsGroup("Protocol:")
    .option("--folds <k>", "judge each document by the other folds of so many", whole(2), DOUBT_DEFAULTS.folds)
    .option("--repeats <n>", "draw the folds anew, n times", whole(1), DOUBT_DEFAULTS.repeats)
    .action(run);
  return withModelOptions(withCommonOptions(withCorpusOptions(withMethodOptions(command)))).addHelpText(
    "after",
    `
Every document is judged by a model that has not learned from it. Nothing is
moved.

Examples:
  thresher doubts mail
  thresher doubts news --encoding latin1 --top 50 --json
  thresher doubts mail --folds 10 --top 20 --moves moves.sh`,
  );
}

async function run(root: string, options: DoubtsCommandOptions): Promise<void> {
  const { folds, repeats, seed, moves, top } = options;
  const settings = settingsOf(options);
  const corpus = openCorpus(root, options);
  if (moves !== undefined) {
    requireFiles(corpus);
    requirePlace(moves);
    corpus.requireFree(moves);
  }
  const [data] = readTelling([corpus], settings, options);
  tell(options, ...smallClasses(data, folds));

  const judging = { folds, repeats, seed, rules: rulesOf(settings), calibrate: settings.calibrate ?? undefined };
  const testing = progressBar("testing", doubtRuns(judging), options);
  const classifier = classifierFor(settings);
  const found = findDoubts(data, classifier, { ...judging, onRun: testing.update });
  testing.stop();

  const protocol: Protocol = { kind: "folds", folds, repeats, seed };
  const shown = top === 0 ? found.doubts : found.doubts.slice(0, top);
  const subjects = subjectsOf(corpus, new Set(shown.map(({ row }) => data.ids[row])), settings);
  const report = doubtsJson(found, named(settings), protocol, data, top, (id) => subjects.get(id));
  const output = new Output();
  try {
    if (moves !== undefined) {
      const isTaken = (id: string) => lstatSync(join(root, id), { throwIfNoEntry: false }) !== undefined;
      const script = movesScript(root, movesOf(report.doubts, isTaken));
      writeAtomically(moves, Buffer.from(script));
    }
  } finally {
    // The ranking took long to get: it is not lost because a script could not be written.
    await output.write(options.json ? `${safeJson(report, 2)}\n` : doubtsText(report, terminalStyle()));
    await output.flush();
  }
  if (moves !== undefined && report.doubts.length > 0) {
    tell(
      options,
      `thresher: ${plural(report.doubts.length, "move")} in ${safeText(moves)}: read it, then run sh ${safeText(moves)}; with --undo it takes them back`,
    );
  }
}

/** @throws UsageError if a document cannot simply be moved to the folder of another class. */
function requireFiles({ root, form }: Corpus): void {
  if (form === undefined) return;
  throw new UsageError(
    `--moves: required a folder per class with a file for each document, got ${root}: ${form.title}`,
  );
}

/** Says which classes a fold may test without having a document of them, and which no fold can judge. */
function smallClasses({ y, labels }: CorpusData, folds: number): string[] {
  const documents = classSizes(y, labels.length);
  const single = labels.filter((_, c) => documents[c] === 1);
  const small = labels.filter((_, c) => documents[c] > 1 && documents[c] < folds);
  const lines: string[] = [];
  if (small.length > 0) {
    const classes = plural(small.length, "class has", "classes have");
    lines.push(`thresher: ${classes} fewer documents than the ${folds} folds: ${namesOf(small)}`);
  }
  if (single.length > 0) {
    const classes = plural(single.length, "class has", "classes have");
    lines.push(`thresher: ${classes} one document, learned from and never judged: ${namesOf(single)}`);
  }
  return lines;
}

/** The subjects of documents that are messages, by id. */
function subjectsOf(corpus: Corpus, ids: ReadonlySet<string>, settings: Settings): Map<string, string | undefined> {
  const { text } = analyzerFor(asItStands(settings));
  const subjects = new Map<string, string | undefined>();
  for (const { id, bytes } of corpus.only(ids)) {
    const message = text(bytes);
    if (isMessage(message, settings)) subjects.set(id, subjectLine(message));
  }
  return subjects;
}
