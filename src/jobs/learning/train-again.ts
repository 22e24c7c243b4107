import { existsSync } from "node:fs";
import { join } from "node:path";
import { DecisionLog } from "../../delivery/review/decision-log.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import type { LabelledText } from "../../documents/given-text.js";
import { ANSWER_JOURNAL, AnswerJournal } from "../../labelling/answers/answer-journal.js";
import { stepsThatCount } from "../../labelling/answers/step.js";
import { digestOf } from "../../labelling/pile/read-pile.js";
import type { TextModel } from "../../model/text-model.js";
import { trainAsync } from "../../model/train-async.js";
import type { TrainingOptions } from "../../model/training.js";

/** Whether a model is that of `label`, which can only be trained again, from the answers in this folder. */
export function isFromAnswers(folder: string, { known }: TextModel): boolean {
  return known === undefined && existsSync(join(folder, ANSWER_JOURNAL));
}

/**
 * Trains the model of `label` again, with its settings, on the documents in the folders of its classes. The answers, what
 * `review` has corrected and what the user has moved have the class of the folder that they are in now. All others were
 * filed by a model, so they have no label.
 *
 * @param folder a real path
 * @param moved the paths of documents that the user has moved
 * @returns the model, and the number of documents with a label
 * @throws DataError if `label` is running in the folder, or fewer than two classes are left
 */
export async function trainAgain(
  folder: string,
  { settings }: TextModel,
  moved: ReadonlySet<string>,
  jobs: number,
): Promise<{ readonly model: TextModel; readonly documents: number }> {
  const journal = new AnswerJournal(folder);
  journal.close();
  const answered = stepsThatCount(journal.before)
    .filter((step) => step.do === "answer")
    .flatMap(({ items }) => items);
  const { corrections } = new DecisionLog(folder, () => undefined);
  const digests = new Set([
    ...answered.map(([, digest]) => digest),
    // As `digestOf` shortens them.
    ...Array.from(corrections.keys(), (digest) => digest.slice(0, 12)),
  ]);
  const labelled: LabelledText[] = [];
  const unlabelled: Uint8Array[] = [];
  for (const { id, label, bytes } of openCorpus(folder)) {
    const isOwn = moved.has(join(folder, id)) || digests.has(digestOf(bytes));
    if (isOwn) labelled.push({ label, bytes });
    else unlabelled.push(bytes);
  }
  const pile = unlabelled.length > 0 ? unlabelled : undefined;
  // A setting is null where the option was not given.
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  const choices: TrainingOptions = Object.fromEntries(given);
  const model = await trainAsync(labelled, { ...choices, unlabelled: pile, jobs });
  return { model, documents: labelled.length };
}
