import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../../src/base/random.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { save } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { MessageCheck } from "./message-check.js";
import { mutatedMessage } from "./message-mutations.js";
import { ModelCheck } from "./model-check.js";
import { mutatedModel } from "./model-mutations.js";
import { seedMessages, seedModels } from "./seeds.js";

/** Kinds of inputs. */
export type Kind = "messages" | "models";

/** How many inputs of each kind, and which; equal plans give equal bytes. */
export interface MutationPlan extends Readonly<Record<Kind, number>> {
  readonly seed: number;
  /** Index of the first input of each kind. */
  readonly first: number;
}

/** An input that broke a promise. */
export interface FoundFault {
  readonly kind: Kind;
  readonly index: number;
  readonly what: string;
  readonly bytes: Uint8Array;
}

/** One of so many messages also goes through the real command, which is slow to start. */
const OF_THE_COMMAND = 500;

/** This file may run from its source or built. */
const ROOT = ["../..", "../../.."]
  .map((up) => fileURLToPath(new URL(up, import.meta.url)))
  .find((folder) => existsSync(join(folder, "corpora"))) as string;

/**
 * Mutates messages and models and checks the code that reads them.
 *
 * @param onStart called with the next input before it is checked
 * @returns faults as they are found
 */
export function* foundFaults(plan: MutationPlan, onStart: (kind: Kind, index: number) => void): Generator<FoundFault> {
  const folder = mkdtempSync(join(tmpdir(), "thresher-mutations-"));
  try {
    const tried = [plan.messages > 0 && messages(folder), plan.models > 0 && models(folder)].filter(
      (one) => one !== false,
    );
    for (const { kind, made, check } of tried) {
      for (let index = plan.first; index < plan.first + plan[kind]; index++) {
        onStart(kind, index);
        const bytes = made(plan.seed, index);
        try {
          check(bytes, plan.seed, index);
        } catch (error) {
          const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
          yield { kind, index, what, bytes };
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How inputs of a kind are made and checked. */
interface Tried {
  readonly kind: Kind;
  readonly made: (seed: number, index: number) => Uint8Array;
  readonly check: (bytes: Uint8Array, seed: number, index: number) => void;
}

function messages(folder: string): Tried {
  const corpora = join(ROOT, "corpora");
  const seeds = seedMessages(corpora);
  const model = join(folder, "mail.model");
  save(train(readFolders(join(corpora, "mail")), { preset: "mail" }), model);
  const check = new MessageCheck(model, join(ROOT, "dist/bin/thresher.cjs"), folder);
  return {
    kind: "messages",
    made: (seed, index) => mutatedMessage(seeds, seededRandom(seed, STREAMS.messages + index)),
    check: (bytes, seed, index) => {
      const random = seededRandom(seed, STREAMS.choices + index);
      check.check(bytes, random);
      if (index % OF_THE_COMMAND === 0) check.checkCommand(bytes, random);
    },
  };
}

function models(folder: string): Tried {
  const seeds = seedModels();
  const check = new ModelCheck(folder);
  return {
    kind: "models",
    made: (seed, index) => mutatedModel(seeds, seededRandom(seed, STREAMS.models + index)),
    check: (bytes) => check.check(bytes),
  };
}

/** First random stream of each purpose; each index has its own. */
const STREAMS = { messages: 0, choices: 2 ** 32, models: 2 ** 33 };
