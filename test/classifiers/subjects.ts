import fc from "fast-check";
import type { CountingClassifier } from "../../src/classifiers/bayes/counting-classifier.js";
import type { StoredClassifier } from "../../src/classifiers/stored-classifier.js";
import { CLASSIFIER_NAMES, type ClassifierChoices, makeClassifier } from "../../src/classifiers/table.js";
import { isThorough, slowRuns } from "../helpers/arbitraries.js";
import { METHODS_UNDER_TEST, type MethodUnderTest, type Rule, WEIGHTINGS } from "./method-options.js";

/** A property is tried this often on every method, plain and weighted. */
export const RUNS = slowRuns(12);

export type Any = CountingClassifier | StoredClassifier;

/** A kind of classifier with all that can be chosen of it. */
export interface Subject {
  readonly title: string;
  /** Classifiers for data of so many classes. */
  readonly some: (classes: number) => fc.Arbitrary<() => Any>;
  /** With every option as it is by default. */
  readonly plain: () => Any;
  readonly corners: readonly (() => Any)[];
  readonly tolerance: number;
  readonly excused: ReadonlySet<Rule>;
}

/** The methods that take weights in place of counts. */
const WEIGHABLE = CLASSIFIER_NAMES.filter((name) => !METHODS_UNDER_TEST[name].takesCountsOnly);

const excusesOf = ({ excused = {} }: MethodUnderTest) => Object.keys(excused) as Rule[];

export const PLAIN = CLASSIFIER_NAMES.map((name): Subject => {
  const method = METHODS_UNDER_TEST[name];
  return {
    title: name,
    some: (classes) => method.options(classes).map((options) => () => makeClassifier({ classifier: name, ...options })),
    plain: () => makeClassifier({ classifier: name }),
    corners: method.corners.map((options) => () => makeClassifier({ classifier: name, ...options })),
    tolerance: method.tolerance ?? 1e-9,
    excused: new Set(excusesOf(method)),
  };
});

export const WEIGHTED = WEIGHABLE.map((name): Subject => {
  const method = METHODS_UNDER_TEST[name];
  const make = (choices: Omit<ClassifierChoices, "classifier">) => () =>
    makeClassifier({ classifier: name, ...choices });
  return {
    title: `${name}, weighted`,
    some: (classes) =>
      fc
        .tuple(method.options(classes), fc.constantFrom(...WEIGHTINGS))
        .map(([options, weighting]) => make({ ...options, ...weighting })),
    plain: make({ tf: "log", idf: "smooth", norm: "l2" }),
    // Every seventh has each choice with several others. The properties draw from all.
    corners: WEIGHTINGS.filter((_, i) => isThorough || i % 7 === 0).map(make),
    tolerance: method.tolerance ?? 1e-9,
    // What is weighted is counts, whatever the method could take.
    excused: new Set(excusesOf(method).filter((rule) => rule !== "takes counts alone")),
  };
});
