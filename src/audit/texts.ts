import { analyzerFor, asItStands, isMessage } from "../analyzer.js";
import { type Copies, type CopyKind, conflicts, copyGroups, testedByKind } from "../evaluation/duplicates.js";
import type { Evaluation } from "../evaluation/evaluate.js";
import type { Duplicates } from "../evaluation/leakage.js";
import { similarPairs } from "../features/near-duplicates.js";
import { plainWords, shingles } from "../features/shingles.js";
import type { Settings } from "../settings.js";
import { ByteTable } from "../text/byte-table.js";
import { FieldCounts } from "./fields.js";
import { type Corpora, type Rows, readRows } from "./rows.js";

/**
 * Reads what the documents say apart from their headers, and finds who says the same: the
 * same words in the same order, whatever their case and what stands between them. Nearly the
 * same are texts of at least five words whose runs of five words are at least 80 % the same
 * (Jaccard). Documents without a word are like nothing. Counts the messages and their fields
 * on the way.
 */
export function readTexts(
  corpora: Corpora,
  rows: Rows,
  settings: Settings,
  onDocument: () => void,
): { copies: Copies; messages: number; fields: FieldCounts } {
  const whole = analyzerFor(asItStands(settings));
  const withoutHeader = analyzerFor({ ...asItStands(settings), strip: ["headers"] });
  const texts = new ByteTable();
  const sets: Float64Array[] = [];
  const text = new Int32Array(rows.y.length).fill(-1);
  const fields = new FieldCounts();
  let messages = 0;
  const visit = (row: number, bytes: Uint8Array) => {
    const decoded = whole.text(bytes);
    if (isMessage(decoded, settings)) {
      messages++;
      fields.add(decoded);
    }
    const plain = plainWords(withoutHeader.stripped(decoded));
    if (plain.length === 0) return;
    text[row] = texts.add(plain, 0, plain.length);
    // One of each text is compared, however many documents have it.
    if (text[row] === sets.length) sets.push(shingles(plain));
  };
  readRows(corpora, rows, visit, onDocument);
  return { copies: { text, texts: texts.size, similar: similarPairs(sets) }, messages, fields };
}

/**
 * What the copies do to an evaluation.
 *
 * @param kinds of copy, one for each prediction
 */
export function duplicatesOf(
  copies: Copies,
  { y, labels, ids, splits }: Rows,
  kinds: readonly CopyKind[],
  { predictions }: Evaluation,
): Duplicates {
  let from = 0;
  const sizes = splits === "leave one out" ? [kinds.length] : splits.map(({ test }) => test.length);
  const runs = sizes.map((size) => {
    const to = from + size;
    const run = testedByKind(kinds.slice(from, to), predictions.slice(from, to));
    from = to;
    return run;
  });
  return {
    tested: testedByKind(kinds, predictions),
    runs,
    groups: copyGroups(copies, y, labels, ids),
    conflicts: conflicts(copies, y, labels, ids),
  };
}
