import { isCount, type SparseRows } from "../../features/sparse-matrix.js";
import { isCode } from "../../features/term-kinds.js";
import { type ClassCounts, classCounts, countsOf } from "../bayes/class-counts.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import type { LinearModel } from "../linear-model.js";
import { scoreOutOfParts } from "../out-of-parts.js";
import { type Arrays, inconsistent, prefixed, requireCountedRows, requiredArray } from "../stored-arrays.js";
import { type StoredClassifier, WrappedModel } from "../stored-classifier.js";

/** Makes a counting classifier that stores its counts, which may be sums of weights such as tf-idf, as arrays. */
export function storedCounts(classifier: CountingClassifier): StoredClassifier {
  const { name, binary, growsWithLength, looksAtKinds } = classifier;
  return {
    name,
    growsWithLength,
    fit: (data) => new CountedModel(classifier, classCounts(data, binary)),
    fitOutOfParts(data, parts, scores) {
      scoreOutOfParts(data, parts, scores, (rows) => classifier.fitCounts(classCounts(data, binary, rows)));
      return new CountedModel(classifier, classCounts(data, binary));
    },
    restore(labels, size, arrays) {
      // Errors name the arrays as the model file does.
      const inFile = prefixed("weighted.", arrays);
      const documents = requiredArray(inFile, "weighted.documents", Float64Array, labels.length, isCount);
      const starts = requiredArray(inFile, "weighted.starts", Uint32Array, size + 1);
      const ids = requiredArray(inFile, "weighted.classes", undefined, starts[size]);
      // Files of older versions have four bytes for each class number.
      if (!(ids instanceof Uint8Array || ids instanceof Uint32Array)) throw inconsistent("weighted.classes");
      const values = requiredArray(inFile, "weighted.values", Float64Array, starts[size]);
      // A term is a row and a class is a column.
      const terms: SparseRows = { rows: size, columns: labels.length, starts, ids, values };
      requireCountedRows("weighted", terms);
      const kinds = looksAtKinds ? requiredArray(inFile, "weighted.kinds", Uint8Array, size, isCode) : undefined;
      return new CountedModel(classifier, countsOf(labels, documents, terms, kinds && ((term) => kinds[term])));
    },
  };
}

/** A model of counts that is stored as them. */
export class CountedModel extends WrappedModel<LinearModel> {
  readonly #counts: ClassCounts;
  readonly #hasKinds: boolean;

  constructor(classifier: CountingClassifier, counts: ClassCounts) {
    super(classifier.fitCounts(counts));
    this.#counts = counts;
    this.#hasKinds = classifier.looksAtKinds === true;
  }

  arrays(): Arrays {
    const { documents, terms, kinds } = this.#counts;
    return {
      documents,
      starts: terms.starts,
      classes: terms.columns <= 0x100 ? new Uint8Array(terms.ids) : new Uint32Array(terms.ids),
      values: new Float64Array(terms.values),
      ...(this.#hasKinds && { kinds: Uint8Array.from({ length: terms.rows }, (_, term) => kinds?.(term) ?? 0) }),
    };
  }
}
