import { readFileSync } from "node:fs";
import { Learner } from "../../src/index.js";
import { MAIL_TRAINING } from "../mail-training.js";
import { answerOf } from "./answer-of.js";
import type { Answer, Judgement } from "./jig-lines.js";

/** What the track asks of a filter: the four commands. */
export interface SpamFilter {
  initialize(): Promise<void>;
  /** Undefined: it gave no answer. */
  classify(path: string): Promise<Answer | undefined>;
  train(judge: Judgement, path: string): Promise<void>;
  finalize(): Promise<void>;
}

/** thresher in this process: what its commands say, with counts that change in place and not in a file. */
export function thresherInProcess(): SpamFilter {
  let learner = new Learner(MAIL_TRAINING);
  return {
    async initialize() {
      learner = new Learner(MAIL_TRAINING);
    },
    async classify(path) {
      return answerOf(learner.labels, () => learner.classify(readFileSync(path)));
    },
    async train(judge, path) {
      learner.learn(judge, readFileSync(path));
    },
    async finalize() {},
  };
}
