import fc from "fast-check";
import { isWords, type MethodOption } from "../../src/classifiers/method.js";
import { CLASSIFIER_NAMES, type MemberChoices, type MethodOptions, methodNamed } from "../../src/classifiers/table.js";
import {
  INVERSE_DOCUMENT_FREQUENCIES,
  NORMS,
  TERM_FREQUENCIES,
  type WeightingOptions,
} from "../../src/features/weighting.js";
import { priors, smoothings } from "./samples.js";

/** A rule of the contract that a method may be excused from. */
export type Rule =
  /** Training refuses values that are no counts, such as values below 0. */
  | "takes counts alone"
  /** A document of weight n is n documents. */
  | "takes a weight for a number of documents"
  /** With the default options, a class without documents is never predicted. */
  | "never predicts a class without documents";

/** A method, as the contract suite tests it. Most of it comes from the declaration of the method. */
export interface MethodUnderTest {
  /** Any options. @param classes the number of classes; without it, no option depends on the classes */
  readonly options: (classes?: number) => fc.Arbitrary<MethodOptions>;
  /** The ends of each option's range. Each is tried on extreme data. */
  readonly corners: readonly MethodOptions[];
  /** Options that are refused before any data are seen, each with the message. */
  readonly refused: readonly (readonly [options: object, message: string])[];
  /** How near scores must be that are computed in two ways, relative to scores above 1. Default 1e-9. */
  readonly tolerance?: number;
  readonly takesCountsOnly?: boolean | undefined;
  /** The rules from which it is excused, and why. */
  readonly excused?: { readonly [rule in Rule]?: string };
}

/** Every weighting, with some powers. */
export const WEIGHTINGS: readonly WeightingOptions[] = TERM_FREQUENCIES.flatMap((tf) =>
  INVERSE_DOCUMENT_FREQUENCIES.flatMap((idf) =>
    (idf === "none" ? [1] : [1, 0, 1.5]).flatMap((idfPower) => NORMS.map((norm) => ({ tf, idf, idfPower, norm }))),
  ),
);

/** Numbers of every size, for the values of options. */
const SIZES = [0, 1e-300, 1e-6, 1e-3, 0.01, 0.1, 0.5, 0.999, 1, 2, 10, 100, 1e6, 1e10, 1e100];

/** Returns values that an option takes, and values that it refuses. */
function valuesOf({ takes, usual }: MethodOption): { readonly good: readonly unknown[]; readonly bad: unknown[] } {
  if (takes === "boolean") return { good: [true, false], bad: [1, "no"] };
  if (isWords(takes)) return { good: takes, bad: ["n"] };
  if (typeof takes === "string") return { good: [], bad: [] };
  // A whole number without a default has one that depends on the data: only the least is always possible.
  if (takes.isWhole) return { good: usual === null ? [1] : [1, 5, 30], bad: [0, -1, 1.5, Number.NaN, Infinity, "3"] };
  const { from = -Infinity, above = -Infinity, to = Infinity, below = Infinity } = takes;
  const isGood = (size: number) => size >= from && size > above && size <= to && size < below;
  const bad = [-1, ...SIZES, 1e101].filter((size) => !isGood(size));
  return { good: SIZES.filter(isGood), bad: [...bad, Number.NaN, "1"] };
}

/**
 * The options of smoothing, of which only one can be chosen. Temper has a test of its own, too: an evaluation calibrates
 * tempered scores of more than two classes.
 */
const SMOOTHING = ["alpha", "mEstimate", "mPrior", "dirichlet"];

/** The methods that take numbers below 0. */
const TAKES_NUMBERS = ["gaussian", "logistic-regression", "linear-svm"];

/** Returns what a method declares, in the form that the suite needs. */
function declared(name: string): MethodUnderTest {
  const { options, family, takesCountsOnly } = methodNamed(name);
  const isSmoothed = options.mEstimate !== undefined;
  const entries = Object.entries<MethodOption>(options).map(([option, facts]) => ({ option, ...valuesOf(facts) }));
  const isApart = (option: string) => option === "temper" || (isSmoothed && SMOOTHING.includes(option));
  const plain = entries.filter(({ option, good }) => good.length > 0 && !isApart(option));
  const some = Object.fromEntries(plain.map(({ option, good }) => [option, fc.constantFrom(...good)]));
  const ends = (end: 0 | -1) => Object.fromEntries(plain.map(({ option, good }) => [option, good.at(end)]));
  const smoothedEnds = [0, 1, 1e-300, 1e100].flatMap((size) => [
    { alpha: size, prior: "fit" as const },
    { mEstimate: size, prior: "map" as const },
    { mEstimate: size, mPrior: "frequency" as const, prior: "none" as const },
    { dirichlet: Math.max(1, size), prior: "uniform" as const },
  ]);
  const isLinear = family === "Linear methods";
  return {
    options: (classes) =>
      fc
        .tuple(
          fc.record({ ...some, ...(options.prior && { prior: priors(classes) }) }, { requiredKeys: [] }),
          isSmoothed ? smoothings : fc.constant({}),
        )
        .map(([own, smoothing]) => ({ ...own, ...smoothing })),
    corners: isSmoothed
      ? smoothedEnds
      : [ends(0), ends(-1), ...plain.map(({ option, good }) => ({ ...ends(0), [option]: good.at(-1) }))],
    refused: entries.flatMap(({ option, bad }) =>
      bad.map((value) => [{ [option]: value }, `${name}: ${option} must be `] as const),
    ),
    takesCountsOnly,
    excused: {
      ...(isLinear && { "takes a weight for a number of documents": EXCUSED_SOLUTION }),
      ...(TAKES_NUMBERS.includes(name) && { "takes counts alone": "values may be below 0" }),
    },
  };
}

const EXCUSED_SOLUTION = "learning that stops early stops elsewhere; its own test compares the ends";

const COMBINATIONS = ["combined", "learned", "chosen-bayes"];

/** The methods that are not made of others. */
const SINGLE_METHODS: Readonly<Record<string, MethodUnderTest>> = Object.fromEntries(
  CLASSIFIER_NAMES.filter((name) => !COMBINATIONS.includes(name)).map((name) => [name, declared(name)]),
);

/** One to three members, each with any options and weighting. */
function membersOf(classes?: number): fc.Arbitrary<MemberChoices[]> {
  const member = fc
    .constantFrom(...Object.entries(SINGLE_METHODS))
    .chain(([classifier, { options, takesCountsOnly }]) =>
      fc
        .tuple(
          options(classes),
          takesCountsOnly ? fc.constant({}) : fc.constantFrom({}, ...WEIGHTINGS),
          fc.constantFrom(1, 0.25, 3),
        )
        .map(([choices, weighting, weight]) => ({ classifier, ...choices, ...weighting, weight })),
    );
  return fc.array(member, { minLength: 1, maxLength: 3 });
}

/** Refused values of an option that is a list. */
const refusedLists = (option: string, cases: readonly (readonly [list: unknown, message: string])[]) =>
  cases.map(([list, message]) => [{ [option]: list }, message] as const);
const ofOne = (choices: object, message: string) => [[choices], message] as const;
const WEIGHT = "the weight of multinomial must be a number above 0 and at most 1e+100, not";

/** The methods of the table. */
export const METHODS_UNDER_TEST: Readonly<Record<string, MethodUnderTest>> = {
  ...SINGLE_METHODS,
  learned: {
    options: () => fc.constant({}),
    corners: [],
    takesCountsOnly: true,
    tolerance: 1e-6,
    refused: refusedLists("candidates", [
      [[], "learned: give at least one classifier"],
      [[1], "candidates must be objects with a classifier; one of them is 1"],
      ofOne({ classifier: "bayes" }, 'there is no classifier "bayes"'),
      ofOne({ classifier: "linear-svm", cost: 0 }, "linear-svm: cost must be a number above 0"),
      ofOne({ classifier: "complement", kinds: ["verbs"] }, "kinds must be some of words"),
    ]),
    excused: { "takes a weight for a number of documents": "folds are of documents" },
  },
  "chosen-bayes": {
    options: () => fc.constant({}),
    corners: [
      {
        variants: [{ classifier: "multinomial", alphas: [1e-300, 1e100], tf: "log", idf: "smooth", prior: "uniform" }],
      },
      { variants: [{ classifier: "complement", alphas: [1], kinds: ["ngrams"] }] },
    ],
    takesCountsOnly: true,
    refused: refusedLists("variants", [
      [[], "variants must be an array with at least one variant of naive Bayes, not []"],
      [[1], "variants must be objects with a classifier and alphas; one of them is 1"],
      ofOne({ classifier: "bernoulli", alphas: [1] }, "must be multinomial or complement, not "),
      ofOne({ classifier: "complement", colour: 1 }, 'variants have no choice "colour"; they have classifier'),
      ofOne({ classifier: "complement" }, "alphas must be an array of numbers, not undefined"),
      ofOne({ classifier: "complement", alphas: [0] }, "alpha must be a number above 0"),
      ofOne({ classifier: "complement", alphas: [1], emphasis: 1 }, "complement has no emphasis"),
      ofOne({ classifier: "complement", alphas: [1], kinds: ["verbs"] }, "kinds must be some of words"),
      ofOne({ classifier: "complement", alphas: [1], norm: "l3" }, "norm must be one of none, l1, l2"),
      ofOne({ classifier: "linear-svm", kinds: ["words"] }, "with at least one variant of naive Bayes, not "),
      [
        [
          { classifier: "linear-svm", kinds: ["words"] },
          { classifier: "complement", alphas: [1] },
        ],
        "variants: those of naive Bayes must come before linear-svm",
      ],
    ]),
    excused: { "takes a weight for a number of documents": "documents of a weight are not left out" },
  },
  combined: {
    options: (classes) => fc.record({ members: membersOf(classes) }, { requiredKeys: [] }),
    corners: [
      { members: Object.keys(SINGLE_METHODS).map((classifier) => ({ classifier, weight: 1e100 })) },
      {
        members: Object.entries(SINGLE_METHODS)
          .filter(([, { takesCountsOnly }]) => !takesCountsOnly)
          .map(([classifier]) => ({ classifier, tf: "log", weight: 1e-100 })),
      },
      { members: [{ classifier: "combined", weight: 2 }] },
    ],
    refused: refusedLists("members", [
      [[], "combined: give at least one classifier"],
      ["multinomial", 'members must be an array, not "multinomial"'],
      [[null], "members must be objects with a classifier and a weight; one of them is null"],
      ofOne({ classifier: "multinomial" }, `${WEIGHT} undefined`),
      ofOne({ classifier: "multinomial", weight: 0 }, `${WEIGHT} 0`),
      ofOne({ classifier: "multinomial", weight: 1e101 }, `${WEIGHT} 1e+101`),
      ofOne({ classifier: "svm", weight: 1 }, 'there is no classifier "svm"; choose one of '),
      ofOne({ classifier: "multinomial", weight: 1, alfa: 3 }, 'members have no choice "alfa"; they have classifier, '),
      ofOne({ classifier: "multinomial", weight: 1, tf: "none" }, "tf must be one of count, "),
    ]),
    tolerance: Math.max(...Object.values(SINGLE_METHODS).map(({ tolerance = 0 }) => tolerance), 1e-9),
    takesCountsOnly: true,
    excused: { "takes a weight for a number of documents": EXCUSED_SOLUTION },
  },
};
