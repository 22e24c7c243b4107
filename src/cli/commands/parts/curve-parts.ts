import type { CountedPlan } from "../../../evaluation/evaluate-shards.js";
import { shardCurve } from "../../../evaluation/studies/shard-curve.js";
import { requireHoldout } from "../../../model/fitting/splits.js";
import { named } from "../../../model/settings.js";
import type { CurveProtocol } from "../../../reports/curve/curve-text.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import type { CommonOptions } from "../../options/options.js";
import { type ReportOptions, requireReports } from "../../options/report-option.js";
import { printCurves } from "../../output/curve-results.js";
import { behindBar } from "../../output/progress.js";
import { corpusOf, withCountedPlan } from "./counted-plan.js";
import type { GivenParts, PartsOptions } from "./parts-options.js";

type CurvePartsOptions = GivenParts<PartsOptions> &
  CommonOptions &
  ReportOptions & { readonly holdout?: number; readonly repeats?: number; readonly points?: number };

/** Draws the learning curve of counted shards. @param path of the plan */
export async function curveParts(path: string, options: CurvePartsOptions): Promise<void> {
  if (options.holdout !== undefined) requireHoldout(options.holdout, 1);
  await withCountedPlan(path, options, (counted) => curveOfPlan(counted, options));
}

async function curveOfPlan(counted: CountedPlan, options: CurvePartsOptions): Promise<void> {
  const { holdout, repeats, points, jobs } = options;
  requireReports(options, PAGELESS_FORMS, [corpusOf(counted)]);
  const shards = counted.plan.shards.length;
  const withheld = holdout === undefined ? undefined : Math.max(1, Math.round(holdout * shards));
  const made = behindBar("testing", undefined, options, (onStep) =>
    shardCurve(counted, { withheld, repeats, points, jobs, onStep }),
  );
  const protocol: CurveProtocol = { kind: "curve", repeats: made.repeats, withheld: made.withheld, shards };
  await printCurves(made.curves, [named(counted.parts.settings)], protocol, options);
}
