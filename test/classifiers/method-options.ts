import fc from "fast-check";
import { DISTANCE_WEIGHTINGS } from "../../src/classifiers/distance-weighting.js";
import { VARIANCES } from "../../src/classifiers/normal.js";
import type { MemberChoices, MethodOptions } from "../../src/classifiers/table.js";
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

const NO_ALPHAS = [-1, 1e101, Number.NaN, Number.POSITIVE_INFINITY, "1"];

/** Of a method that has alpha, from 0 on, or another smoothing, and a prior. */
function smoothed(name: string): MethodUnderTest {
  const where = (message: string) => `${name}: ${message}`;
  return {
    options: (classes) =>
      fc
        .tuple(smoothings, fc.record({ prior: priors(classes) }, { requiredKeys: [] }))
        .map(([smoothing, prior]) => ({ ...smoothing, ...prior })),
    corners: [0, 1, 1e-300, 1e100].flatMap((size) => [
      { alpha: size, prior: "fit" as const },
      { alpha: size, prior: "uniform" as const },
      { mEstimate: size, prior: "map" as const },
      { mEstimate: size, mPrior: "frequency" as const, prior: "none" as const },
      { dirichlet: Math.max(1, size) },
    ]),
    refused: [
      ...refusedAlphas(name, NO_ALPHAS),
      ...[-1, 1e101, Number.NaN, "1"].map(
        (m) => [{ mEstimate: m }, where(`mEstimate: required a number from 0 to 1e+100, got ${String(m)}`)] as const,
      ),
      [{ mEstimate: 1, mPrior: "mean" }, where('mPrior: required one of uniform, frequency, got "mean"')],
      [{ mPrior: "uniform" }, where("mPrior: required an mEstimate with it, got none")],
      [{ alpha: 1, mEstimate: 2 }, where("required one of alpha, mEstimate and dirichlet, got alpha and mEstimate")],
      [{ alpha: 1, dirichlet: 2 }, where("required one of alpha, mEstimate and dirichlet, got alpha and dirichlet")],
      [
        { mEstimate: 1, dirichlet: 2 },
        where("required one of alpha, mEstimate and dirichlet, got mEstimate and dirichlet"),
      ],
      ...[0.5, 1e101, Number.NaN, "2", null, [0.5, 2], [2, "2"], [[2], [0]], [[2], 2]].map(
        (weights) =>
          [
            { dirichlet: weights },
            where(
              `dirichlet: required weights from 1 to 1e+100, below 1 there is no maximum, got ${JSON.stringify(weights)}`,
            ),
          ] as const,
      ),
    ],
  };
}

function refusedAlphas(name: string, alphas: readonly unknown[]): MethodUnderTest["refused"] {
  return alphas.map((alpha) => [{ alpha }, `${name}: alpha: required a number from 0 to 1e+100, got ${String(alpha)}`]);
}

const COMPLEMENT: MethodUnderTest = {
  options: (classes) =>
    fc.record(
      { alpha: alphas.filter((alpha) => alpha > 0), normalize: fc.boolean(), prior: priors(classes) },
      { requiredKeys: [] },
    ),
  corners: [1, 1e-300, 1e100].flatMap((alpha) => [
    { alpha },
    { alpha, normalize: true },
    { alpha, prior: "fit" as const },
    { alpha, prior: "uniform" as const },
  ]),
  refused: [
    ...refusedAlphas("complement", NO_ALPHAS),
    [{ alpha: 0 }, "complement: alpha: required a number above 0, as a term of one class alone needs it, got 0"],
    [{ normalize: 1 }, "complement: normalize: required true or false, got 1"],
    [{ mEstimate: 1 }, "mEstimate: required one of the options of complement (alpha, normalize, prior), got 1"],
  ],
};

/** What both kinds of logistic regression can have chosen. */
const LOGISTIC = {
  cost: fc.constantFrom(1e-6, 0.1, 1, 10, 1e6),
  intercept: fc.boolean(),
  tolerance: fc.constantFrom(0.5, 0.01, 1e-7),
  epochs: fc.constantFrom(1, 5, 100),
};
const LOGISTIC_CORNERS = [1e-300, 1e10].flatMap((cost) =>
  [false, true].flatMap((intercept) =>
    [1e-300, 0.999].map((tolerance) => ({ cost, intercept, tolerance, epochs: 30 })),
  ),
);
const EXCUSED_SOLUTION = "what is stopped before its end stops elsewhere: the ends are compared in its own test";

function refusedByLogistic(name: string): [object, string][] {
  return [
    ...[0, -1, 1e11, Number.NaN, Number.POSITIVE_INFINITY, "1"].map((cost): [object, string] => [
      { cost },
      `${name}: cost: required a number above 0, up to 10000000000, got ${String(cost)}`,
    ]),
    ...[0, 1, -1, Number.NaN, "1"].map((tolerance): [object, string] => [
      { tolerance },
      `${name}: tolerance: required a number above 0, below 1, got ${String(tolerance)}`,
    ]),
    ...[0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1"].map((epochs): [object, string] => [
      { epochs },
      `${name}: epochs: required a whole number of at least 1, got ${String(epochs)}`,
    ]),
    [{ intercept: "no" }, `${name}: intercept: required true or false, got "no"`],
  ];
}

/** Of a method that decides by the k nearest: how many there are is known to the data alone, but one there always is. */
function local(name: string, others: Record<string, fc.Arbitrary<unknown>> = {}): MethodUnderTest {
  return {
    options: () => fc.record({ k: fc.constant(1), alpha: alphas, ...others }, { requiredKeys: [] }),
    corners: [0, 1, 1e-300, 1e100].flatMap((alpha) => [
      { alpha, k: null },
      { alpha, k: 1 },
    ]),
    refused: [
      ...NO_ALPHAS.map((alpha): [object, string] => [
        { alpha },
        `${name}: alpha: required a number from 0 to 1e+100, got ${String(alpha)}`,
      ]),
      ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "3"].map((k): [object, string] => [
        { k },
        `${name}: k: required a whole number of at least 1, got ${String(k)}`,
      ]),
    ],
  };
}

/** Every method that is made of no others: a new one is tested when it has a line here. */
const SINGLE_METHODS: Readonly<Record<string, MethodUnderTest>> = {
  multinomial: smoothed("multinomial"),
  bernoulli: smoothed("bernoulli"),
  complement: COMPLEMENT,
  categorical: { ...smoothed("categorical"), takesCountsOnly: true },
  gaussian: {
    options: (classes) =>
      fc.record(
        {
          variance: fc.constantFrom(...VARIANCES),
          varSmoothing: fc.constantFrom(1e-9, 1e-3, 0.1, 2),
          prior: priors(classes),
        },
        { requiredKeys: [] },
      ),
    corners: [0, 1e-300, 1e-9, 1e100].flatMap((varSmoothing) => [
      { varSmoothing, variance: "unbiased" as const, prior: "fit" as const },
      { varSmoothing, prior: "uniform" as const },
    ]),
    refused: [
      ...NO_ALPHAS.map((value): [object, string] => [
        { varSmoothing: value },
        `gaussian: varSmoothing: required a number from 0 to 1e+100, got ${String(value)}`,
      ]),
      [{ variance: "n" }, 'gaussian: variance: required one of maximum-likelihood, unbiased, got "n"'],
    ],
    excused: { "takes counts alone": "numbers may be below 0" },
  },
  "logistic-regression": {
    options: () => fc.record(LOGISTIC, { requiredKeys: [] }),
    corners: LOGISTIC_CORNERS,
    refused: refusedByLogistic("logistic-regression"),
    excused: {
      "takes counts alone": "numbers may be below 0",
      "takes a weight for a number of documents": EXCUSED_SOLUTION,
    },
  },
  "nb-logistic-regression": {
    options: () => fc.record({ ...LOGISTIC, alpha: alphas.filter((alpha) => alpha > 0) }, { requiredKeys: [] }),
    corners: [1e-300, 1e100].flatMap((alpha) => LOGISTIC_CORNERS.map((corner) => ({ ...corner, alpha }))),
    refused: [
      ...refusedByLogistic("nb-logistic-regression"),
      ...NO_ALPHAS.map((alpha): [object, string] => [
        { alpha },
        `nb-logistic-regression: alpha: required a number from 0 to 1e+100, got ${String(alpha)}`,
      ]),
      [{ alpha: 0 }, "nb-logistic-regression: alpha: required a number above 0: a ratio to 0 is no number, got 0"],
    ],
    excused: { "takes a weight for a number of documents": EXCUSED_SOLUTION },
  },
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

/** The methods of the table. */
export const METHODS_UNDER_TEST: Readonly<Record<string, MethodUnderTest>> = {
  ...SINGLE_METHODS,
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
      [{ members: [] }, "combined: required at least one classifier, got none"],
      [{ members: "multinomial" }, 'members: required an array, got "multinomial"'],
      [{ members: [null] }, "members: required objects with a classifier and a weight, got null"],
      [{ members: [{ classifier: "multinomial" }] }, "required a weight above 0, up to 1e+100, got undefined"],
      [{ members: [{ classifier: "multinomial", weight: 0 }] }, "required a weight above 0, up to 1e+100, got 0"],
      [{ members: [{ classifier: "multinomial", weight: 1e101 }] }, "up to 1e+100, got 1e+101"],
      [{ members: [{ classifier: "svm", weight: 1 }] }, 'got "svm"'],
      [
        { members: [{ classifier: "multinomial", weight: 1, alfa: 3 }] },
        "members: required some of classifier, weight, ",
      ],
      [{ members: [{ classifier: "multinomial", weight: 1, tf: "none" }] }, "tf: required one of count, "],
    ],
    tolerance: Math.max(...SINGLE.map(({ tolerance = 0 }) => tolerance), 1e-9),
    takesCountsOnly: true,
    excused: { "takes a weight for a number of documents": EXCUSED_SOLUTION },
  },
};
