import { requireNumber, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { TermKind } from "../../features/term-kinds.js";
import { NO_WEIGHTING, requireWeighting, type WeightingOptions } from "../../features/weighting.js";
import { COMPLEMENT } from "../bayes/complement.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { MULTINOMIAL } from "../bayes/multinomial.js";
import { MAX_ALPHA, type Prior } from "../bayes/prior.js";
import { type LinearSvmOptions, linearSvm } from "../linear/linear-svm.js";
import { requireChoices } from "../method.js";
import { requireKinds, restricted } from "./restricted.js";
import { weighted } from "./weighted.js";

/** The methods that a variant can have. Others cannot leave out documents with many values of alpha at once. */
const METHODS = { multinomial: MULTINOMIAL, complement: COMPLEMENT } as const;

/** A variant of naive Bayes that `chosen-bayes` chooses from. */
export interface BayesChoices extends WeightingOptions {
  readonly classifier: keyof typeof METHODS;
  /** The values to choose from, above 0. The first is taken unless another is clearly better. At least one. */
  readonly alphas: readonly number[];
  /** Default: the default of the method. */
  readonly prior?: Prior;
  /** As for the method; only for `"multinomial"`. Default 0. */
  readonly emphasis?: number;
  /** The kinds of terms that the variant sees. Default: all. */
  readonly kinds?: readonly TermKind[] | undefined;
}

/** A linear variant that `chosen-bayes` chooses from. */
export interface LinearChoices extends WeightingOptions, LinearSvmOptions {
  readonly classifier: "linear-svm";
  /** The kinds of terms that the variant sees. It is compared only with a variant that sees the same. */
  readonly kinds: readonly TermKind[];
  /** Leaves out terms that fewer training documents have. At least 1, default 1. */
  readonly minDocuments?: number;
}

/** A variant that `chosen-bayes` chooses from. */
export type VariantChoices = BayesChoices | LinearChoices;

/** A linear variant. */
export type Rival = ReturnType<typeof rivalFrom>;
/** A variant of naive Bayes with all that is needed to try it. */
export type Variant = ReturnType<typeof variantFrom>;

/** The names of all choices. */
const CHOICES: readonly string[] = [
  ...["classifier", "alphas", "prior", "emphasis", ...Object.keys(NO_WEIGHTING), "kinds"],
  ...["cost", "tolerance", "epochs", "minDocuments"],
];

/**
 * Makes the variants of naive Bayes, and the linear ones (`rivals`), which come after them.
 *
 * @param choices unchecked: a model file may contain anything
 * @throws UsageError if a choice is not allowed.
 */
export function variantsFrom(choices: unknown) {
  const all = requireChoices<VariantChoices>("variants", choices, "a classifier and alphas", CHOICES);
  const isLinear = (choice: VariantChoices) => choice.classifier === "linear-svm";
  const variants = all.filter((choice) => !isLinear(choice)).map((choice) => variantFrom(choice as BayesChoices));
  const rivals = all.filter(isLinear).map((choice) => rivalFrom(choice as LinearChoices));
  if (variants.length === 0) {
    throw new UsageError(`variants must be an array with at least one variant of naive Bayes, not ${shown(choices)}`);
  }
  if (all.slice(variants.length).every(isLinear)) return { variants, rivals };
  throw new UsageError("variants: those of naive Bayes must come before linear-svm");
}

/**
 * Makes a linear variant.
 *
 * @returns also the classifier that sees terms of these kinds in enough documents, and the one over these terms alone
 * @throws UsageError if a choice is not allowed.
 */
function rivalFrom({ classifier: _, kinds, minDocuments, tf, idf, idfPower, norm, ...options }: LinearChoices) {
  const unrestricted = weighted(linearSvm(options), { tf, idf, idfPower, norm });
  return { kinds, classifier: restricted(unrestricted, kinds, minDocuments), unrestricted };
}

/** Makes a variant of naive Bayes. @throws UsageError if a choice is not allowed. */
function variantFrom(choices: BayesChoices) {
  const { classifier, alphas, emphasis = 0, tf, idf, idfPower, norm, kinds } = choices;
  if (!Object.hasOwn(METHODS, classifier)) {
    throw new UsageError(`variants: the classifier must be multinomial or complement, not ${shown(classifier)}`);
  }
  const { make, options } = METHODS[classifier];
  if (emphasis !== 0 && !("emphasis" in options)) {
    throw new UsageError(`variants: ${classifier} has no emphasis: leave it out`);
  }
  if (!Array.isArray(alphas) || alphas.length === 0) {
    throw new UsageError(`variants: alphas must be an array of numbers, not ${shown(alphas)}`);
  }
  if (kinds !== undefined) requireKinds("variants: kinds", kinds);
  const weighting = { tf, idf, idfPower, norm };
  requireWeighting(weighting);
  const { prior = options.prior.usual as Prior } = choices;
  /** The method with each alpha. */
  const settings = alphas.map((alpha): CountingClassifier => {
    requireNumber("variants: alpha", alpha, { above: 0, to: MAX_ALPHA });
    return make({ alpha, prior, ...(emphasis !== 0 && { emphasis }) });
  });
  const learnsFromOthers = settings[0].learnsFromOthers === true;
  return { method: { learnsFromOthers, alphas, prior, emphasis }, weighting, kinds, settings };
}
