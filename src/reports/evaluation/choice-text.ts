import { grouped, plural } from "../../base/numbers.js";
import type { CandidateChoices } from "../../classifiers/table.js";
import type { LearnedModel } from "../../classifiers/wrappers/learned-model.js";
import type { RaceOutcome, Result } from "../../classifiers/wrappers/race.js";
import type { VariantChoices } from "../../classifiers/wrappers/variant.js";
import type { Section, TableBlock } from "../blocks.js";
import { memberText } from "./settings-text.js";

/** Names the chosen variant of naive Bayes, and says how many documents each variant got wrong with its best alpha. */
export function choiceSections(variants: readonly VariantChoices[], { winner, results }: RaceOutcome): Section[] {
  const name = ({ variant, alpha }: Result) => {
    const { alphas, ...choices } = variants[variant];
    return memberText({ ...choices, alpha: alphas[alpha] });
  };
  const tried = variants.flatMap((_, variant) => {
    const own = results.filter((result) => result.variant === variant && result.documents > 0);
    return own.length === 0 ? [] : [variant === winner.variant ? winner : own.reduce(better)];
  });
  const chosen = `chosen: ${name(winner)}`;
  if (tried.length === 0) return [[chosen, "There was nothing to leave out, so it is the first of the variants."]];
  const rows = tried
    .sort((a, b) => b.documents - a.documents || a.errors - b.errors)
    .map((result) => [name(result), grouped(result.errors), grouped(result.documents)]);
  return [
    [chosen, `wrong by leaving out: ${grouped(winner.errors)} of ${plural(winner.documents, "document")}`],
    [{ rows: [["variants tried, each with its best alpha", "wrong", "of"], ...rows], align: "lrr" }],
  ];
}

/** Returns the result on more documents; for equal numbers, the one with fewer errors. */
function better(one: Result, other: Result): Result {
  return (other.documents - one.documents || one.errors - other.errors) > 0 ? other : one;
}

/**
 * Shows the share of each candidate of a learned combination, and the number of documents that the candidate alone gets
 * wrong out of fold. Then shows the offsets added to the classes, largest first.
 */
export function sharesSections({ outcome: { documents, candidates }, labels, offsets }: OfLearned): Section[] {
  if (documents === 0) return [["There was nothing to leave out, so the first candidate decides."]];
  const rows = [...candidates.entries()]
    .sort(([, a], [, b]) => b.share - a.share)
    .map(([c, { share, errors }]) => [`candidate ${c + 1}`, `${(100 * share).toFixed(0)} %`, grouped(errors)]);
  return [
    [{ rows: [["", "share", "wrong"], ...rows], align: "lrr" }],
    [
      `wrong: alone, of ${plural(documents, "document")} that a model of other folds scored.`,
      "Candidates with a share below 2 % were left out.",
    ],
    offsets.some((offset) => offset !== 0) ? [offsetTable(labels, offsets)] : [],
  ];
}

/** The parts of a learned combination that are shown. */
type OfLearned = Pick<LearnedModel, "outcome" | "labels" | "offsets">;

function offsetTable(labels: readonly string[], offsets: Float64Array): TableBlock {
  const rows = [...labels.entries()]
    .sort(([a], [b]) => offsets[b] - offsets[a])
    .map(([c, label]) => [label, `${offsets[c] < 0 ? "-" : "+"}${Math.abs(offsets[c]).toFixed(2)}`]);
  return { rows: [["added to the score of", ""], ...rows], align: "lr" };
}

/** Returns the content of `sharesSections` as JSON. */
export function sharesJson(names: readonly CandidateChoices[], { outcome, labels, offsets }: OfLearned): object {
  return {
    documents: outcome.documents,
    candidates: outcome.candidates.map((own, candidate) => ({ ...names[candidate], ...own })),
    offsets: Object.fromEntries(labels.map((label, c) => [label, offsets[c]])),
  };
}

/** Returns the content of `choiceSections` as JSON: the winner, and all variants that were tried on documents. */
export function choiceJson(variants: readonly VariantChoices[], { winner, results }: RaceOutcome): object {
  const named = ({ variant, alpha, documents, errors }: Result) => {
    const { alphas, ...choices } = variants[variant];
    return { ...choices, alpha: alphas[alpha], documents, errors };
  };
  return { ...named(winner), tried: results.filter(({ documents }) => documents > 0).map(named) };
}
