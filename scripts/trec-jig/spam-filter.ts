import { readFileSync } from "node:fs";
import type { TextModel } from "../../src/index.js";
import type { Answer, Judgement } from "./jig-lines.js";
import { answerOf, emptyModel, learned } from "./thresher-filter.js";

/** What the track asks of a filter: the four commands. */
export interface SpamFilter {
  initialize(): Promise<void>;
  /** Undefined: it gave no answer. */
  classify(path: string): Promise<Answer | undefined>;
  train(judge: Judgement, path: string): Promise<void>;
  finalize(): Promise<void>;
}

/** thresher in this process: as its commands, without starting one for each message. */
export function thresherInProcess(): SpamFilter {
  let model: TextModel = emptyModel();
  return {
    async initialize() {
      model = emptyModel();
    },
    async classify(path) {
      return answerOf(model, readFileSync(path));
    },
    async train(judge, path) {
      model = learned(model, judge, path, readFileSync(path));
    },
    async finalize() {},
  };
}
