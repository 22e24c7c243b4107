import { createHash } from "node:crypto";
import { safeText } from "../../base/safe-text.js";
import type { Classification, LabelsClassification } from "../../classifiers/classifier.js";
import { firstBytes } from "../../documents/document.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "../../mail/header/header.js";
import { NO_LABEL } from "./label-lines.js";

/** A classified message. */
export interface TaggedMessage {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly classification: Classification | LabelsClassification;
  /** Why the answer is a guess. The message then gets no tag. */
  readonly note?: string | undefined;
}

/**
 * Returns a line of the input of `notmuch tag --batch` that adds a tag for each label of a message, such as
 * `+work +travel%20plans -- id:"1@example.com"`. For a message without a label, returns a comment, which starts with #.
 */
export function notmuchLine({ path, bytes, classification, note }: TaggedMessage): string {
  const labels = "labels" in classification ? classification.labels : [classification.label];
  if (note !== undefined || labels.length === 0) return `# ${safeText(path)}: ${note ?? NO_LABEL}\n`;
  const tags = labels.map((label) => `+${tagOf(label)}`).join(" ");
  return `${tags} -- id:"${notmuchId(bytes).replaceAll('"', '""')}"\n`;
}

/**
 * Returns the tag of a label, with every byte written as `%20` except letters, digits and a few signs. notmuch forbids a
 * `-` at the beginning, so `_` takes its place.
 */
function tagOf(label: string): string {
  const encoded = (byte: number) => `%${byte.toString(16).padStart(2, "0")}`;
  return label.replace(/^-/, "_").replace(/[^\w.,:/@+-]/gsu, (sign) => Array.from(Buffer.from(sign), encoded).join(""));
}

/** Returns the id that notmuch gives a message: its Message-ID or, if it has none, the SHA-1 of the file. */
function notmuchId(bytes: Uint8Array): string {
  const value = firstValue(headerFields(firstBytes(bytes, MAX_HEADER_BYTES)), "message-id") ?? "";
  // notmuch takes a value without angle brackets as it is.
  const id = /<([^>]+)/.exec(value)?.[1].replace(/\s+/g, "") || value.trim();
  return id || `notmuch-sha1-${createHash("sha1").update(bytes).digest("hex")}`;
}
