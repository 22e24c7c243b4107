import type { LabelledDocument } from "../../../src/documents/document.js";
import { type AuditOptions, audit } from "../../../src/evaluation/audit/audit.js";
import { evaluateCorpora } from "../../../src/evaluation/evaluate.js";
import { type CorpusData, readCorpora } from "../../../src/features/corpus/read-corpus.js";
import type { Splits } from "../../../src/model/fitting/splits.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";

/** Evaluates one corpus by splits, or two without any, and audits the evaluation. */
export function audited(
  corpora: readonly Iterable<LabelledDocument>[],
  options: TrainOptions,
  splitsOf: (data: CorpusData) => Splits,
  auditOptions: AuditOptions = {},
) {
  const settings = settingsFrom(options);
  const data = readCorpora(corpora, settings);
  const splits = data.length > 1 ? [] : splitsOf(data[0]);
  const evaluation = evaluateCorpora(data, splits, settings);
  return audit({ data, splits, evaluation }, corpora, settings, auditOptions);
}
