import { UsageError } from "../errors.js";
import type { TermKind } from "../features/term-kinds.js";
import { NO_WEIGHTING, requireWeighting, type WeightingOptions, weighs } from "../features/weighting.js";
import { type BernoulliOptions, bernoulli } from "./bernoulli.js";
import { type CategoricalOptions, categorical } from "./categorical.js";
import { combined, type Member } from "./combined.js";
import { type ComplementOptions, complement } from "./complement.js";
import { type CountingClassifier, isCounting } from "./counting-classifier.js";
import { EMPHASIS_OPTIONS } from "./emphasis.js";
import { type GaussianOptions, gaussian } from "./gaussian.js";
import { type LocallyWeightedOptions, locallyWeighted } from "./locally-weighted.js";
import { LOGISTIC_DEFAULTS, logisticRegression } from "./logistic-regression.js";
import { type MultinomialOptions, multinomial } from "./multinomial.js";
import {
  NB_LOGISTIC_DEFAULTS,
  type NbLogisticRegressionOptions,
  nbLogisticRegression,
} from "./nb-logistic-regression.js";
import { type NearestNeighboursOptions, nearestNeighbours } from "./nearest-neighbours.js";
import { presences } from "./presences.js";
import { restricted } from "./restricted.js";
import { SMOOTHING_OPTIONS, smoothingDefaults } from "./smoothing.js";
import type { StoredClassifier } from "./stored-classifier.js";
import { weighted } from "./weighted.js";

/** A method as the command and a model file know it. */
interface Method {
  /** What it is called in a sentence. */
  readonly title: string;
  /** The options that are told with the title. */
  readonly told: readonly (keyof MethodOptions)[];
  /** What a margin has that no term of the document has brought. Default: "prior" where there is one, else "rest". */
  readonly rest?: string;
  /** Its own options, each with its default. */
  readonly defaults: MethodOptions;
  /** Options that stand in place of others, and which then are its own: `defaults` is where none is given. */
  readonly alternatives?: {
    readonly options: readonly (keyof MethodOptions)[];
    readonly defaults: (given: MethodOptions) => MethodOptions;
  };
  /** What its counts become where nothing is chosen; left out: they stay counts. */
  readonly weighting?: WeightingOptions;
  readonly make: (options: MethodOptions) => CountingClassifier | StoredClassifier;
  /** Whether weights in place of counts make no sense to it, or are a matter of its members. Default false. */
  readonly takesCountsOnly?: boolean;
}

/** The options of all methods. One of the same name means the same in each. */
export interface MethodOptions
  extends MultinomialOptions,
    BernoulliOptions,
    CategoricalOptions,
    ComplementOptions,
    GaussianOptions,
    LocallyWeightedOptions,
    NbLogisticRegressionOptions,
    NearestNeighboursOptions {
  /** Of `"combined"`: the classifiers that decide together. */
  readonly members?: readonly MemberChoices[] | undefined;
}

/** Two that make different mistakes. */
const DEFAULT_MEMBERS: readonly MemberChoices[] = [
  { classifier: "multinomial", weight: 0.1 },
  { classifier: "multinomial", alpha: 0.01, tf: "log", idf: "smooth", norm: "l2", weight: 1 },
];

const SMOOTHING = {
  told: SMOOTHING_OPTIONS,
  defaults: { alpha: 1, prior: "fit" },
  alternatives: {
    options: SMOOTHING_OPTIONS,
    defaults: (given: MethodOptions): MethodOptions => ({ ...smoothingDefaults(given), prior: "fit" }),
  },
} as const;
/** What documents are compared by: the cosine divides by the length, so that a norm would change nothing. */
const COMPARING: WeightingOptions = { tf: "log", idf: "smooth" };

/** The methods by name. A new method is one line here, and its options in `MethodOptions`. */
const METHODS: Readonly<Record<string, Method>> = {
  multinomial: {
    title: "multinomial naive Bayes",
    ...SMOOTHING,
    told: [...SMOOTHING_OPTIONS, ...EMPHASIS_OPTIONS],
    alternatives: {
      options: [...SMOOTHING_OPTIONS, ...EMPHASIS_OPTIONS],
      defaults: (given: MethodOptions): MethodOptions => SMOOTHING.alternatives.defaults(given),
    },
    make: multinomial,
  },
  bernoulli: {
    title: "Bernoulli naive Bayes",
    ...SMOOTHING,
    rest: "prior and absent terms",
    make: bernoulli,
  },
  categorical: {
    title: "categorical naive Bayes",
    rest: "prior and absent terms",
    ...SMOOTHING,
    make: categorical,
    takesCountsOnly: true,
  },
  gaussian: {
    title: "Gaussian naive Bayes",
    told: ["variance"],
    rest: "prior and absent terms",
    defaults: { variance: "maximum-likelihood", varSmoothing: 1e-9, prior: "fit" },
    make: gaussian,
  },
  complement: {
    title: "complement naive Bayes",
    told: ["alpha", "normalize"],
    defaults: { alpha: 1, normalize: false, prior: "none" },
    make: complement,
  },
  "logistic-regression": {
    title: "logistic regression",
    told: ["cost"],
    rest: "intercept",
    defaults: LOGISTIC_DEFAULTS,
    make: logisticRegression,
  },
  "nb-logistic-regression": {
    title: "logistic regression on naive Bayes features",
    told: ["cost", "alpha"],
    defaults: NB_LOGISTIC_DEFAULTS,
    make: nbLogisticRegression,
  },
  "nearest-neighbours": {
    title: "nearest neighbours",
    told: ["k"],
    defaults: { k: null, distanceWeighting: "linear", alpha: 0.1 },
    weighting: COMPARING,
    make: nearestNeighbours,
  },
  "locally-weighted": {
    title: "locally weighted naive Bayes",
    told: ["k", "alpha"],
    defaults: { k: null, alpha: 0.01 },
    weighting: { ...COMPARING, norm: "l2" },
    make: locallyWeighted,
  },
  combined: {
    title: "a combination",
    told: [],
    defaults: { members: DEFAULT_MEMBERS },
    make: ({ members = [] }) => combined(membersOf(members)),
    takesCountsOnly: true,
  },
};

/** The names `classifierNamed` knows. */
export const CLASSIFIER_NAMES: readonly string[] = Object.keys(METHODS);

/** The options that some method has. */
export const METHOD_OPTIONS: readonly (keyof MethodOptions)[] = [
  ...new Set(Object.keys(METHODS).flatMap(methodOptions)),
];

/** @throws UsageError if there is no classifier of that name, or an option is out of range or none of its own. */
export function classifierNamed(name: string, options: MethodOptions = {}): CountingClassifier | StoredClassifier {
  const { make } = methodNamed(name);
  const own = { ...methodDefaults(name, options) };
  const known = methodOptions(name);
  for (const option of METHOD_OPTIONS) {
    if (options[option] === undefined) continue;
    if (!known.includes(option)) {
      throw new UsageError(
        `${option}: required one of the options of ${name} (${known.join(", ") || "it has none"}), got ${JSON.stringify(options[option])} for one that it does not have: choose ${listed(CLASSIFIER_NAMES.filter((other) => methodOptions(other).includes(option)))}, or leave it out`,
      );
    }
    Object.assign(own, { [option]: options[option] });
  }
  return make(own);
}

function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" or ");
}

/** The options that a method has. */
export function methodOptions(name: string): (keyof MethodOptions)[] {
  const { defaults, alternatives } = methodNamed(name);
  return [...new Set([...(Object.keys(defaults) as (keyof MethodOptions)[]), ...(alternatives?.options ?? [])])];
}

/** The options of a method with their defaults, beside those that are given: one may take the place of another. */
export function methodDefaults(name: string, given: MethodOptions = {}): MethodOptions {
  const { defaults, alternatives } = methodNamed(name);
  return alternatives?.defaults(given) ?? defaults;
}

/** What the counts become before a method sees them, where nothing is chosen. */
export function methodWeighting(name: string): Required<WeightingOptions> {
  return { ...NO_WEIGHTING, ...methodNamed(name).weighting };
}

/** What a method is called in a sentence: `"multinomial naive Bayes"`; one that there is not, by its name. */
export function methodTitle(name: string): string {
  return Object.hasOwn(METHODS, name) ? METHODS[name].title : name;
}

/** What the part of a margin is called that no term of a document has brought. */
export function restTitle({ classifier, prior = "none" }: ClassifierChoices): string {
  return methodNamed(classifier).rest ?? (prior === "none" ? "rest" : "prior");
}

/** The options of a method that are told with its title. */
export function toldOptions(name: string): readonly string[] {
  return Object.hasOwn(METHODS, name) ? METHODS[name].told : [];
}

/** A method, its options, and what its counts become before it sees them. */
export interface ClassifierChoices extends MethodOptions, WeightingOptions {
  readonly classifier: string;
}

/** A member of a combination, and what its scores are multiplied by; above 0. */
export interface MemberChoices extends ClassifierChoices {
  readonly weight: number;
  /** The kinds of terms that it sees; default all. */
  readonly kinds?: readonly TermKind[] | undefined;
}

/**
 * The classifier that some choices describe.
 *
 * @throws UsageError if a choice is not allowed.
 */
export function classifierFor(choices: ClassifierChoices): CountingClassifier | StoredClassifier {
  const { classifier } = choices;
  const method = classifierNamed(classifier, choices);
  const own = methodWeighting(classifier);
  const { tf = own.tf, idf = own.idf, norm = own.norm } = choices;
  const { idfPower = own.idfPower } = choices;
  const weighting = { tf, idf, idfPower, norm };
  requireWeighting(weighting);
  if (!weighs(weighting)) return method;
  if (METHODS[classifier].takesCountsOnly) {
    const where =
      classifier === "combined"
        ? "of each of its members alone, got them for the whole"
        : "as counts have them, got others";
    throw new UsageError(`${classifier}: required tf, idf and norm ${where}: leave them out`);
  }
  const onlyPresence = tf === "binary" && !weighs({ ...weighting, tf: "count" });
  return onlyPresence && isCounting(method) ? presences(method) : weighted(method, weighting);
}

/** A file may hold anything. */
function membersOf(members: unknown): Member[] {
  if (!Array.isArray(members)) throw new UsageError(`members: required an array, got ${JSON.stringify(members)}`);
  return members.map(memberOf);
}

/** What a member can have chosen. */
const MEMBER_CHOICES: readonly string[] = [
  "classifier",
  "weight",
  "kinds",
  ...METHOD_OPTIONS,
  ...Object.keys(NO_WEIGHTING),
];

function memberOf(member: MemberChoices): Member {
  if (typeof member !== "object" || member === null) {
    throw new UsageError(`members: required objects with a classifier and a weight, got ${JSON.stringify(member)}`);
  }
  const unknown = Object.keys(member).find((choice) => !MEMBER_CHOICES.includes(choice));
  if (unknown !== undefined) {
    throw new UsageError(`members: required some of ${MEMBER_CHOICES.join(", ")}, got ${JSON.stringify(unknown)}`);
  }
  const { weight, kinds, ...choices } = member;
  const classifier = classifierFor(choices);
  const stored = isCounting(classifier) ? weighted(classifier, NO_WEIGHTING) : classifier;
  return { weight, classifier: kinds === undefined ? stored : restricted(stored, kinds) };
}

function methodNamed(name: string): Method {
  // What is no string may still be a key: a model file may hold ["multinomial"].
  if (typeof name !== "string" || !Object.hasOwn(METHODS, name)) {
    throw new UsageError(`classifier: required one of ${CLASSIFIER_NAMES.join(", ")}, got ${JSON.stringify(name)}`);
  }
  return METHODS[name];
}
