import { type Command, Option } from "commander";
import { DATE_SOURCES, type DateSource } from "../document-dates.js";
import { GROUPINGS, type Grouping } from "../document-groups.js";
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
  readonly byDate?: DateSource;
  readonly groupBy?: Grouping;
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

/** Adds the options that split a corpus by what its documents say of themselves. */
export function withOriginOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--by-date [source]",
        "learn from the past, test on the latest share, or on each of k later parts: auto (Date header of messages, else file time), header, file",
      )
        .choices(DATE_SOURCES)
        .preset("auto"),
    )
    .addOption(
      new Option("--group-by <what>", "no sender, subject or thread on both sides of a split").choices(GROUPINGS),
    );
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
  byDate,
  groupBy,
}: ProtocolOptions & { readonly seed: number }): Protocol {
  const chosen = Object.entries({ test, holdout, folds, "leave-one-out": leaveOneOut }).filter(
    ([, value]) => value !== undefined,
  );
  if (chosen.length > 1) {
    throw new UsageError(
      `evaluate: required one of --test, --holdout, --folds and --leave-one-out, got --${chosen.map(([name]) => name).join(" and --")}`,
    );
  }
  if (byDate !== undefined || groupBy !== undefined) requireCompatible({ byDate, groupBy, test, leaveOneOut, repeats });
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
  const grouped = groupBy === undefined ? {} : { groupBy };
  if (byDate !== undefined && folds !== undefined) return { kind: "by-date", dates: byDate, folds, parts: [] };
  if (folds !== undefined) return { kind: "folds", folds, repeats: repeats ?? 1, seed, ...grouped };
  const share = holdout ?? DEFAULT_SHARE;
  if (byDate !== undefined) {
    requireHoldout(share, 1);
    return { kind: "by-date", dates: byDate, share, parts: [] };
  }
  const times = repeats ?? (holdout === undefined ? DEFAULT_REPEATS : 1);
  requireHoldout(share, times);
  return { kind: "holdout", share, repeats: times, seed, ...grouped };
}

/** @throws UsageError if an option that splits by origin was given with one that it leaves no room for. */
function requireCompatible({
  byDate,
  groupBy,
  test,
  leaveOneOut,
  repeats,
}: {
  readonly [option: string]: unknown;
}): void {
  const option = byDate === undefined ? "--group-by" : "--by-date";
  const refuse = (other: string) => {
    throw new UsageError(`evaluate: ${option} goes with --holdout or --folds, got it with ${other}`);
  };
  if (byDate !== undefined && groupBy !== undefined) refuse("--group-by");
  if (test !== undefined) refuse("--test");
  if (leaveOneOut !== undefined) refuse("--leave-one-out");
  if (byDate !== undefined && repeats !== undefined) refuse("--repeats: there is only one past");
}
