import { UsageError } from "../../base/errors.js";
import { classifyRow } from "../../classifiers/classification.js";
import { counterfactualOf } from "../../classifiers/explain/counterfactual.js";
import {
  type ExplainOptions,
  explainLabels,
  explainRow,
  pairOf,
  requireLabelOf,
  requirePair,
} from "../../classifiers/explain/explain.js";
import { factorsOf } from "../../classifiers/explain/factors.js";
import { restTitle } from "../../classifiers/table.js";
import type { LabelDecisions } from "../../classifiers/wrappers/label-decisions.js";
import { messageHeading } from "../../mail/message-facts.js";
import { load } from "../../model/file/model-file.js";
import { decisionsOf } from "../../model/multi-label.js";
import type { TextModel } from "../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import {
  type ExplainedDocument,
  type ExplainedLabels,
  explanationJson,
  explanationText,
  labelExplanationJson,
  labelExplanationText,
} from "../../reports/explanation/explanation-text.js";
import { factorsJson, factorsText } from "../../reports/explanation/factors-text.js";
import { type Answer, type Answers, mapped } from "../answer.js";
import type { Follower } from "../follower.js";
import { type InputOptions, Inputs, type InputText } from "../inputs/inputs.js";

/** The options of `explainPaths`. */
export interface ExplainPathsOptions extends Follower, InputOptions {
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
  else requireLabelOf(decisions, label);
  if (options.factors) requireFactors(model);
  const inputs = new Inputs(paths, options);
  const shown = { rest: restTitle(model.settings), terms, calibrated: model.calibration !== undefined };
  // Explains a message part by part, unless the options ask for terms.
  const hasStory = model.settings.as === "mail" && options.terms === undefined;
  const answer = (document: InputText): Answer => {
    if (options.factors) {
      const isBernoulli = model.settings.classifier === "bernoulli";
      const x = model.rowOfRead(document.read);
      const found = factorsOf(model.model, x, isBernoulli, (term) => model.vocabulary.term(term));
      return {
        json: () => factorsJson(document.path, found),
        text: (style) => factorsText(document.path, found, terms, style),
      };
    }
    if (decisions !== undefined) {
      const explained = explainedLabels(model, decisions, document, label);
      return {
        json: () => labelExplanationJson(explained),
        text: (style) => labelExplanationText(explained, shown, style),
      };
    }
    const explained = explainedDocument(model, document, pair);
    return {
      json: () => explanationJson(explained),
      text: (style) => explanationText(explained, hasStory ? { ...shown, terms: undefined } : shown, style),
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

/** Classifies and explains a document. @param pair the classes that the options name, if any */
function explainedDocument(text: TextModel, { path, bytes, read }: InputText, pair: ExplainOptions): ExplainedDocument {
  const { model, vocabulary, calibration } = text;
  const x = text.rowOfRead(read);
  const termOf = (term: number) => vocabulary.term(term);
  return {
    path,
    classification: classifyRow(model, x, 0, calibration),
    heading: messageHeading(bytes, text.settings),
    note: text.knowsWords(x) ? undefined : NO_KNOWN_WORDS,
    explanation: explainRow(model, x, termOf, pairOf(model, x, pair)),
    change: counterfactualOf(model, x, termOf),
  };
}

/** Explains the labels of a document, or the one that --label names. */
function explainedLabels(
  text: TextModel,
  decisions: LabelDecisions,
  { path, read }: InputText,
  label: string | undefined,
): ExplainedLabels {
  const x = text.rowOfRead(read);
  const note = text.knowsWords(x) ? undefined : NO_KNOWN_WORDS;
  return { path, note, ...explainLabels(decisions, x, (term) => text.vocabulary.term(term), label) };
}
