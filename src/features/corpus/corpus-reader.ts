import { append } from "../../base/lists.js";
import { isCorpus } from "../../documents/corpora/corpus.js";
import { bytesOf, contentOf, idOf, type LabelledText, labelOf } from "../../documents/document.js";
import { messageFacts } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { Analyzer, TextSettings } from "../analyzer.js";
import type { RowBuilder } from "../row-builder.js";
import { secondsOf } from "./known-documents.js";
import type { Extras, ReadResult } from "./parallel.js";

/** Reads documents into rows. */
export function readInto(
  rows: RowBuilder,
  corpus: Iterable<LabelledText>,
  analyzer: Analyzer,
  settings: TextSettings,
  extras: Extras,
  onProgress?: (documents: number) => void,
): ReadResult {
  const modified = isCorpus(corpus) ? (id: string) => corpus.modified(id) : undefined;
  const { result, add } = readerInto(rows, analyzer, settings, extras, onProgress, modified);
  for (const document of corpus) add(document);
  if (isCorpus(corpus)) append(result.problems, corpus.problems);
  return result;
}

/** Reads documents one after another into rows: `add` takes each. */
export function readerInto(
  rows: RowBuilder,
  analyzer: Analyzer,
  settings: TextSettings,
  { identify, threads }: Extras,
  onProgress?: (documents: number) => void,
  modified?: (id: string) => number | undefined,
): { readonly result: ReadResult; readonly add: (given: LabelledText) => void } {
  const result: ReadResult = { ids: [], labels: [], problems: [], identities: [], messages: [] };
  const factsOf = threads ? messageFacts(settings) : undefined;
  let seen = 0;
  const add = (given: LabelledText) => {
    seen++;
    onProgress?.(seen);
    const id = idOf(given, seen);
    const content = contentOf(given, id);
    const document = analyzer.read(content);
    if (document.isBinary) {
      result.problems.push({ kind: "binary", where: id });
      return;
    }
    const label = labelOf(given, id);
    rows.add(document);
    result.ids.push(id);
    result.labels.push(label);
    if (identify) {
      const { digest, time = given.time } = identityOf(bytesOf(content));
      result.identities.push({ digest, seconds: secondsOf(time ?? modified?.(id)) });
    }
    if (factsOf !== undefined) {
      const { messageId, references, subject } = factsOf(bytesOf(content));
      result.messages.push({ messageId, references, subject });
    }
  };
  return { result, add };
}
