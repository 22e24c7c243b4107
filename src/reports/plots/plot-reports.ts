import type { Reports } from "../report-forms.js";
import { safeJson } from "../safe-text.js";
import type { PlotSpec } from "./plot-spec.js";
import { svgOf } from "./svg.js";

/** A plot as a picture, and as the specification from which others can draw it. */
export function plotReports(spec: () => PlotSpec): Reports {
  return {
    ".svg": () => svgOf(spec()),
    ".vl.json": () => `${safeJson(spec(), 2)}\n`,
  };
}
