import { UsageError } from "../errors.js";
import { requireWeighting, type WeightingOptions, weighs } from "../features/weighting.js";
import { type BernoulliOptions, bernoulli } from "./bernoulli.js";
import type { CountingClassifier } from "./counting-classifier.js";
import { LOGISTIC_DEFAULTS, type LogisticRegressionOptions, logisticRegression } from "./logistic-regression.js";
import { type MultinomialOptions, multinomial } from "./multinomial.js";
import type { StoredClassifier } from "./stored-classifier.js";
import { weighted } from "./weighted.js";

/** A method as the command and a model file know it. */
interface Method {
  /** What it is called in a sentence. */
  readonly title: string;
  /** The options that are told with the title. */
  readonly told: readonly (keyof MethodOptions)[];
  /** Its own options, each with its default. */
  readonly defaults: MethodOptions;
  readonly make: (options: MethodOptions) => CountingClassifier | StoredClassifier;
}

/** The options of all methods. One of the same name means the same in each. */
export interface MethodOptions extends MultinomialOptions, BernoulliOptions, LogisticRegressionOptions {}

/** The methods by name. A new method is one line here, and its options in `MethodOptions`. */
const METHODS: Readonly<Record<string, Method>> = {
  multinomial: {
    title: "multinomial naive Bayes",
    told: ["alpha"],
    defaults: { alpha: 1, prior: "fit" },
    make: multinomial,
  },
  bernoulli: {
    title: "Bernoulli naive Bayes",
    told: ["alpha"],
    defaults: { alpha: 1, prior: "fit" },
    make: bernoulli,
  },
  "logistic-regression": {
    title: "logistic regression",
    told: ["cost"],
    defaults: LOGISTIC_DEFAULTS,
    make: logisticRegression,
  },
};

/** The names `classifierNamed` knows. */
export const CLASSIFIER_NAMES: readonly string[] = Object.keys(METHODS);

/** The options that some method has. */
export const METHOD_OPTIONS: readonly (keyof MethodOptions)[] = [
  ...new Set(Object.values(METHODS).flatMap(({ defaults }) => Object.keys(defaults) as (keyof MethodOptions)[])),
];

/** @throws UsageError if there is no classifier of that name, or an option is out of range or none of its own. */
export function classifierNamed(name: string, options: MethodOptions = {}): CountingClassifier | StoredClassifier {
  const { defaults, make } = methodNamed(name);
  const own = { ...defaults };
  for (const option of METHOD_OPTIONS) {
    if (options[option] === undefined) continue;
    if (!Object.hasOwn(defaults, option)) {
      throw new UsageError(
        `${option}: required one of the options of ${name} (${Object.keys(defaults).join(", ") || "it has none"}), got ${JSON.stringify(options[option])} for one that it does not have`,
      );
    }
    Object.assign(own, { [option]: options[option] });
  }
  return make(own);
}

/** The options of a method with their defaults. */
export function methodDefaults(name: string): MethodOptions {
  return methodNamed(name).defaults;
}

/** What a method is called in a sentence: `"multinomial naive Bayes"`; one that there is not, by its name. */
export function methodTitle(name: string): string {
  return Object.hasOwn(METHODS, name) ? METHODS[name].title : name;
}

/** The options of a method that are told with its title. */
export function toldOptions(name: string): readonly string[] {
  return Object.hasOwn(METHODS, name) ? METHODS[name].told : [];
}

/** A method, its options, and what its counts become before it sees them. */
export interface ClassifierChoices extends MethodOptions, WeightingOptions {
  readonly classifier: string;
}

/**
 * The classifier that some choices describe.
 *
 * @throws UsageError if a choice is not allowed.
 */
export function classifierFor(choices: ClassifierChoices): CountingClassifier | StoredClassifier {
  const { classifier, tf, idf, norm } = choices;
  const method = classifierNamed(classifier, choices);
  requireWeighting({ tf, idf, norm });
  return weighs(choices) ? weighted(method, { tf, idf, norm }) : method;
}

function methodNamed(name: string): Method {
  if (!Object.hasOwn(METHODS, name)) {
    throw new UsageError(`classifier: required one of ${CLASSIFIER_NAMES.join(", ")}, got ${JSON.stringify(name)}`);
  }
  return METHODS[name];
}
