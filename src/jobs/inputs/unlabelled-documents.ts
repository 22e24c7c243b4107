import type { CorpusOptions } from "../../documents/corpora/corpus.js";
import type { GivenText } from "../../documents/given-text.js";
import { type Follower, tell } from "../follower.js";
import { problemLines } from "../notices/corpus-lines.js";
import { Inputs } from "./inputs.js";

/** The options of a corpus that count for documents without labels, too. The others are for the labelled ones. */
type DocumentsOptions = Pick<CorpusOptions, "include" | "exclude" | "inputFormat" | "strict" | "textColumn">;

/** Reads the documents at a path that has no labels: all that `classify` takes. Tells what could not be read, and was left out. */
export function* unlabelledDocuments(path: string, options: Follower & DocumentsOptions): Generator<GivenText> {
  // Patterns and formats are left out: they are for the labelled documents.
  const { include, exclude, inputFormat, textColumn = [], ...others } = options;
  const columns = typeof textColumn === "string" ? [textColumn] : textColumn;
  const inputs = new Inputs([path], { ...others, ...(columns.length > 0 && { textColumn: columns }) });
  for (const { path: id, bytes } of inputs.contents()) yield { id, bytes };
  tell(options, problemLines(inputs.problems));
}
