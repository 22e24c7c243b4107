import { grouped, plural } from "../../base/numbers.js";
import type { CandidateChoices } from "../../classifiers/table.js";
import type { LearnedModel } from "../../classifiers/wrappers/learned-model.js";
import type { RaceOutcome, Result } from "../../classifiers/wrappers/race.js";
import type { VariantChoices } from "../../classifiers/wrappers/variant.js";
import type { Section } from "../blocks.js";
import { memberText } from "./settings-text.js";

/** Names the chosen variant, and says how many left-out documents it got wrong. */
export function choiceSection(variants: readonly VariantChoices[], { winner }: RaceOutcome): Section {
  const chosen = `chosen: ${memberText(withAlpha(variants[winner.variant], winner.alpha))}`;
  return winner.documents === 0
    ? [chosen, "There was nothing to leave out, so it is the first of the variants."]
    : [chosen, `wrong by leaving out: ${grouped(winner.errors)} of ${plural(winner.documents, "document")}`];
}

/** Shows the share of each candidate of a learned combination, and how many documents the candidate alone gets wrong. */
export function sharesSection({ outcome: { documents, candidates } }: OfLearned): Section {
  if (documents === 0) return ["There was nothing to leave out, so the first candidate decides."];
  const rows = [...candidates.entries()]
    .sort(([, a], [, b]) => b.share - a.share)
    .map(([c, { share, errors }]) => [`candidate ${c + 1}`, `${(100 * share).toFixed(0)} %`, grouped(errors)]);
  return [
    { rows: [["", "share", "wrong"], ...rows], align: "lrr" },
    `wrong: alone, of ${plural(documents, "document")} that a model of other folds scored.`,
    "Candidates with a share below 2 % were left out.",
  ];
}

/** The parts of a learned combination that are shown. */
type OfLearned = Pick<LearnedModel, "outcome" | "labels" | "offsets">;

/** Returns a learned combination as JSON: its candidates, and the offsets added to the scores of the classes. */
export function sharesJson(names: readonly CandidateChoices[], { outcome, labels, offsets }: OfLearned): object {
  return {
    documents: outcome.documents,
    candidates: outcome.candidates.map((figures, candidate) => ({ ...names[candidate], ...figures })),
    offsets: Object.fromEntries(labels.map((label, c) => [label, offsets[c]])),
  };
}

/** Returns a choice as JSON: the winner, and all variants that were tried on documents. */
export function choiceJson(variants: readonly VariantChoices[], { winner, results }: RaceOutcome): object {
  const withChoices = ({ variant, alpha, documents, errors }: Result) => {
    return { ...withAlpha(variants[variant], alpha), documents, errors };
  };
  return { ...withChoices(winner), tried: results.filter(({ documents }) => documents > 0).map(withChoices) };
}

/** Returns a variant with one of its alphas, if it has any. */
function withAlpha(variant: VariantChoices, index: number) {
  if (variant.classifier === "linear-svm") return variant;
  const { alphas, ...choices } = variant;
  return { ...choices, alpha: alphas[index] };
}
