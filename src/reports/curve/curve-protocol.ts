import { percent, plural } from "../../base/numbers.js";

/** How a learning curve was measured: on a withheld share of each class, or on a test folder. */
export type CurveProtocol = { readonly kind: "curve"; readonly repeats: number; readonly seed: number } & (
  | { readonly share: number }
  | { readonly test: string }
);

/** Describes the protocol, as in `33.3 % of each class withheld, 5 repeats, seed 1`. */
export function curveProtocolText(protocol: CurveProtocol): string {
  const times = plural(protocol.repeats, "repeat");
  const tested =
    "test" in protocol ? `tested on ${protocol.test}` : `${percent(protocol.share)} of each class withheld`;
  return `${tested}, ${times}, seed ${protocol.seed}`;
}
