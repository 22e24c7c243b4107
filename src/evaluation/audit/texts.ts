import { decoderFor } from "../../base/decode.js";
import { similarPairs } from "../../features/duplicates/near-duplicates.js";
import { plainWords, shingles } from "../../features/duplicates/shingles.js";
import { isMessage, stripMessage } from "../../mail/news.js";
import type { Settings } from "../../model/settings.js";
import { ByteTable } from "../../text/byte-table.js";
import type { Copies } from "./duplicates.js";
import { countFields } from "./field-values.js";
import type { FieldClasses } from "./predictors.js";
import type { Rows } from "./rows.js";

/**
 * Reads the documents without their headers, finds copies, and counts messages and their header fields.
 *
 * Texts are equal if they have the same words in the same order, regardless of case and punctuation. They are nearly
 * equal if they have at least five words and their sets of five consecutive words overlap by 80 % (Jaccard). Documents
 * without words have no copies.
 *
 * @param onDocument called for each document that is read
 */
export function readTexts(
  rows: Rows,
  settings: Settings,
  onDocument: () => void,
): { copies: Copies; messages: number; fields: FieldClasses } {
  const textOf = decoderFor(settings.encoding);
  const texts = new ByteTable();
  const sets: Float64Array[] = [];
  const text = new Int32Array(rows.y.length).fill(-1);
  const fields = new Map<string, Uint32Array>();
  let messages = 0;
  rows.readAgain((row, bytes) => {
    const whole = textOf(bytes);
    const message = isMessage(whole, settings);
    if (message) {
      messages++;
      countFields(fields, whole, rows.y[row], rows.labels.length);
    }
    const plain = plainWords(message ? stripMessage(whole, ["headers"]) : whole);
    if (plain.length === 0) return;
    text[row] = texts.add(plain, 0, plain.length);
    // A text gets the next number when it is new, so each distinct text has one set.
    if (text[row] === sets.length) sets.push(shingles(plain));
  }, onDocument);
  return { copies: { text, texts: texts.size, similar: similarPairs(sets) }, messages, fields };
}
