import fc from "fast-check";
import type { LabelledDocument } from "../../src/documents/document.js";
import { SELECT_BY } from "../../src/features/selection.js";
import type { TrainOptions } from "../../src/model/options.js";
import { METHODS_UNDER_TEST, WEIGHTINGS } from "../classifiers/method-options.js";

/** A property is tried on the same examples every time: a red test today is red tomorrow. */
export const EXAMPLES = { seed: 19970201, numRuns: 100 };

/** Whether slow tests run in full, as in `.ci/run`. */
export const isThorough = process.env.THOROUGH !== undefined;

/** The share of the examples that `npm test` tries where each trains several models; `.ci/run` tries all. */
const SHARE = isThorough ? 1 : 0.15;

/** How often to try a property that takes long. @param most how often `.ci/run` tries it */
export function slowRuns(most: number): number {
  return Math.ceil(most * SHARE);
}

/** Checks that a property holds for some examples, each time the same. @param runs how many examples to try */
export function forAll<Values extends [unknown, ...unknown[]]>(
  runs: number,
  arbitraries: { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> },
  holds: (...values: Values) => void,
): void {
  fc.assert(fc.property(...arbitraries, holds), { ...EXAMPLES, numRuns: runs });
}

/** Words that make trouble, and a few that do not. */
const words = fc.oneof(
  fc.constantFrom("letter", "home", "prize", "cash", "the", "running", "__proto__", "constructor", "toString"),
  fc.constantFrom("Grüße", "ΣΊΣΥΦΟΣ", "İ", "漢字", "𝒜𝒷", "e\u0301", "a", ">", "\u202e", "From:", "--", "\n\n"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

export const texts: fc.Arbitrary<string> = fc
  .array(words, { maxLength: 12 })
  .map((list) => list.join(" ").replaceAll("\0", ""));

/** Documents: text in UTF-8, now and then bytes that are nothing in particular, but no NUL among them. */
const contents: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 5, arbitrary: texts.map((text) => new Uint8Array(Buffer.from(text))) },
  { weight: 1, arbitrary: fc.uint8Array({ min: 1, maxLength: 30 }).filter((bytes) => (bytes[0] & 0xfe) !== 0xfe) },
);

const labels = fc.constantFrom("ham", "spam", "__proto__", "constructor", "a\nb", "漢字", " ");

/** Documents of at least two classes, with an id each. */
export const corpora: fc.Arbitrary<LabelledDocument[]> = fc
  .array(fc.record({ label: labels, bytes: contents }), { minLength: 2, maxLength: 12 })
  .map((documents) => documents.map((document, i) => ({ id: `${document.label}/${i}`, ...document })))
  .filter((documents) => new Set(documents.map(({ label }) => label)).size > 1);

/** Every choice there is but those of a method and a weighting. */
const textOptions = fc
  .record(
    {
      as: fc.constantFrom("auto" as const, "text" as const, "news" as const),
      encoding: fc.constantFrom("auto", "latin1", "utf-8", "koi8-r"),
      tokens: fc.constantFrom("words" as const, "inner" as const),
      tokenLength: fc.constantFrom([1, 1000] as const, [2, 256] as const, [3, 5] as const),
      ngrams: fc.constantFrom([1, 1] as const, [1, 2] as const, [2, 3] as const),
      stopWords: fc.constantFrom("en", undefined),
      stem: fc.constantFrom("porter", undefined),
      charNgrams: fc.constantFrom(undefined, undefined, [2, 3] as const),
      takeHalf: fc.constantFrom(false, false, true),
      minCount: fc.constantFrom(0, 1, 2),
      minDocuments: fc.constantFrom(0, 1, 2),
      maxDocumentShare: fc.constantFrom(0.4, 0.9, 1),
      dropTop: fc.constantFrom(0, 1, 3),
      maxTerms: fc.constantFrom(1, 4, Number.POSITIVE_INFINITY),
      selectBy: fc.constantFrom(...SELECT_BY),
    },
    { requiredKeys: [] },
  )
  // A score needs to know how many terms to keep by it.
  .map(
    ({ selectBy = "count", ...options }): TrainOptions =>
      Number.isFinite(options.maxTerms) ? { ...options, selectBy } : options,
  );

const countingMethods = fc.record(
  {
    classifier: fc.constantFrom("multinomial", "bernoulli"),
    alpha: fc.constantFrom(0, 1e-10, 0.5, 1, 3),
    prior: fc.constantFrom("fit" as const, "uniform" as const),
  },
  { requiredKeys: [] },
);

const anyMethod: fc.Arbitrary<TrainOptions> = fc
  .constantFrom(...Object.entries(METHODS_UNDER_TEST))
  .chain(([classifier, { options, takesCountsOnly }]) =>
    fc
      .tuple(options(), fc.constantFrom({}, ...(takesCountsOnly ? [] : WEIGHTINGS)))
      .map(([choices, weighting]) => ({ classifier, ...choices, ...weighting })),
  );

/** Every choice there is to train a model that is made of counts. */
export const countingOptions: fc.Arbitrary<TrainOptions> = fc
  .tuple(textOptions, countingMethods)
  .map(([text, method]) => ({ ...text, ...method }));

/** Every choice there is to train a model. */
export const trainOptions: fc.Arbitrary<TrainOptions> = fc.oneof(
  countingOptions,
  fc.tuple(textOptions, anyMethod).map(([text, method]) => ({ ...text, ...method })),
);
