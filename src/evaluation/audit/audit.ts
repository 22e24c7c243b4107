import { decoderFor } from "../../base/decode.js";
import { type Following, followed } from "../../base/following.js";
import { isMessage, stripMessage } from "../../mail/news.js";
import type { Settings } from "../../model/settings.js";
import { copyFinder, copyKinds, type Duplicates, duplicatesOf } from "./copies.js";
import { type FieldAccuracy, fieldAccuracies, fieldCollector } from "./fields.js";
import { type Findings, findingsOf } from "./findings.js";
import { type PartAccuracy, partAccuracies } from "./parts.js";
import { type Corpora, type Measured, rowsOf } from "./rows.js";

/** The result of an audit: whether test accuracy overstates the accuracy on future documents. */
export interface Audit {
  /** Accuracy without parts of the messages. Everything is first, bodies alone are last. */
  readonly parts: readonly PartAccuracy[];
  /** Number of documents that begin with a header. If it is 0, all parts are equal and there are no fields. */
  readonly messages: number;
  readonly duplicates: Duplicates;
  /** The header fields of at least 5 % of the documents, highest accuracy first. */
  readonly fields: readonly FieldAccuracy[];
  readonly findings: Findings;
}

/** The options of an audit. */
export interface AuditOptions extends Following {
  /** Number of threads that read documents. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
}

/**
 * Checks whether an evaluation leaks: how much accuracy comes from headers, footers and quotes, which test documents
 * have copies in training, and which header fields give the class away.
 *
 * @param measured the corpora that were read, the splits and the evaluation
 * @param corpora one corpus, or one to learn from and one to test on. They are read several times
 * @throws DataError if two documents have the same id.
 */
export function audit(
  measured: Measured,
  corpora: Corpora,
  settings: Settings,
  { jobs = 1, ...following }: AuditOptions = {},
): Audit {
  const tellDone = followed(following, "auditing", 1);
  const { evaluation } = measured;
  const rows = rowsOf(measured, corpora);
  const size = rows.ids.length;
  const textOf = decoderFor(settings.encoding);
  const copyFinding = copyFinder(size);
  const { fields: collected, add } = fieldCollector(settings);
  let messages = 0;
  let read = 0;
  rows.readAgain(
    (row, bytes) => {
      const text = textOf(bytes);
      const message = isMessage(text, settings);
      if (message) {
        messages++;
        add(row, text);
      }
      copyFinding.add(row, message ? stripMessage(text, ["headers"]) : text);
    },
    // More documents may be read than were evaluated.
    () => tellDone(READING * Math.min(1, ++read / size)),
  );
  const copies = copyFinding.copies();
  const kinds = copyKinds(copies, rows.splits);
  const duplicates = duplicatesOf(copies, rows, kinds, evaluation);
  const parts = partAccuracies(corpora, measured, settings, messages, kinds, {
    jobs,
    onProgress: (share) => tellDone(READING + PARTS * share),
  });
  const fields = fieldAccuracies(collected, rows, settings, (share) =>
    tellDone(READING + PARTS + (1 - READING - PARTS) * share),
  );
  tellDone(1);
  const findings = findingsOf({ evaluation, strip: settings.strip, parts, duplicates, fields, documents: size });
  return { parts, messages, duplicates, fields, findings };
}

/** About how much of the time reading, and evaluating without parts of messages, take. */
const READING = 0.3;
const PARTS = 0.6;
