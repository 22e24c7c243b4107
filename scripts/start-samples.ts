import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { percent } from "../src/base/numbers.js";
import { safeText } from "../src/base/safe-text.js";
import type { Corpus } from "../src/documents/corpora/corpus.js";
import { readFolders } from "../src/documents/corpora/folders.js";
import { type CorpusData, readCorpus } from "../src/features/corpus/read-corpus.js";
import { messageHeading } from "../src/mail/message-facts.js";
import { classify, explain } from "../src/model/classify.js";
import { holdouts, type Split } from "../src/model/fitting/splits.js";
import type { Settings } from "../src/model/settings.js";
import { trainOn } from "../src/model/train-on.js";
import { train } from "../src/model/training.js";
import { shortened, textTable, wrapped } from "../src/reports/terminal/terminal.js";

/** How many documents are sorted, and how many terms explain each. */
const SHOWN = 5;
const REASONS = 6;
/** Width of a narrow terminal. */
const LINE = 80;
/** Share to withhold if the evaluation had no split. */
const HOLDOUT = 1 / 3;

/** The corpora and settings of an evaluation. */
interface Sources {
  /** The corpus, and the test corpus if there is one. */
  readonly corpora: readonly Corpus[];
  readonly data: CorpusData;
  readonly test?: CorpusData | undefined;
  /** The first split of the evaluation, if it had one. */
  readonly split?: Split | undefined;
  readonly settings: Settings;
  readonly seed: number;
}

/**
 * Learns from a training set and sorts some test documents of different classes.
 *
 * @returns lines of text
 */
export function unseenDocuments({ corpora, data, test, split, settings, seed }: Sources): string[] {
  const { train, test: withheld } = split ?? holdouts(data.y, HOLDOUT, 1, seed)[0];
  const learned = new Set(Array.from(train, (row) => data.ids[row]));
  const model = trainOn(test === undefined ? readCorpus(corpora[0].only(learned), settings) : data, settings, { seed });
  const tested = test ?? data;
  const rows = test === undefined ? withheld : Uint32Array.from(test.ids.keys());
  const chosen = new Set(someOf(tested, rows).map((row) => tested.ids[row]));
  return [...corpora[corpora.length - 1].only(chosen)].flatMap((document) => {
    const { label, probability } = classify(model, document);
    const { terms, against } = explain(model, document);
    const reasons = terms.filter(({ contribution }) => contribution > 0).slice(0, REASONS);
    const verdict = label === document.label ? "right" : `wrong, it is ${safeText(document.label)}`;
    const because = `instead of ${safeText(against)} because of: ${reasons.map(({ term }) => safeText(term)).join(", ")}`;
    return [
      `  ${safeText(document.id)}`,
      `    ${safeText(label)}, ${percent(probability)} (${verdict})`,
      ...wrapped(because, LINE - 4).map((line) => `    ${line}`),
    ];
  });
}

/** The first row of some classes, evenly spread over their order. */
function someOf({ y, labels }: CorpusData, rows: Uint32Array): number[] {
  const firstOfClass = labels.map((_, c) => rows.find((row) => y[row] === c));
  const present = firstOfClass.filter((row) => row !== undefined);
  const step = Math.max(1, present.length / SHOWN);
  return Array.from({ length: Math.min(SHOWN, present.length) }, (_, i) => present[Math.floor(i * step)]);
}

/** How many messages are shown, and the width of a sender and a subject. */
const MESSAGES = 8;
const FROM = 24;
const SUBJECT = 30;

/**
 * Learns from a folder of ham and one of spam, and sorts some messages.
 *
 * @param mail a folder per class
 * @param inbox a folder of messages
 * @returns lines of text
 */
export function sortedMail(mail: string, inbox: string): string[] {
  const model = train(readFolders(mail), { preset: "mail" });
  const rows = readdirSync(inbox)
    .sort()
    .slice(0, MESSAGES)
    .map((name) => {
      const bytes = readFileSync(join(inbox, name));
      const { label, probability } = classify(model, bytes);
      const { from = "", subject = "" } = messageHeading(bytes, model.settings) ?? {};
      return [
        `  ${shortened(safeText(from), FROM)}`,
        shortened(safeText(subject), SUBJECT),
        safeText(label),
        percent(probability),
      ];
    });
  return textTable(rows, "lllr");
}
