import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { classifyRow } from "../../../classifiers/classification.js";
import { counterfactualOf } from "../../../classifiers/explain/counterfactual.js";
import {
  type ExplainOptions,
  explainLabels,
  explainRow,
  pairOf,
  requireLabelOf,
  requirePair,
} from "../../../classifiers/explain/explain.js";
import { factorsOf } from "../../../classifiers/explain/factors.js";
import { restTitle } from "../../../classifiers/table.js";
import type { LabelDecisions } from "../../../classifiers/wrappers/label-decisions.js";
import type { InputOptions, InputText } from "../../../jobs/inputs/inputs.js";
import { messageHeading } from "../../../mail/message-facts.js";
import { load } from "../../../model/file/model-file.js";
import { decisionsOf } from "../../../model/multi-label.js";
import type { TextModel } from "../../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../../reports/classification/classification-lines.js";
import {
  type ExplainedDocument,
  type ExplainedLabels,
  explanationJson,
  explanationText,
  labelExplanationJson,
  labelExplanationText,
} from "../../../reports/explanation/explanation-text.js";
import { factorsJson, factorsText } from "../../../reports/explanation/factors-text.js";
import { Inputs, withInputs } from "../../input/inputs.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Flags, withCommonOptions, withOptions } from "../../options/options.js";
import { orAll, whole } from "../../options/parsers.js";
import { printEach, terminalStyle } from "../../output/output.js";

type ExplainCommandOptions = CommonOptions &
  InputOptions &
  Pick<ExplainOptions, "against"> &
  Flags<"factors"> & { readonly model: string; readonly class?: string; readonly terms?: number };

/** How many terms of a document that is not a message have a line of their own. */
const TERMS_SHOWN = 20;

/** Makes the command `thresher explain`. */
export function newCommand(): Command {
  const command = withModel(new Command("explain"))
    .description("Say why a document gets its class: what each term adds, and which terms decide.")
    .action(run);
  withOptions(command, "Options", {
    "--class <class>": "explain this class (default: the most probable)",
    "--against <class>": "compare it with this class (default: the next most probable)",
    "--terms <n>": [
      `show the n strongest terms, or all (default: ${TERMS_SHOWN}; for mail, a line for each part of the message)`,
      orAll(whole(0)),
    ],
    "--factors": ["show the product by hand: prior and P(term | class)", { conflicts: ["class", "against"] }],
  });
  return withHelp(
    withCommonOptions(withInputs(command)),
    `The figures are exact natural log odds (nats). They add up to the lead of one
class over the other. Below them is the counterfactual: the smallest set of
terms without which the document would get another class. For mail, there is a
line for each part of the message: sender, subject, words and others.

With a model of several labels, it explains each label that the document gets,
or the most probable one if it gets none. --class names another one.

--factors shows the calculation by hand: the prior, P(term | class) of each term
(for Bernoulli also of absent terms), their product and the posterior.

Examples:
  thresher explain -m mail.model letter.txt
  thresher explain -m mail.model letter.txt --against spam --terms 50
  thresher explain -m mail.model letter.eml --terms all
  thresher explain -m mail.model letter.txt --factors
  cat letter.txt | thresher explain -m mail.model --json -`,
  );
}

/** Explains each document, and prints that. A model of several labels has explanations of its own. */
async function run(paths: readonly string[], options: ExplainCommandOptions): Promise<void> {
  const model = load(options.model);
  const { class: label, against } = options;
  const pair: ExplainOptions = { label, against };
  const decisions = decisionsOf(model);
  if (decisions === undefined) requirePair(model.model, pair);
  else if (against !== undefined)
    throw new UsageError("--against compares classes, and this model gives several labels");
  else requireLabelOf(decisions, label);
  const inputs = new Inputs(paths, options);
  const terms = options.terms ?? TERMS_SHOWN;
  // Explains a message part by part, unless the options ask for terms.
  const hasStory = model.settings.as === "mail" && options.terms === undefined;
  const shown = { rest: restTitle(model.settings), terms, calibrated: model.calibration !== undefined };
  if (options.factors) requireFactors(model);
  await printEach(options, inputs.texts(model), (document) => {
    if (options.factors) {
      const { classifier } = model.settings;
      const x = model.rowOfRead(document.read);
      const found = factorsOf(model.model, x, classifier === "bernoulli", (term) => model.vocabulary.term(term));
      return {
        asJson: () => factorsJson(document.path, found),
        asText: () => factorsText(document.path, found, terms, terminalStyle()),
      };
    }
    if (decisions !== undefined) {
      const explained = explainedLabels(model, decisions, document, label);
      return {
        asJson: () => labelExplanationJson(explained),
        asText: () => labelExplanationText(explained, shown, terminalStyle()),
      };
    }
    const explained = explainedDocument(model, document, pair);
    return {
      asJson: () => explanationJson(explained),
      asText: () => explanationText(explained, hasStory ? { ...shown, terms: undefined } : shown, terminalStyle()),
    };
  });
  inputs.tellFailures(options);
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
