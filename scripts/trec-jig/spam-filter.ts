import { readFileSync } from "node:fs";
import { Learner } from "../../src/model/learning/learner.js";
import { MAIL_TRAINING } from "../mail-training.js";
import { type Answer, answerOf, type Judgement } from "./jig-lines.js";

/** The track's four commands. */
export interface SpamFilter {
  initialize(): Promise<void>;
  /** Undefined if there is no answer. */
  classify(path: string): Promise<Answer | undefined>;
  train(judge: Judgement, path: string): Promise<void>;
  finalize(): Promise<void>;
}

/** thresher in this process: the same answers as its commands, with counts in memory. */
export function thresherInProcess(): SpamFilter {
  let learner = new Learner(MAIL_TRAINING);
  return {
    async initialize() {
      learner = new Learner(MAIL_TRAINING);
    },
    async classify(path) {
      return answerOf(learner.classes, () => learner.classify(readFileSync(path)));
    },
    async train(judge, path) {
      learner.learn(judge, readFileSync(path));
    },
    async finalize() {},
  };
}
