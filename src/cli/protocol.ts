import type { Command } from "commander";
import { UsageError } from "../errors.js";
import { folds, holdouts, requireHoldout, type Split } from "../evaluation/splits.js";
import type { Protocol } from "../reports/evaluation-json.js";
import { fraction, whole } from "./options.js";

/** How test documents are chosen. */
export interface ProtocolOptions {
  readonly test?: string;
  readonly holdout?: number;
  readonly folds?: number;
  readonly leaveOneOut?: boolean;
  readonly repeats?: number;
}

const DEFAULT_SHARE = 1 / 3;
const DEFAULT_REPEATS = 10;

/** Adds the options that decide which documents are learned from and which are tested on. */
export function withProtocolOptions(command: Command): Command {
  return command
    .optionsGroup("Protocol:")
    .option("--test <folder>", "test on another folder with the same classes")
    .option("--holdout <share>", "withhold a share of each class, such as 1/3 (the default, 10 times over)", fraction)
    .option("--folds <k>", "k-fold cross-validation, stratified", whole(2))
    .option("--leave-one-out", "test each document on what is learned from all others")
    .option("--repeats <n>", "draw the hold-out or the folds anew, n times (default: 1)", whole(1));
}

/** The splits that a protocol makes of the corpus; none if the test documents are another folder. */
export function splitsOf(y: ArrayLike<number>, protocol: Protocol): Split[] {
  if (protocol.kind === "folds") return folds(y, protocol.folds, protocol.seed, protocol.repeats);
  if (protocol.kind === "holdout") return holdouts(y, protocol.share, protocol.repeats, protocol.seed);
  return [];
}

/** @throws UsageError if the options contradict each other. */
export function protocolFrom({
  test,
  holdout,
  folds,
  leaveOneOut,
  repeats,
  seed,
}: ProtocolOptions & { readonly seed: number }): Protocol {
  const chosen = Object.entries({ test, holdout, folds, "leave-one-out": leaveOneOut }).filter(
    ([, value]) => value !== undefined,
  );
  if (chosen.length > 1) {
    throw new UsageError(
      `evaluate: required one of --test, --holdout, --folds and --leave-one-out, got --${chosen.map(([name]) => name).join(" and --")}`,
    );
  }
  if (leaveOneOut) {
    if (repeats !== undefined)
      throw new UsageError("evaluate: --repeats goes with --holdout or --folds, got it with --leave-one-out");
    return { kind: "leave-one-out" };
  }
  if (test !== undefined) {
    if (repeats !== undefined)
      throw new UsageError("evaluate: --repeats goes with --holdout or --folds, got it with --test");
    return { kind: "test", test };
  }
  if (folds !== undefined) return { kind: "folds", folds, repeats: repeats ?? 1, seed };
  const share = holdout ?? DEFAULT_SHARE;
  const times = repeats ?? (holdout === undefined ? DEFAULT_REPEATS : 1);
  requireHoldout(share, times);
  return { kind: "holdout", share, repeats: times, seed };
}
