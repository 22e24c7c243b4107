/** Checks learning one message at a time, also when it is killed, on real mail. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { seededRandom, shuffle } from "../../src/base/random.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import type { LabelledDocument } from "../../src/documents/document.js";
import { classOf } from "../../src/documents/files/safe-name.js";
import { identityOf } from "../../src/mail/rewrite/identity.js";
import { updateModel } from "../../src/model/file/model-update.js";
import { serialize } from "../../src/model/file/save-model.js";
import { learn, relabel, unlearn } from "../../src/model/learning/learn.js";
import { newModel } from "../../src/model/learning/remembering-model.js";
import type { TextModel } from "../../src/model/text-model.js";
import { train } from "../../src/model/training.js";
import { type Check, COMMAND } from "./checks.js";

/** How many messages are learned, unlearned and relabelled one at a time, and how many commands are killed. */
const MESSAGES = { learned: 1000, unlearned: 500, relabelled: 100, killed: 200 };

/** One of so many commands runs as a process, the others in this one. */
const IN_A_PROCESS = 5;

/** The documents that a model should know, by digest. */
type Outcome = Map<string, LabelledDocument>;

/**
 * Learns messages one command at a time, unlearns half of them and relabels some; the model must be that
 * of training on the outcome. Then learns more, each killed at a random moment and repeated: nothing may
 * be lost or doubled.
 *
 * @param root a folder with the folders ham and spam
 * @param share the share of the numbers in `MESSAGES` to use, at most 1
 */
export async function checkLearning(check: Check, root: string, scratch: string, share: number): Promise<void> {
  const [learned, unlearned, relabelled, killed] = Object.values(MESSAGES).map((number) => Math.ceil(number * share));
  const corpus = readFolders(root);
  const order = shuffle(Uint32Array.from(corpus.ids.keys()), seededRandom(1)).subarray(0, learned + killed);
  const messages = Array.from(order, (n) => documentOf(root, corpus.ids[n]));
  const model = join(scratch, "learning.model");
  const outcome: Outcome = new Map();
  const began = Date.now();
  let commands = 0;
  const run = (words: readonly string[], document: LabelledDocument, here: (model: TextModel) => TextModel) => {
    if (commands++ % IN_A_PROCESS === 0) {
      execFileSync(process.execPath, [COMMAND, ...words, join(root, document.id), "-m", model, "--quiet"]);
    } else {
      updateModel(model, (before = newModel()) => ({ model: here(before) }));
    }
  };
  for (const document of messages.slice(0, learned)) {
    run(["learn", document.label], document, (before) => learn(before, [document]).model);
    put(outcome, document);
  }
  for (const document of messages.slice(0, unlearned)) {
    run(["unlearn"], document, (before) => unlearn(before, [document]).model);
    outcome.delete(keyOf(document));
  }
  for (const document of messages.slice(unlearned, unlearned + relabelled)) {
    const other = { ...document, label: document.label === "ham" ? "spam" : "ham" };
    run(["relabel", other.label], document, (before) => relabel(before, [other]).model);
    if (outcome.has(keyOf(other))) put(outcome, other);
  }
  const each = ((Date.now() - began) / commands).toFixed(0);
  const isSame = readFileSync(model).equals(trainedOn(outcome));
  check(
    `learning: ${learned} messages learned, ${unlearned} unlearned, ${relabelled} relabelled, one command at a time (${each} ms each)`,
    isSame ? "the model of training on the outcome" : "another model",
    "the same bytes",
    isSame,
  );
  await checkKills(messages.slice(learned), outcome, { root, model, check });
}

async function checkKills(
  messages: readonly LabelledDocument[],
  outcome: Outcome,
  { root, model, check }: { root: string; model: string; check: Check },
): Promise<void> {
  const random = seededRandom(1, 1);
  const words = ({ id, label }: LabelledDocument) => [COMMAND, "learn", label, join(root, id), "-m", model, "--quiet"];
  const began = Date.now();
  execFileSync(process.execPath, [...words(messages[0]), "--dry-run"]);
  const takes = Date.now() - began;
  let [old, made, neither] = [0, 0, 0];
  for (const document of messages) {
    const before = readFileSync(model);
    const child = spawn(process.execPath, words(document), { stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), (takes * (200 + random(1000))) / 1000);
    await once(child, "exit");
    clearTimeout(timer);
    const after = readFileSync(model);
    updateModel(model, (known = newModel()) => learn(known, [document]));
    put(outcome, document);
    if (after.equals(before)) old++;
    else if (after.equals(readFileSync(model))) made++;
    else neither++;
  }
  const isSame = readFileSync(model).equals(trainedOn(outcome));
  check(
    `learning: ${messages.length} killed at random moments, models that are neither the old one nor the new one`,
    `${neither} (${old} old, ${made} new)`,
    "none",
    neither === 0,
  );
  check(
    "learning: after that, and each done again",
    isSame ? "the model of training on the outcome" : "another model",
    "the same bytes",
    isSame,
  );
}

function documentOf(root: string, id: string): LabelledDocument {
  const path = join(root, id);
  return { id, label: classOf(id), bytes: readFileSync(path), time: statSync(path).mtimeMs };
}

/** Adds a document, or relabels it if it is known. */
function put(outcome: Outcome, document: LabelledDocument): void {
  const known = outcome.get(keyOf(document)) ?? document;
  outcome.set(keyOf(document), { ...known, label: document.label });
}

function keyOf({ bytes }: LabelledDocument): string {
  return Buffer.from(identityOf(bytes).digest).toString("hex");
}

function trainedOn(outcome: Outcome): Uint8Array {
  return serialize(train(outcome.values(), { preset: "mail", remember: true }));
}
