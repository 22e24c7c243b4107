import { requireWhole } from "../../base/checks.js";
import { plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { fittingFolds, type Protocol } from "../../evaluation/protocols/protocol-splits.js";
import { DOUBT_DEFAULTS, findDoubts } from "../../evaluation/studies/doubts.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { headerFields } from "../../mail/header/header.js";
import { subjectLine } from "../../mail/header/subject.js";
import { headerDecoder } from "../../mail/message-facts.js";
import { isMessage } from "../../mail/news.js";
import { classSizes } from "../../model/fitting/splits.js";
import { readToLearn } from "../../model/reading.js";
import { named, resolve, type Settings } from "../../model/settings.js";
import { type DoubtsReport, doubtsJson } from "../../reports/doubts/doubts-text.js";
import { followReading } from "../follow-reading.js";
import { tell } from "../follower.js";
import { namedLines } from "../notices/corpus-lines.js";
import { fewerFoldsLines } from "../notices/figure-lines.js";
import { settingsOf } from "../settings.js";
import { type MeasuringOptions, openToMeasure } from "./measuring-options.js";

/** The options of `listDoubts`. */
export interface ListDoubtsOptions extends MeasuringOptions {
  readonly classifier?: string;
  /** Each document is judged by a model of the other k - 1 folds. Default 10. */
  readonly folds?: number | undefined;
  /** How many documents to list; 0 lists all that look misfiled. Default 20. */
  readonly top?: number | undefined;
}

/**
 * Finds likely label errors: documents that look misfiled to a model that was not trained on them.
 *
 * @param root the path of a corpus
 * @throws UsageError if an option is not allowed; DataError if there are too few documents
 *
 * @example
 * const { doubts } = listDoubts("corpora/mail", { top: 5 });
 * for (const { id, label, looksLike } of doubts) console.log(id, label, looksLike);
 */
export function listDoubts(root: string, options: ListDoubtsOptions = {}): DoubtsReport {
  // A person can check 20 documents in one sitting.
  const { seed = 1, top = 20, jobs, onProgress, signal } = options;
  requireWhole("top", top, 0);
  const planned = { folds: options.folds ?? DOUBT_DEFAULTS.folds };
  const settings = settingsOf(options);
  const [corpus] = openToMeasure(root, undefined, options);
  const following = followReading([corpus], settings, { ...options, needsOneClass: true });
  const [data] = readToLearn([corpus], [settings], { jobs, ...following });
  const folds = fittingFolds(planned.folds, data.ids.length);
  tell(
    options,
    fewerFoldsLines(planned, { folds }, (n) => plural(n, "document")),
    smallClasses(data, folds),
  );

  const { rules, classifier } = resolve(settings);
  const found = findDoubts(data, classifier, { folds, seed, rules, jobs, onProgress, signal });

  const protocol: Protocol = { kind: "folds", folds, repeats: 1, seed };
  const listed = top === 0 ? found.doubts : found.doubts.slice(0, top);
  const subjects = subjectsOf(corpus, new Set(listed.map(({ row }) => data.ids[row])), settings);
  return doubtsJson(found, named(settings, false), protocol, data, listed, (id) => subjects.get(id));
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
