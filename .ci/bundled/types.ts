// The entries, as a strict program sees them, without types of Node.js.
import { type Classification, classify, type TextModel, train } from "text-thresher";
import { CLASSIFIER_NAMES } from "text-thresher/classifiers";
import { DEFAULT_SETTINGS, type Evaluation, evaluateCorpora, svgOf } from "text-thresher/evaluation";
import { stopWords } from "text-thresher/features";
import { type Filtered, filterMessage } from "text-thresher/mail";

const model: TextModel = train([{ label: "ham", text: "lunch" }], { stopWords: "en" });
export const { label }: Classification = classify(model, "Dear Sir");
export const names: readonly string[] = [...CLASSIFIER_NAMES, ...stopWords("en"), String(DEFAULT_SETTINGS.alpha)];
export const calls: readonly unknown[] = [filterMessage, evaluateCorpora, svgOf];
export type Results = Evaluation | Filtered;
// @ts-expect-error
train(42);
