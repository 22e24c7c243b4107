import { requireOneOf, shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import type { TermKind } from "../features/term-kinds.js";
import { isWeighted, NO_WEIGHTING, requireWeighting, type WeightingOptions } from "../features/weighting.js";
import { BERNOULLI } from "./bayes/bernoulli.js";
import { CATEGORICAL } from "./bayes/categorical.js";
import { COMPLEMENT } from "./bayes/complement.js";
import { type CountingClassifier, isCounting, presences } from "./bayes/counting-classifier.js";
import { GAUSSIAN } from "./bayes/gaussian.js";
import { MULTINOMIAL } from "./bayes/multinomial.js";
import { CANDIDATES } from "./candidates.js";
import { FEW_PASSES, LINEAR_SVM, NB_SVM } from "./linear/linear-svm.js";
import { LOGISTIC_REGRESSION } from "./linear/logistic-regression.js";
import { checkedOptions, defaultsOf, GONE_METHODS, type Method, type MethodOption, requireChoices } from "./method.js";
import { LOCALLY_WEIGHTED } from "./neighbours/locally-weighted.js";
import { NEAREST_NEIGHBOURS } from "./neighbours/nearest-neighbours.js";
import type { StoredClassifier } from "./stored-classifier.js";
import { balanced, CLASS_WEIGHTS, type ClassWeight } from "./wrappers/balanced.js";
import { CHOSEN_BAYES } from "./wrappers/chosen.js";
import { combined } from "./wrappers/combined.js";
import { learned } from "./wrappers/learned.js";
import { restricted } from "./wrappers/restricted.js";
import { asStored, weighted } from "./wrappers/weighted.js";

/** The methods. To add a method, add a line here; everything else about it, its options too, is in its own file. */
const METHODS = [
  MULTINOMIAL,
  BERNOULLI,
  CATEGORICAL,
  GAUSSIAN,
  COMPLEMENT,
  LOGISTIC_REGRESSION,
  LINEAR_SVM,
  NB_SVM,
  NEAREST_NEIGHBOURS,
  LOCALLY_WEIGHTED,
  CHOSEN_BAYES,
];

/** The options that the `make` of a method takes; `never` if it takes none. */
type OptionsOf<M> = M extends { readonly make: (options?: infer O) => unknown }
  ? unknown extends O
    ? never
    : O
  : never;
/** Turns a union A | B into A & B. */
type IntersectionOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type OptionsOfAll = IntersectionOf<OptionsOf<(typeof METHODS)[number]>>;

/** The options of all methods. An option means the same in every method that has it. */
export interface MethodOptions extends OptionsOfAll {
  /** The classifiers of `"combined"`. */
  readonly members?: readonly MemberChoices[] | undefined;
  /** For `"learned"`: the classifiers that may decide together. */
  readonly candidates?: readonly CandidateChoices[] | undefined;
}

/** A method, its options, and how its counts are weighted. */
export interface ClassifierChoices extends MethodOptions, WeightingOptions {
  readonly classifier: string;
  /** `"balanced"` to learn as if all classes had the same number of documents. Default: each document counts alike. */
  readonly classWeight?: ClassWeight | undefined;
}

/** A classifier that may become a member of a learned combination, and the terms that it sees. */
export interface CandidateChoices extends ClassifierChoices {
  /** The kinds of terms that it sees. Default: all. */
  readonly kinds?: readonly TermKind[] | undefined;
  /** Leaves out terms that fewer training documents have; only with `kinds`. At least 1, default 1. */
  readonly minDocuments?: number | undefined;
}

/** A member of a combination. */
export interface MemberChoices extends CandidateChoices {
  /** The factor of its scores, above 0. */
  readonly weight: number;
}

/** Two members that make different mistakes. */
const DEFAULT_MEMBERS: readonly MemberChoices[] = [
  { classifier: "multinomial", weight: 0.1 },
  { classifier: "multinomial", alpha: 0.01, tf: "log", idf: "smooth", norm: "l2", weight: 1 },
];

/** A method with any of the options of all methods. */
export interface AnyMethod extends Omit<Method<MethodOptions>, "options"> {
  readonly options: { readonly [option in keyof MethodOptions]: MethodOption };
  readonly make: (options: MethodOptions) => CountingClassifier | StoredClassifier;
}

/** The two methods that are made of other methods are here, because they need this table. */
const COMBINATIONS: readonly AnyMethod[] = [
  {
    name: "combined",
    title: "a combination",
    family: "Combinations",
    titleOptions: [],
    options: { members: { does: "the classifiers that decide together", takes: "methods", usual: DEFAULT_MEMBERS } },
    make: ({ members = [] }) =>
      combined(
        choicesIn<MemberChoices>("members", members, ["weight"]).map(({ weight, ...choices }) => {
          return { weight, classifier: viewing(choices) };
        }),
      ),
    takesCountsOnly: true,
  },
  {
    name: "learned",
    title: "a learned combination",
    family: "Combinations",
    titleOptions: [],
    options: {
      candidates: { does: "the classifiers that may decide together", takes: "methods", usual: CANDIDATES },
    },
    make: ({ candidates = [] }) =>
      learned(candidatesOf(candidates), {
        code: () => new URL("./fit-candidates-worker.js", import.meta.url),
        source: candidates,
      }),
    takesCountsOnly: true,
    leavesOut: true,
  },
];

/** All methods by name. */
const ALL: Readonly<Record<string, AnyMethod>> = Object.fromEntries(
  [...METHODS, ...COMBINATIONS].map((method) => [method.name, method as AnyMethod]),
);

/** All methods, in the order of the help of the command. */
export const ALL_METHODS: readonly AnyMethod[] = Object.values(ALL);

/** The names of all methods. */
export const CLASSIFIER_NAMES: readonly string[] = Object.keys(ALL);

/** The options of all methods, each once. */
export const METHOD_OPTIONS: readonly (keyof MethodOptions)[] = [
  ...new Set(Object.keys(ALL).flatMap((name) => methodOptions(name))),
];

/** The options that are lists of methods. */
export const METHOD_LISTS: readonly string[] = ["members", "candidates", "variants"];

/** Returns the options that a method has. */
export function methodOptions(name: string): (keyof MethodOptions)[] {
  return Object.keys(methodNamed(name).options) as (keyof MethodOptions)[];
}

/** Returns the options of a method with their defaults. A given option may replace another. */
export function methodDefaults(name: string, given: MethodOptions = {}): MethodOptions {
  return defaultsOf(methodNamed(name) as Method<MethodOptions>, given);
}

/** Returns how a method weights its counts by default. */
export function methodWeighting(name: string): Required<WeightingOptions> {
  return { ...NO_WEIGHTING, ...methodNamed(name).weighting };
}

/** Returns the name of a method in a sentence: `"multinomial naive Bayes"`. An unknown name stays as it is. */
export function methodTitle(name: string): string {
  return Object.hasOwn(ALL, name) ? ALL[name].title : name;
}

/** Returns the options of a method that reports show with its title. */
export function titleOptions(name: string): readonly string[] {
  return Object.hasOwn(ALL, name) ? ALL[name].titleOptions : [];
}

/** Returns the name of the part of a margin that does not come from terms of the document. */
export function restTitle({ classifier, prior = "none" }: ClassifierChoices): string {
  return methodNamed(classifier).rest ?? (prior === "none" ? "rest" : "prior");
}

/** Makes a classifier from choices. @throws UsageError if a choice is not allowed. */
export function makeClassifier(choices: ClassifierChoices): CountingClassifier | StoredClassifier {
  const { classifier, classWeight } = choices;
  const unweighted = classifierOf(classifier, choices);
  if (classWeight !== undefined) requireOneOf("classWeight", classWeight, CLASS_WEIGHTS);
  const method = classWeight === undefined ? unweighted : balanced(unweighted);
  const usual = methodWeighting(classifier);
  const { tf = usual.tf, idf = usual.idf, idfPower = usual.idfPower, norm = usual.norm } = choices;
  const weighting = { tf, idf, idfPower, norm };
  requireWeighting(weighting);
  if (!isWeighted(weighting)) return method;
  const { takesCountsOnly, options } = methodNamed(classifier);
  if (takesCountsOnly) {
    const where = METHOD_LISTS.some((list) => list in options) ? "; its members can have their own" : "";
    throw new UsageError(`${classifier} works on counts: leave out tf, idf and norm${where}`);
  }
  const isPresenceOnly = tf === "binary" && !isWeighted({ ...weighting, tf: "count" });
  return isPresenceOnly && isCounting(method) ? presences(method) : weighted(method, weighting);
}

/** Makes a classifier of a method and its options. @throws UsageError if one is unknown or out of range. */
function classifierOf(name: string, options: MethodOptions): CountingClassifier | StoredClassifier {
  const method = methodNamed(name) as AnyMethod & Method<MethodOptions>;
  const known = methodOptions(name);
  const given = METHOD_OPTIONS.filter((option) => options[option] !== undefined);
  const foreign = given.find((option) => !known.includes(option));
  if (foreign !== undefined) {
    const others = CLASSIFIER_NAMES.filter((other) => methodOptions(other).includes(foreign));
    throw new UsageError(
      `${name} has no option ${foreign}: leave it out, or choose a method that has it (${others.join(", ")})`,
    );
  }
  const chosen = Object.fromEntries(given.map((option) => [option, options[option]]));
  return method.make(checkedOptions<MethodOptions>(method, chosen));
}

/** Makes candidates. @param candidates unchecked: a model file may contain anything */
export function candidatesOf(candidates: unknown): StoredClassifier[] {
  // A support vector machine that is only a candidate stops early, unless its choices say otherwise.
  return choicesIn<CandidateChoices>("candidates", candidates, []).map((choices) =>
    viewing(/^(?:linear|nb)-svm$/.test(choices.classifier) ? { ...FEW_PASSES, ...choices } : choices),
  );
}

/** Checks members or candidates: a model file may contain anything. @param others choices that each needs, too */
function choicesIn<T>(what: string, list: unknown, others: readonly string[]): readonly T[] {
  const known = ["classifier", "kinds", "minDocuments", ...others, ...METHOD_OPTIONS, ...Object.keys(NO_WEIGHTING)];
  return requireChoices(what, list, ["a classifier", ...others.map((other) => `a ${other}`)].join(" and "), known);
}

/** Makes a classifier that sees only the chosen terms. */
function viewing({ kinds, minDocuments, ...choices }: CandidateChoices): StoredClassifier {
  const stored = asStored(makeClassifier(choices));
  return kinds === undefined ? stored : restricted(stored, kinds, minDocuments);
}

/** Returns the entry of a method. @throws UsageError if there is none. */
export function methodNamed(name: string): AnyMethod {
  // A model file may contain ["multinomial"], which is not a string but works as a key.
  if (typeof name !== "string" || !Object.hasOwn(ALL, name)) {
    const instead = GONE_METHODS.get(name);
    if (instead !== undefined) throw new UsageError(`there is no ${name} any more: ${instead}`);
    throw new UsageError(`there is no classifier ${shown(name)}; choose one of ${CLASSIFIER_NAMES.join(", ")}`);
  }
  return ALL[name];
}
