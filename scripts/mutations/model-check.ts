import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { filterMessage, messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { classify, counterfactual, explain, similar } from "../../src/model/classify.js";
import { deserialize, load, loadToFilter } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { learn, unlearn } from "../../src/model/learning/learn.js";
import type { TextModel } from "../../src/model/text-model.js";
import { require, withinBounds } from "./within-bounds.js";

const MESSAGE = Buffer.from("Subject: home ham\nFrom: a@b.example\n\nspam spam w1 unknown\n");
const TEXTS = [MESSAGE, Buffer.from("home ham ham w1"), Buffer.alloc(0)];

/** A readable error in one line. */
const MAX_ERROR_LENGTH = 10_000;

/** Checks that a model file is either refused or a working model. */
export class ModelCheck {
  readonly #path: string;

  /** @param folder for temporary files */
  constructor(folder: string) {
    this.#path = join(folder, "mutated.model");
  }

  /** @throws Fault, or what the program throws, if the promise is broken. */
  check(file: Uint8Array): void {
    writeFileSync(this.#path, file);
    withinBounds(file.length, () => {
      orDataError(() => {
        const model = deserialize(file);
        use(model);
        if (model.known !== undefined) learnAndUnlearn(model);
      });
      orDataError(() => use(load(this.#path)));
      orDataError(() => filtered(messageClassifier(loadToFilter(this.#path))));
    });
  }
}

/** Accepts a DataError in one line; other errors are passed on. */
function orDataError(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    const { message } = error;
    require(!/[\r\n]/.test(message) &&
      message.length < MAX_ERROR_LENGTH, `the error is no line: ${message.slice(0, 200)}`);
  }
}

/** Uses a model in every way; no result may be NaN. */
function use(model: TextModel): void {
  if (model.labels.length === 0) return;
  for (const text of TEXTS) {
    const { ranking, logOdds } = classify(model, text);
    const sum = ranking.reduce((all, { probability }) => all + probability, 0);
    require(Math.abs(sum - 1) < 1e-9 && !Number.isNaN(logOdds), `probabilities sum to ${sum}, log odds are ${logOdds}`);
    if (model.labels.length === 1) continue;
    const { margin, terms } = explain(model, text);
    require(![margin, ...terms.map(({ contribution }) => contribution)].some(
      Number.isNaN,
    ), "an explanation is no number");
    counterfactual(model, text);
    if (model.memory !== undefined)
      for (const { similarity } of similar(model, text)) require(similarity <= 1, `a similarity is ${similarity}`);
  }
}

function learnAndUnlearn(model: TextModel): void {
  const document = { id: "new", bytes: MESSAGE, label: model.labels[0] ?? "ham" };
  serialize(unlearn(learn(model, [document]).model, [document]).model);
}

/** The output is a probability, or there is an error. */
function filtered(classifier: Parameters<typeof filterMessage>[1]): void {
  const { probability } = filterMessage(MESSAGE, classifier).verdict;
  require(probability >= 0 && probability <= 1, `the filter writes a probability of ${probability}`);
}
