// Not from the index: a process for each message should load no more than it needs.
import { classify } from "../../src/classify.js";
import { learn } from "../../src/learning/learn.js";
import { newModel } from "../../src/learning/new-model.js";
import type { TextModel } from "../../src/text-model.js";
import { MAIL_TRAINING } from "../mail-training.js";
import { type Answer, type Judgement, NO_ANSWER } from "./jig-lines.js";

/** A model that has not seen any mail. */
export function emptyModel(): TextModel {
  return newModel(MAIL_TRAINING);
}

/** What a model says of a message: as score the log odds of spam. Before it knows both classes, it has no answer. */
export function answerOf(model: TextModel, message: Uint8Array): Answer {
  if (model.labels.length < 2) return NO_ANSWER;
  const { label, logOdds } = classify(model, message);
  return { class: label as Judgement, score: digits(label === "spam" ? logOdds : -logOdds) };
}

/** The model after a message; one that is known already is not counted twice. */
export function learned(model: TextModel, label: Judgement, id: string, message: Uint8Array): TextModel {
  return learn(model, [{ id, label, bytes: message }]).model;
}

/** As many as the track prints. */
function digits(score: number): number {
  return Number(score.toFixed(8));
}
