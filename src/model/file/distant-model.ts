import { isCounting } from "../../classifiers/bayes/counting-classifier.js";
import type { ClassPair } from "../../classifiers/classifier.js";
import {
  type Arrays,
  inconsistent,
  type StoredClassifier,
  type StoredModel,
} from "../../classifiers/stored-classifier.js";
import { openFile } from "../../documents/files/files.js";
import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import { resolve } from "../settings.js";
import { TextModel } from "../text-model.js";
import { CHECKS, MODEL } from "./array-names.js";
import { calibrationArrays, calibrationOf } from "./calibration-arrays.js";
import { CheckedFile } from "./checked-blocks.js";
import { excerptOf } from "./excerpt.js";
import type { FileParts } from "./file-parts.js";
import { failureAt, type IdentifiedModel, idOf, labelsOf, loadToFilter, partsOf } from "./model-file.js";
import { storedSettings } from "./stored-settings.js";
import { countsOfParts } from "./training-arrays.js";

/** A model whose file may be open. */
export interface OpenModel extends IdentifiedModel {
  /** Closes the file. The model can then no longer be used. */
  close(): void;
}

/**
 * As `loadToFilter`, for few documents: of a large model whose file allows it, what a document needs is read when it
 * comes. Damage that is found only then is a DataError of what uses the model.
 *
 * @param isForFew whether there may be only a few documents. Otherwise all is read at once. Default true
 */
export function openModel(path: string, isForFew = true): OpenModel {
  if (!isForFew) return { ...loadToFilter(path), close: () => {} };
  let file: ReturnType<typeof openFile> | undefined;
  try {
    file = openFile(path);
    const parts = partsOf(file);
    if (parts.has(CHECKS)) {
      parts.readFrom(new CheckedFile(file, parts));
      return { model: distantModel(path, parts), id: idOf(parts.metadata), close: file.close };
    }
  } catch {
    // Loading all of it says what is wrong.
  }
  file?.close();
  return { ...loadToFilter(path), close: () => {} };
}

function distantModel(path: string, parts: FileParts): TextModel {
  const settings = storedSettings(parts.metadata.settings);
  const { classifier } = resolve(settings);
  const labels = labelsOf(parts.metadata, 1);
  const offsets = parts.array("vocabulary.offsets", Uint32Array);
  const vocabulary = Vocabulary.fromContents(parts.array("vocabulary.bytes", Uint8Array), offsets);
  if (isCounting(classifier)) throw inconsistent(CHECKS);
  const counts = {
    labels,
    documents: parts.array("classes.documents", Float64Array),
    totals: parts.array("classes.totals", Float64Array),
    // To classify, nobody asks for them.
    get terms() {
      return countsOfParts(parts, vocabulary.size, labels.length);
    },
  };
  return new TextModel(
    settings,
    { vocabulary, classes: counts, statistics: undefined },
    {
      calibration: calibrationOf(calibrationArrays(parts), settings),
      model: new DistantModel(path, classifier, labels, vocabulary.size, parts),
    },
  );
}

/** For more documents than these, it is quicker to read the whole model than the terms of each. */
export const FEW = 4;

/**
 * A stored model that reads of its file what the terms of a row need. Scores are those of the whole model to the bit.
 * After some rows it reads the whole.
 */
export class DistantModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary: boolean;
  readonly additive: boolean;
  readonly #path: string;
  readonly #classifier: StoredClassifier;
  readonly #parts: FileParts;
  #read = 0;
  #whole: StoredModel | undefined;

  /**
   * @param path for errors
   * @param columns the number of terms
   * @param parts of a file whose model has `sums`
   * @throws DataError if its arrays do not fit together.
   */
  constructor(
    path: string,
    classifier: StoredClassifier,
    labels: readonly string[],
    columns: number,
    parts: FileParts,
  ) {
    this.#path = path;
    this.#classifier = classifier;
    this.#parts = parts;
    this.labels = labels;
    this.columns = columns;
    const empty = this.#excerpt(new Uint32Array(0));
    this.binary = empty.binary;
    this.additive = empty.additive === true;
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const { model, own, place } = this.#seen(x, row);
    model.scoreInto(own, place, scores);
  }

  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    const { model, own, place } = this.#seen(x, row);
    return model.marginInto(own, place, pair, parts);
  }

  sums(): Arrays | undefined {
    return this.#all().sums?.();
  }

  arrays(): Arrays {
    return this.#all().arrays();
  }

  /** A model that knows the terms of a row, a matrix with the row in its numbers, and the place of the row in it. */
  #seen(
    x: SparseMatrix,
    row: number,
  ): { readonly model: StoredModel; readonly own: SparseMatrix; readonly place: number } {
    if (this.#whole !== undefined || ++this.#read > FEW) return { model: this.#all(), own: x, place: row };
    const { ids, values, start, end } = rowView(x, row);
    // The entries keep their order: sums are then the same to the bit.
    const terms = ids.slice(start, end).sort();
    const numbers = new Map(Array.from(terms, (term, number) => [term, number]));
    const own = {
      rows: 1,
      columns: terms.length,
      starts: Uint32Array.of(0, terms.length),
      ids: ids.slice(start, end).map((term) => numbers.get(term) as number),
      values: values.slice(start, end),
    };
    return { model: this.#excerpt(terms), own, place: 0 };
  }

  #excerpt(terms: Uint32Array): StoredModel {
    return this.#restored(terms.length, () => excerptOf(this.#parts, MODEL, this.labels.length, terms));
  }

  #all(): StoredModel {
    const names = this.#parts.names.filter((name) => name.startsWith(MODEL));
    this.#whole ??= this.#restored(this.columns, () =>
      Object.fromEntries(names.map((name) => [name.slice(MODEL.length), this.#parts.whole(name)])),
    );
    return this.#whole;
  }

  #restored(columns: number, read: () => Arrays): StoredModel {
    try {
      return this.#classifier.restore(this.labels, columns, read());
    } catch (error) {
      throw failureAt(this.#path, error);
    }
  }
}
