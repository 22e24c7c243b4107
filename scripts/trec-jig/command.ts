/** The four commands of the track for thresher, which keep a model in the folder they are run in. */
import { readFileSync, rmSync } from "node:fs";
import { UsageError } from "../../src/errors.js";
import { load } from "../../src/model-file.js";
import { save } from "../../src/save-model.js";
import { reportError } from "../run-script.js";
import { answerLine } from "./jig-lines.js";
import { answerOf, emptyModel, learned } from "./thresher-filter.js";

const MODEL = "thresher.model";

const [command, ...args] = process.argv.slice(2);
try {
  if (command === "initialize") save(emptyModel(), MODEL);
  else if (command === "classify") classify(args[0]);
  else if (command === "train") train(args[0], args[1]);
  else if (command === "finalize") rmSync(MODEL, { force: true });
  else throw new UsageError(`command: required initialize, classify, train or finalize, got ${command}`);
} catch (error) {
  process.exitCode = reportError("jig", error as Error);
}

function classify(path: string | undefined): void {
  if (path === undefined) throw new UsageError("classify: required a message, got none");
  process.stdout.write(answerLine(answerOf(load(MODEL), readFileSync(path))));
}

function train(judge: string | undefined, path: string | undefined): void {
  if ((judge !== "ham" && judge !== "spam") || path === undefined) {
    throw new UsageError(`train: required ham or spam and a message, got ${[judge, path].join(" ")}`);
  }
  save(learned(load(MODEL), judge, path, readFileSync(path)), MODEL);
}
