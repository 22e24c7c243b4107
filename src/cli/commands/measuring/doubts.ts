import { Command } from "commander";
import { plural } from "../../../base/numbers.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { fittingFolds, type Protocol } from "../../../evaluation/protocols/protocol.js";
import { DOUBT_DEFAULTS, findDoubts } from "../../../evaluation/studies/doubts.js";
import type { CorpusData } from "../../../features/corpus/read-corpus.js";
import { headerFields } from "../../../mail/header/header.js";
import { subjectLine } from "../../../mail/header/subject.js";
import { headerDecoder } from "../../../mail/message-facts.js";
import { isMessage } from "../../../mail/news.js";
import { classSizes } from "../../../model/fitting/splits.js";
import { readToLearn } from "../../../model/reading.js";
import { calibrationIn, named, resolve, type Settings } from "../../../model/settings.js";
import { doubtsJson, doubtsText } from "../../../reports/doubts/doubts-text.js";
import { followReading } from "../../input/follow-reading.js";
import { withHelp } from "../../options/help.js";
import { type LearningOptions, settingsOf, withLearning } from "../../options/model-options.js";
import { CORPUS, ID_COLUMN, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { namedLines, tell } from "../../output/notices.js";
import { printDone, terminalStyle } from "../../output/output.js";
import { phaseBars } from "../../output/phase-bars.js";
import { fewerFoldsLines } from "../../output/split-notices.js";

type DoubtsCommandOptions = LearningOptions & { readonly folds: number; readonly top: number };

/** A person can check this many documents in one sitting. */
const TOP = 20;

/** Makes the command `thresher doubts`. */
export function newCommand(): Command {
  const { folds } = DOUBT_DEFAULTS;
  const command = new Command("doubts")
    .description("Find likely label errors: documents that look misfiled.")
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(command, "Options", {
    "--top <n>": ["show the n that look most misfiled; 0 shows all", whole(0), { default: TOP }],
  });
  withOptions(command, "Protocol", {
    "--folds <k>": ["judge each document by a model of the other k - 1 folds", whole(2), { default: folds }],
  });
  return withHelp(
    withLearning(command, { corpus: ID_COLUMN }),
    `Every document is judged by a model that was not trained on it. Nothing is
moved: look at the documents, and move those that are misfiled yourself.

Examples:
  thresher doubts mail
  thresher doubts news --encoding latin1 --top 50 --json`,
    ["top", "folds", "classifier", "preset", "include", "exclude", "json", "quiet"],
  );
}

/** Finds the doubts and prints them. */
async function run(root: string, options: DoubtsCommandOptions): Promise<void> {
  const { seed, top, jobs } = options;
  const settings = settingsOf(options);
  const corpus = openCorpus(root, options);
  const [data] = readToLearn([corpus], [settings], { jobs, ...followReading([corpus], settings, options) });
  const folds = fittingFolds(options.folds, data.ids.length);
  const fewer = fewerFoldsLines(options, { folds }, (n) => plural(n, "document"));
  tell(options, fewer, smallClasses(data, folds));

  const { rules, classifier } = resolve(settings);
  const judging = { folds, seed, rules, calibrate: calibrationIn(settings) ?? undefined };
  const found = findDoubts(data, classifier, { ...judging, jobs, onProgress: phaseBars(options) });

  const protocol: Protocol = { kind: "folds", folds, repeats: 1, seed };
  const listed = top === 0 ? found.doubts : found.doubts.slice(0, top);
  const subjects = subjectsOf(corpus, new Set(listed.map(({ row }) => data.ids[row])), settings);
  const report = doubtsJson(found, named(settings), protocol, data, listed, (id) => subjects.get(id));
  await printDone(options, { asJson: () => report, asText: () => doubtsText(report, terminalStyle()) });
}

/** Returns the lines that name classes with fewer documents than folds, and classes with one document. */
function smallClasses({ y, labels }: CorpusData, folds: number): string[] {
  const documents = classSizes(y, labels.length);
  const single = labels.filter((_, c) => documents[c] === 1);
  const small = labels.filter((_, c) => documents[c] > 1 && documents[c] < folds);
  return [
    ...namedLines(small, (n) => `${plural(n, "class has", "classes have")} fewer documents than the ${folds} folds`),
    ...namedLines(single, (n) => `${plural(n, "class has", "classes have")} one document, trained on but never judged`),
  ];
}

/** Returns the subjects of documents that are messages, by id. */
function subjectsOf(corpus: Corpus, ids: ReadonlySet<string>, settings: Settings): Map<string, string | undefined> {
  const textOf = headerDecoder(settings);
  const subjects = new Map<string, string | undefined>();
  for (const { id, bytes } of corpus.only(ids)) {
    const message = textOf(bytes);
    if (isMessage(message, settings)) subjects.set(id, subjectLine(headerFields(message)));
  }
  return subjects;
}
