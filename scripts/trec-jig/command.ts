/** The four commands of the track for thresher, which keep a model in the folder they are run in. */
import { readFileSync, rmSync } from "node:fs";
// Not from the index: a process for each message should load no more than it needs.
import { classify } from "../../src/classify.js";
import { UsageError } from "../../src/errors.js";
import { learn } from "../../src/learning/learn.js";
import { newModel } from "../../src/learning/new-model.js";
import { load } from "../../src/model-file.js";
import { save } from "../../src/save-model.js";
import { MAIL_TRAINING } from "../mail-training.js";
import { reportError } from "../run-script.js";
import { answerOf } from "./answer-of.js";
import { answerLine } from "./jig-lines.js";

const MODEL = "thresher.model";

const [command, ...args] = process.argv.slice(2);
try {
  if (command === "initialize") save(newModel(MAIL_TRAINING), MODEL);
  else if (command === "classify") answer(args[0]);
  else if (command === "train") train(args[0], args[1]);
  else if (command === "finalize") rmSync(MODEL, { force: true });
  else throw new UsageError(`command: required initialize, classify, train or finalize, got ${command}`);
} catch (error) {
  process.exitCode = reportError("jig", error as Error);
}

function answer(path: string | undefined): void {
  if (path === undefined) throw new UsageError("classify: required a message, got none");
  const model = load(MODEL);
  process.stdout.write(answerLine(answerOf(model.labels, () => classify(model, readFileSync(path)))));
}

function train(judge: string | undefined, path: string | undefined): void {
  if ((judge !== "ham" && judge !== "spam") || path === undefined) {
    throw new UsageError(`train: required ham or spam and a message, got ${[judge, path].join(" ")}`);
  }
  save(learn(load(MODEL), [{ id: path, label: judge, bytes: readFileSync(path) }]).model, MODEL);
}
