import { type Classification, classifyRow } from "../../classifiers/classification.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { TextModel } from "../../model/text-model.js";
import { type Heading, NO_KNOWN_WORDS } from "../../reports/classification/classifications.js";

/** The answer of a model about a document. */
export interface Answer {
  readonly classification: Classification;
  /** Undefined if nobody asked, or the document is no message. */
  readonly heading: Heading;
  readonly note: string | undefined;
}

/** Classifies a document that has been read. */
export type Answering = (bytes: Uint8Array, read: ReadDocument) => Answer;

/** @param hasHeadings whether headings are wanted */
export async function answering(model: TextModel, hasHeadings: boolean): Promise<Answering> {
  // Most runs do not need the reader of headings: it is loaded on demand.
  const headingOf = hasHeadings ? (await import("../../mail/message-facts.js")).messageHeading : undefined;
  return (bytes, read) => {
    const x = model.rowOfRead(read);
    return {
      classification: classifyRow(model.model, x, 0, model.calibration),
      heading: headingOf?.(bytes, model.settings),
      note: model.knowsWords(x) ? undefined : NO_KNOWN_WORDS,
    };
  };
}
