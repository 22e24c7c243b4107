import { UsageError } from "../../base/errors.js";
import { mapped } from "../../base/lists.js";
import { classifyRow } from "../../classifiers/classifier.js";
import { counterfactualOf } from "../../classifiers/explain/counterfactual.js";
import {
  type ExplainOptions,
  explainLabels,
  explainRow,
  requireName,
  requirePair,
} from "../../classifiers/explain/explain.js";
import { factorsOf } from "../../classifiers/explain/factors.js";
import { restTitle } from "../../classifiers/table.js";
import { messageHeading } from "../../mail/message-facts.js";
import { load } from "../../model/file/model-file.js";
import { decisionsOf, type TextModel } from "../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import {
  explanationJson,
  explanationText,
  labelExplanationJson,
  labelExplanationText,
} from "../../reports/explanation/explanation-text.js";
import { factorsJson, factorsText } from "../../reports/explanation/factors-text.js";
import { lessonsText } from "../../reports/explanation/lessons-text.js";
import type { Answer, Answers } from "../answer.js";
import type { Follower } from "../follower.js";
import { type InputOptions, Inputs, type InputText } from "../inputs/inputs.js";
import { lessonsOf, type UserOptions } from "../learning/user-lessons.js";

/** The options of `explainPaths`. */
export interface ExplainPathsOptions extends Follower, InputOptions, UserOptions {
  /** The path of the model. */
  readonly model: string;
  /** The class to explain. Default: the most probable. */
  readonly class?: string;
  /** The class to compare it with. Default: the next most probable. */
  readonly against?: string;
  /** How many terms a text shows. Default: 20; for mail, a line for each part of the message. */
  readonly terms?: number;
  /** Whether to show the product by hand: prior and P(term | class). Default false. */
  readonly factors?: boolean;
}

/** How many terms of a document that is not a message have a line of their own. */
export const TERMS_SHOWN = 20;

/**
 * Says why documents get their classes: what each term adds, and which terms decide.
 *
 * @throws UsageError if the options do not fit the model; DataError if it cannot be read
 *
 * @example
 * const { answers } = explainPaths(["corpora/inbox"], { model: "mail.model", terms: 5 });
 * for (const { text } of answers) console.log(text({}));
 */
export function explainPaths(paths: readonly string[], options: ExplainPathsOptions): Answers {
  const model = load(options.model);
  const { class: label, against, terms = TERMS_SHOWN } = options;
  const pair: ExplainOptions = { label, against };
  const decisions = decisionsOf(model);
  if (decisions === undefined) requirePair(model.model, pair);
  else if (against !== undefined)
    throw new UsageError("--against compares classes, and this model gives several labels");
  else requireName("label", decisions.labels, label);
  if (options.factors) requireFactors(model);
  const lessons = lessonsOf(options)({ model, id: "" });
  const inputs = new Inputs(paths, options);
  const shown = { rest: restTitle(model.settings), terms, calibrated: model.calibration !== undefined };
  // Explains a message part by part, unless the options ask for terms.
  const hasStory = model.settings.as === "mail" && options.terms === undefined;
  const termOf = (term: number) => model.vocabulary.term(term);
  const answer = ({ path, bytes, read }: InputText): Answer => {
    const x = model.rowOfRead(read);
    if (options.factors) {
      const found = factorsOf(model.model, x, model.settings.classifier === "bernoulli", termOf);
      return { json: () => factorsJson(path, found), text: (style) => factorsText(path, found, terms, style) };
    }
    const note = model.knowsWords(x) ? undefined : NO_KNOWN_WORDS;
    if (decisions !== undefined) {
      const explained = { path, note, ...explainLabels(decisions, x, termOf, label) };
      return {
        json: () => labelExplanationJson(explained),
        text: (style) => labelExplanationText(explained, shown, style),
      };
    }
    const explained = {
      path,
      classification: classifyRow(model.model, x, 0, model.calibration),
      heading: messageHeading(bytes, model.settings),
      note,
      explanation: explainRow(model.model, x, termOf, pair),
      change: counterfactualOf(model.model, x, termOf),
    };
    const own = lessons?.explain(bytes);
    const look = hasStory ? { ...shown, terms: undefined } : shown;
    return {
      json: () => ({ ...explanationJson(explained), ...(own && { lessons: own }) }),
      text: (style) => explanationText(explained, look, style) + (own === undefined ? "" : lessonsText(own)),
    };
  };
  return { inputs, answers: mapped(inputs.texts(model), answer) };
}

/** @throws UsageError unless the model is textbook naive Bayes, whose score is a product of probabilities. */
function requireFactors({ settings }: TextModel): void {
  const { classifier, tf, idf, norm, emphasis = 0, temper = 0, sourceWeights, multiLabel } = settings;
  const isBayes = classifier === "multinomial" || classifier === "bernoulli";
  const isPlain = tf !== "log" && idf === "none" && norm === "none" && !emphasis && !temper && sourceWeights == null;
  if (isBayes && isPlain && !multiLabel) return;
  throw new UsageError(
    "--factors: this model is not a product of P(term | class): train one with --preset lecture or --classifier bernoulli",
  );
}
