import type { Dataset } from "../classifiers/classifier.js";
import { changesNothing, editedVocabulary, newNumbers, placesIn } from "../features/edited-terms.js";
import { RowBuilder } from "../features/row-builder.js";
import { decodedRow } from "../features/row-coder.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { digestOf, findDigest, type KnownDocuments, keyOf } from "../known-documents.js";
import { ByteTable } from "../text/byte-table.js";
import { TextModel } from "../text-model.js";
import { editedKnown } from "./edited-known.js";
import { editedTraining } from "./edited-training.js";
import { sortedRow } from "./known-from.js";
import { requireLearning } from "./require-learning.js";
import { localTerms } from "./touched-terms.js";

/** A document that something happens to. */
interface Entry {
  readonly digest: Uint8Array;
  /** Which of the known documents it is; -1: none. */
  readonly known: number;
  /** Its row among those that were added; -1 as long as it was not. */
  added: number;
  /** Its class in the end; undefined: it goes. */
  label: string | undefined;
  seconds: number;
}

/**
 * What is to happen to the documents of a model, one after the other; then the model of the
 * outcome is made at once. It is what training on the outcome gives, byte for byte: counts
 * are sums of whole numbers, and terms and classes without a document are gone.
 */
export class Changes {
  readonly #model: TextModel;
  readonly #known: KnownDocuments;
  readonly #entries = new Map<string, Entry>();
  readonly #terms = new ByteTable();
  readonly #rows = new RowBuilder(this.#terms);
  #added = 0;

  /** @throws DataError if the model is none that can learn. */
  constructor(model: TextModel) {
    this.#model = model;
    this.#known = requireLearning(model);
  }

  /** The class of a document that is known; undefined if none has this digest. */
  labelOf(digest: Uint8Array): string | undefined {
    const entry = this.#entries.get(keyOf(digest));
    if (entry !== undefined) return entry.label;
    const known = findDigest(this.#known, digest);
    return known < 0 ? undefined : this.#oldLabel(known);
  }

  /**
   * Adds a document that is not known.
   *
   * @param text what `TextModel.textOf` gave
   */
  add(digest: Uint8Array, label: string, seconds: number, text: Uint8Array): void {
    this.#rows.add(text, this.#model.tokenizer);
    const added = this.#added++;
    this.#entries.set(keyOf(digest), { digest: digest.slice(), known: -1, added, label, seconds });
  }

  /** Gives a known document another class, or takes it out where there is none. */
  move(digest: Uint8Array, label: string | undefined): void {
    const entry = this.#entries.get(keyOf(digest)) ?? this.#entryOf(findDigest(this.#known, digest));
    entry.label = label;
    this.#entries.set(keyOf(digest), entry);
  }

  /** The model of the outcome; the same one, if nothing is otherwise than before. */
  finish(): TextModel {
    const model = this.#model;
    const entries = [...this.#entries.values()].filter(({ known, label }) =>
      known < 0 ? label !== undefined : this.#oldLabel(known) !== label,
    );
    if (entries.length === 0) return model;
    const { vocabulary: own, x } = this.#rows.finishSorted();
    const scratch = new Float64Array(x.columns);
    const { vocabulary } = model.training;
    const going = entries.filter(({ known }) => known >= 0);
    const coming = entries.filter(({ label }) => label !== undefined);
    const learned = new Map(going.map((entry) => [entry, decodedRow(this.#known.rows, entry.known, vocabulary.size)]));
    const local = localTerms(
      vocabulary,
      own,
      [...learned.values()].map(({ ids }) => ids),
    );
    const rowOf = (entry: Entry): Row => {
      const row = learned.get(entry);
      return row === undefined
        ? renumbered(sortedRow(x, entry.added, scratch), (term) => local.ofOwn[term])
        : renumbered(row, local.ofOld);
    };
    const labels = [...new Set([...model.labels, ...coming.map(({ label }) => label as string)])].sort();
    const part = (wanted: readonly Entry[], labelOf: (entry: Entry) => string | undefined): Dataset => ({
      x: matrixOf(wanted.map(rowOf), local.size),
      y: wanted.map((entry) => labels.indexOf(labelOf(entry) as string)),
      labels,
    });
    const plus = part(coming, ({ label }) => label);
    const minus = part(going, ({ known }) => this.#oldLabel(known));
    const { edits, ...training } = editedTraining(model, { local, labels, plus, minus });
    const classOf = new Map(training.classes.labels.map((label, c) => [label, c]));
    const numberOf = new Map(edits.inserted.map(({ own, to }) => [own, to]));
    const isSame = changesNothing(edits, vocabulary.size);
    const terms = newNumbers(edits, vocabulary.size);
    const places = placesIn(vocabulary, own).places;
    const known = editedKnown(this.#known, {
      moved: new Map(going.map(({ known, label }) => [known, label === undefined ? undefined : classOf.get(label)])),
      added: entries
        .filter(({ known }) => known < 0)
        .sort((a, b) => Buffer.compare(a.digest, b.digest))
        .map(({ digest, seconds, label, added }) => ({
          digest,
          seconds,
          class: classOf.get(label as string) as number,
          row: renumbered(sortedRow(x, added, scratch), (term) => numberOf.get(term) ?? terms.to[places[term]]),
        })),
      classes: model.labels.map((label) => classOf.get(label) ?? 0),
      terms: isSame ? undefined : terms,
    });
    const edited = isSame ? vocabulary : editedVocabulary(vocabulary, own, edits);
    return new TextModel(model.settings, { vocabulary: edited, ...training }, { known });
  }

  #oldLabel(known: number): string {
    return this.#model.labels[this.#known.classes[known]];
  }

  #entryOf(known: number): Entry {
    const { times } = this.#known;
    const digest = digestOf(this.#known, known);
    return { digest, known, added: -1, label: this.#oldLabel(known), seconds: times[known] };
  }
}

interface Row {
  readonly ids: Uint32Array;
  readonly values: Float64Array;
}

/** Terms that ascend keep doing so. */
function renumbered({ ids, values }: Row, to: (id: number) => number): Row {
  return { ids: ids.map(to), values };
}

function matrixOf(rows: readonly Row[], columns: number): SparseMatrix {
  const starts = new Uint32Array(rows.length + 1);
  for (const [r, { ids }] of rows.entries()) starts[r + 1] = starts[r] + ids.length;
  const ids = new Uint32Array(starts[rows.length]);
  const values = new Float64Array(starts[rows.length]);
  for (const [r, row] of rows.entries()) {
    ids.set(row.ids, starts[r]);
    values.set(row.values, starts[r]);
  }
  return { rows: rows.length, columns, starts, ids, values };
}
