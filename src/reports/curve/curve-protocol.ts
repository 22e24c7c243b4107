import { percent, plural } from "../../base/numbers.js";

/** How a learning curve was measured: on a withheld share of each class, or on a test folder. */
export type CurveProtocol = { readonly repeats: number; readonly seed: number } & (
  | { readonly kind: "curve" }
  | { readonly kind: "few labels"; readonly labels: readonly number[]; readonly inAll: boolean }
) &
  ({ readonly share: number } | { readonly test: string });

/** Describes the protocol, as in `33.3 % of each class withheld, 5 repeats, seed 1`. */
export function curveProtocolText(protocol: CurveProtocol): string {
  const times = plural(protocol.repeats, "repeat");
  const tested =
    "test" in protocol ? `tested on ${protocol.test}` : `${percent(protocol.share)} of each class withheld`;
  const labels =
    protocol.kind === "curve" ? "" : `${protocol.labels.join(", ")} labels ${protocol.inAll ? "in all" : "a class"}, `;
  return `${labels}${tested}, ${times}, seed ${protocol.seed}`;
}

/** Returns which documents the curve counts. */
export function countedDocuments({ kind }: CurveProtocol): string {
  return kind === "curve" ? "training documents" : "labelled documents";
}
