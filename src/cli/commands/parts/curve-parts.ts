import { shardCurve } from "../../../evaluation/studies/shard-curve.js";
import { requireHoldout } from "../../../model/fitting/splits.js";
import { named } from "../../../model/settings.js";
import type { CurveProtocol } from "../../../reports/curve/curve-text.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import type { CommonOptions } from "../../options/options.js";
import { type ReportOptions, requireReports } from "../../options/report-option.js";
import { printCurves } from "../../output/curve-results.js";
import { behindBar } from "../../output/progress.js";
import { corpusOf, countedPlan, type GivenParts, type PartsOptions } from "./counted-plan.js";

type CurvePartsOptions = GivenParts<PartsOptions> &
  CommonOptions &
  ReportOptions & { readonly holdout?: number; readonly repeats?: number; readonly points?: number };

/** Draws the learning curve of counted shards. @param path of the plan */
export async function curveParts(path: string, options: CurvePartsOptions): Promise<void> {
  const { holdout, repeats, points, jobs } = options;
  if (holdout !== undefined) requireHoldout(holdout, 1);
  const counted = countedPlan(path, options);
  requireReports(options, PAGELESS_FORMS, [corpusOf(counted)]);
  const shards = counted.plan.shards.length;
  const withheld = holdout === undefined ? undefined : Math.max(1, Math.round(holdout * shards));
  const made = behindBar("testing", undefined, options, (onStep) =>
    shardCurve(counted, { withheld, repeats, points, jobs, onStep }),
  );
  const protocol: CurveProtocol = { kind: "curve", repeats: made.repeats, withheld: made.withheld, shards };
  await printCurves(made.curves, [named(counted.parts.settings)], protocol, options);
}
