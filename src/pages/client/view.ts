import type { LabellingState } from "../../labelling/state.js";
import type { Session } from "./session.js";

/** What every step of the page gets. */
export interface View {
  readonly state: LabellingState;
  readonly send: Session["send"];
}

/** Returns a share as a whole percentage. Only certainty is 0 % or 100 %. */
export function percent(share: number): string {
  const rounded = Math.round(100 * share);
  const shown = share < 1 && rounded === 100 ? 99 : share > 0 && rounded === 0 ? 1 : rounded;
  return `${shown} %`;
}
