import { type CountedPlan, evaluateShards, labelsOf } from "../../../evaluation/evaluate-shards.js";
import type { BinaryOptions } from "../../../evaluation/metrics/binary-metrics.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import { binaryOptions } from "../../options/evaluation-options.js";
import { requireReports } from "../../options/report-option.js";
import { printResults, type ResultOptions } from "../../output/evaluation-results.js";
import { figureNotices } from "../../output/figure-notices.js";
import { NO_TERMS, tell } from "../../output/notices.js";
import { behindBar } from "../../output/progress.js";
import { corpusOf, withCountedPlan } from "./counted-plan.js";
import type { GivenParts, PartsOptions } from "./parts-options.js";

/** How many folds there are if none are asked for. */
const FOLDS = 10;

type EvaluatePartsOptions = GivenParts<PartsOptions> & ResultOptions & BinaryOptions & { readonly folds?: number };

/** Evaluates on counted shards. @param path of the plan */
export function evaluateParts(path: string, options: EvaluatePartsOptions): Promise<void> {
  return withCountedPlan(path, options, (counted) => evaluatePlan(counted, options));
}

async function evaluatePlan(counted: CountedPlan, options: EvaluatePartsOptions): Promise<void> {
  const corpus = corpusOf(counted);
  if (options.predictions !== undefined) corpus.requireFree(options.predictions);
  requireReports(options, PAGELESS_FORMS, [corpus], [options.predictions]);
  const { plan, parts } = counted;
  const shards = plan.shards.length;
  const { folds = Math.min(FOLDS, shards), jobs } = options;
  const labels = labelsOf(counted);
  const binary = binaryOptions(options, labels);
  const { evaluation, ids } = behindBar("testing", folds, options, (onStep) =>
    evaluateShards(counted, folds, { jobs, binary, onStep }),
  );
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  else
    tell(
      options,
      figureNotices(
        evaluation,
        labels,
        evaluation.perClass.map(({ support }) => support),
      ),
    );
  await printResults(
    { evaluation, protocol: { kind: "shards", folds, shards }, tested: { ids } },
    parts.settings,
    options,
  );
}
