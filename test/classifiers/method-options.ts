import fc from "fast-check";
import { shown } from "../../src/base/checks.js";
import { VARIANCES } from "../../src/classifiers/bayes/gaussian.js";
import { DISTANCE_WEIGHTINGS } from "../../src/classifiers/neighbours/vote-weights.js";
import type { MemberChoices, MethodOptions } from "../../src/classifiers/table.js";
import { CLASSIFIER_NAMES } from "../../src/classifiers/table.js";
import {
  INVERSE_DOCUMENT_FREQUENCIES,
  NORMS,
  TERM_FREQUENCIES,
  type WeightingOptions,
} from "../../src/features/weighting.js";
import { alphas, priors, smoothings } from "./samples.js";

/** What a method may be excused from, if its nature is another. */
export type Rule =
  /** Values that are no counts, below 0 for one, are refused in training. */
  | "takes counts alone"
  /** A document of weight n is n documents. */
  | "takes a weight for a number of documents"
  /** With the options as they are by default, a class without documents is never predicted. */
  | "never predicts a class without documents";

/** What the contract suite has to know of a method. */
export interface MethodUnderTest {
  /**
   * All that can be chosen, corners among it.
   *
   * @param classes of the data; left out where it is not known: then without choices that depend on it
   */
  readonly options: (classes?: number) => fc.Arbitrary<MethodOptions>;
  /** The ends of what is allowed: each is tried on every corner of the data. */
  readonly corners: readonly MethodOptions[];
  /** Choices that are refused before any data are seen, each with the message. */
  readonly refused: readonly (readonly [options: object, message: string])[];
  /**
   * How near, relative to scores above 1, are scores that should be equal but are come by in
   * another way: of weighted documents and of the same repeated. Default 1e-9.
   */
  readonly tolerance?: number;
  /** Whether it refuses to be given weights in place of counts. Default false. */
  readonly takesCountsOnly?: boolean;
  /** What it is excused from, and why. */
  readonly excused?: { readonly [rule in Rule]?: string };
}

/** Every weighting there is, some powers among them. */
export const WEIGHTINGS: readonly WeightingOptions[] = TERM_FREQUENCIES.flatMap((tf) =>
  INVERSE_DOCUMENT_FREQUENCIES.flatMap((idf) =>
    (idf === "none" ? [1] : [1, 0, 1.5]).flatMap((idfPower) => NORMS.map((norm) => ({ tf, idf, idfPower, norm }))),
  ),
);

/** For some options, values that are refused, and what is said instead of them. */
const REFUSALS = {
  alpha: [[-1, 1e101, Number.NaN, Number.POSITIVE_INFINITY, "1"], "a number from 0 to 1e+100"],
  "alpha, above 0": [[-1, 0, 1e101, Number.NaN, "1"], "a number above 0 and at most 1e+100"],
  mEstimate: [[-1, 1e101, Number.NaN, "1"], "a number from 0 to 1e+100"],
  varSmoothing: [[-1, 1e101, Number.NaN, "1"], "a number from 0 to 1e+100"],
  cost: [[0, -1, 1e11, Number.NaN, Number.POSITIVE_INFINITY, "1"], "a number above 0 and at most 10000000000"],
  tolerance: [[0, 1, -1, Number.NaN, "1"], "a number above 0 and below 1"],
  epochs: [[0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1"], "a whole number of at least 1"],
  intercept: [["no"], "true or false"],
  normalize: [[1], "true or false"],
  variance: [["n"], "one of maximum-likelihood, unbiased"],
  k: [[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "3"], "a whole number of at least 1"],
} as const;

function refusals(name: string, ...options: readonly (keyof typeof REFUSALS)[]): [object, string][] {
  return options.flatMap((key) => {
    const [values, wanted] = REFUSALS[key];
    const [option] = key.split(",");
    return values.map((value): [object, string] => [
      { [option]: value },
      `${name}: ${option} must be ${wanted}, not ${shown(value)}`,
    ]);
  });
}

/** Any of some options, each left out at times. */
function some(options: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<MethodOptions> {
  return fc.record(options, { requiredKeys: [] });
}

const ABOVE_0 = alphas.filter((alpha) => alpha > 0);

/** Of a method that has alpha, from 0 on, or another smoothing, and a prior. */
function smoothed(name: string): MethodUnderTest {
  const where = (message: string) => `${name}: ${message}`;
  return {
    options: (classes) =>
      fc.tuple(smoothings, some({ prior: priors(classes) })).map(([smoothing, prior]) => ({ ...smoothing, ...prior })),
    corners: [0, 1, 1e-300, 1e100].flatMap((size) => [
      { alpha: size, prior: "fit" as const },
      { alpha: size, prior: "uniform" as const },
      { mEstimate: size, prior: "map" as const },
      { mEstimate: size, mPrior: "frequency" as const, prior: "none" as const },
      { dirichlet: Math.max(1, size) },
    ]),
    refused: [
      ...refusals(name, "alpha", "mEstimate"),
      [{ mEstimate: 1, mPrior: "mean" }, where('mPrior must be one of uniform, frequency, not "mean"')],
      [{ mPrior: "uniform" }, where("mPrior says nothing without mEstimate: give both")],
      [{ alpha: 1, mEstimate: 2 }, where("alpha and mEstimate cannot be combined: choose one way to smooth")],
      [{ alpha: 1, dirichlet: 2 }, where("alpha and dirichlet cannot be combined: choose one way to smooth")],
      [{ mEstimate: 1, dirichlet: 2 }, where("mEstimate and dirichlet cannot be combined: choose one way to smooth")],
      ...[0.5, 1e101, Number.NaN, "2", null, [0.5, 2], [2, "2"], [[2], [0]], [[2], 2]].map((dirichlet) => {
        const wanted = "dirichlet weights must be numbers from 1 to 1e+100 (below 1 there is no maximum)";
        return [{ dirichlet }, where(`${wanted}, not ${shown(dirichlet)}`)] as const;
      }),
    ],
  };
}

const COMPLEMENT: MethodUnderTest = {
  options: (classes) => some({ alpha: ABOVE_0, normalize: fc.boolean(), prior: priors(classes) }),
  corners: [1, 1e-300, 1e100].flatMap((alpha) => [
    { alpha },
    { alpha, normalize: true },
    { alpha, prior: "fit" as const },
    { alpha, prior: "uniform" as const },
  ]),
  refused: [
    ...refusals("complement", "alpha, above 0", "normalize"),
    [
      { mEstimate: 1 },
      "complement has no option mEstimate: leave it out, or choose a method that has it (multinomial, bernoulli, categorical)",
    ],
  ],
};

const SVM = {
  cost: fc.constantFrom(1e-6, 0.1, 1, 10, 1e6),
  tolerance: fc.constantFrom(0.5, 0.01, 1e-7),
  epochs: fc.constantFrom(1, 5, 100),
};
const SVM_CORNERS = [1e-300, 1e10].flatMap((cost) =>
  [1e-300, 0.999].map((tolerance) => ({ cost, tolerance, epochs: 30 })),
);
const LOGISTIC = { ...SVM, intercept: fc.boolean() };
const LOGISTIC_CORNERS = SVM_CORNERS.flatMap((corner) => [false, true].map((intercept) => ({ ...corner, intercept })));
const EXCUSED_SOLUTION = "what is stopped before its end stops elsewhere: the ends are compared in its own test";

/** Returns what to test of a linear method. @param hasRatios whether it weighs terms by the ratios of naive Bayes */
function linear(name: string, isLogistic: boolean, hasRatios: boolean): MethodUnderTest {
  const corners = isLogistic ? LOGISTIC_CORNERS : SVM_CORNERS;
  return {
    options: () => some({ ...(isLogistic ? LOGISTIC : SVM), ...(hasRatios && { alpha: ABOVE_0 }) }),
    corners: hasRatios ? [1e-300, 1e100].flatMap((alpha) => corners.map((corner) => ({ ...corner, alpha }))) : corners,
    refused: [
      ...refusals(name, "cost", "tolerance", "epochs"),
      ...(isLogistic ? refusals(name, "intercept") : []),
      ...(hasRatios ? refusals(name, "alpha, above 0") : []),
    ],
    excused: {
      "takes a weight for a number of documents": EXCUSED_SOLUTION,
      ...(!hasRatios && { "takes counts alone": "numbers may be below 0" }),
    },
  };
}

/** Of a method that decides by the k nearest: how many there are is known to the data alone, but one there always is. */
function local(name: string, others: Record<string, fc.Arbitrary<unknown>> = {}): MethodUnderTest {
  return {
    options: () => some({ k: fc.constant(1), alpha: alphas, ...others }),
    corners: [0, 1, 1e-300, 1e100].flatMap((alpha) => [
      { alpha, k: null },
      { alpha, k: 1 },
    ]),
    refused: refusals(name, "alpha", "k"),
  };
}

/** The methods that are not made of others. One that has no line here is tested with its defaults. */
const SINGLE_METHODS: Readonly<Record<string, MethodUnderTest>> = {
  multinomial: smoothed("multinomial"),
  bernoulli: smoothed("bernoulli"),
  complement: COMPLEMENT,
  categorical: { ...smoothed("categorical"), takesCountsOnly: true },
  gaussian: {
    options: (classes) =>
      some({
        variance: fc.constantFrom(...VARIANCES),
        varSmoothing: fc.constantFrom(1e-9, 1e-3, 0.1, 2),
        prior: priors(classes),
      }),
    corners: [0, 1e-300, 1e-9, 1e100].flatMap((varSmoothing) => [
      { varSmoothing, variance: "unbiased" as const, prior: "fit" as const },
      { varSmoothing, prior: "uniform" as const },
    ]),
    refused: refusals("gaussian", "varSmoothing", "variance"),
    excused: { "takes counts alone": "numbers may be below 0" },
  },
  "logistic-regression": linear("logistic-regression", true, false),
  "nb-logistic-regression": linear("nb-logistic-regression", true, true),
  "linear-svm": linear("linear-svm", false, false),
  "nb-svm": linear("nb-svm", false, true),
  "nearest-neighbours": local("nearest-neighbours", { distanceWeighting: fc.constantFrom(...DISTANCE_WEIGHTINGS) }),
  "locally-weighted": local("locally-weighted"),
};

/** Some of them with a say, each in any way. */
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

const SINGLE = Object.values(SINGLE_METHODS);

const DEFAULTS_ONLY: MethodUnderTest = { options: () => fc.constant({}), corners: [], refused: [] };

/** The methods of the table. */
export const METHODS_UNDER_TEST: Readonly<Record<string, MethodUnderTest>> = {
  ...Object.fromEntries(CLASSIFIER_NAMES.map((name) => [name, DEFAULTS_ONLY])),
  ...SINGLE_METHODS,
  learned: {
    options: () => fc.constant({}),
    corners: [],
    takesCountsOnly: true,
    tolerance: 1e-6,
    refused: [
      [{ candidates: 1 }, "candidates must be an array, not 1"],
      [{ candidates: [] }, "learned: give at least one classifier"],
      [{ candidates: [1] }, "candidates must be objects with a classifier; one of them is 1"],
      [{ candidates: [{ classifier: "bayes" }] }, 'there is no classifier "bayes"'],
      [{ candidates: [{ classifier: "complement", colour: 1 }] }, 'candidates have no choice "colour"'],
      [{ candidates: [{ classifier: "linear-svm", cost: 0 }] }, "linear-svm: cost must be a number above 0"],
      [{ candidates: [{ classifier: "complement", kinds: ["verbs"] }] }, "kinds must be some of words"],
    ],
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
    refused: [
      [{ variants: 1 }, "variants must be an array with at least one variant, not 1"],
      [{ variants: [] }, "variants must be an array with at least one variant, not []"],
      [{ variants: [1] }, "variants must be objects with a classifier and alphas; one of them is 1"],
      [{ variants: [{ classifier: "bernoulli", alphas: [1] }] }, "must be multinomial or complement, not "],
      [
        { variants: [{ classifier: "complement", colour: 1 }] },
        'variants have no choice "colour"; they have classifier',
      ],
      [{ variants: [{ classifier: "complement" }] }, "alphas must be an array of numbers, not undefined"],
      [{ variants: [{ classifier: "complement", alphas: [] }] }, "alphas must be an array of numbers, not []"],
      [{ variants: [{ classifier: "complement", alphas: [0] }] }, "alpha must be a number above 0"],
      [{ variants: [{ classifier: "complement", alphas: [1], emphasis: 1 }] }, "complement has no emphasis"],
      [{ variants: [{ classifier: "complement", alphas: [1], kinds: ["verbs"] }] }, "kinds must be some of words"],
      [{ variants: [{ classifier: "complement", alphas: [1], norm: "l3" }] }, "norm must be one of none, l1, l2"],
    ],
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
    refused: [
      [{ members: [] }, "combined: give at least one classifier"],
      [{ members: "multinomial" }, 'members must be an array, not "multinomial"'],
      [{ members: [null] }, "members must be objects with a classifier and a weight; one of them is null"],
      [
        { members: [{ classifier: "multinomial" }] },
        "the weight of multinomial must be a number above 0 and at most 1e+100, not undefined",
      ],
      [
        { members: [{ classifier: "multinomial", weight: 0 }] },
        "the weight of multinomial must be a number above 0 and at most 1e+100, not 0",
      ],
      [{ members: [{ classifier: "multinomial", weight: 1e101 }] }, "at most 1e+100, not 1e+101"],
      [{ members: [{ classifier: "svm", weight: 1 }] }, 'there is no classifier "svm"; choose one of '],
      [
        { members: [{ classifier: "multinomial", weight: 1, alfa: 3 }] },
        'members have no choice "alfa"; they have classifier, kinds, ',
      ],
      [{ members: [{ classifier: "multinomial", weight: 1, tf: "none" }] }, "tf must be one of count, "],
    ],
    tolerance: Math.max(...SINGLE.map(({ tolerance = 0 }) => tolerance), 1e-9),
    takesCountsOnly: true,
    excused: { "takes a weight for a number of documents": EXCUSED_SOLUTION },
  },
};
