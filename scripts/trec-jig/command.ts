/** The track's four commands for thresher; they keep a model in the current folder. */
import { readFileSync, rmSync } from "node:fs";
import { UsageError } from "../../src/base/errors.js";
// Not from the index, so that each process loads only what it needs.
import { classify } from "../../src/model/classify.js";
import { load } from "../../src/model/file/model-file.js";
import { save } from "../../src/model/file/save-model.js";
import { learn } from "../../src/model/learning/learn.js";
import { newModel } from "../../src/model/learning/remembering-model.js";
import { MAIL_TRAINING } from "../mail-training.js";
import { reportError } from "../run-script.js";
import { answerLine, answerOf } from "./jig-lines.js";

const MODEL = "thresher.model";

const [command, ...args] = process.argv.slice(2);
try {
  if (command === "initialize") save(newModel(MAIL_TRAINING), MODEL);
  else if (command === "classify") answer(args[0]);
  else if (command === "train") train(args[0], args[1]);
  else if (command === "finalize") rmSync(MODEL, { force: true });
  else throw new UsageError(`there is no command ${command}; use initialize, classify, train or finalize`);
} catch (error) {
  process.exitCode = reportError("jig", error as Error);
}

function answer(path: string | undefined): void {
  if (path === undefined) throw new UsageError("classify: name a message");
  const model = load(MODEL);
  const classes = model.labels.map((label, c) => ({ label, documents: model.counts.documents[c] }));
  process.stdout.write(answerLine(answerOf(classes, () => classify(model, readFileSync(path)))));
}

function train(judge: string | undefined, path: string | undefined): void {
  if ((judge !== "ham" && judge !== "spam") || path === undefined) {
    throw new UsageError(`train: give ham or spam and a message, not ${[judge, path].join(" ")}`);
  }
  save(learn(load(MODEL), [{ id: path, label: judge, bytes: readFileSync(path) }]).model, MODEL);
}
