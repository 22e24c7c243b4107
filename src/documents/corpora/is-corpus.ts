import type { LabelledText } from "../given-text.js";
import type { Corpus } from "./corpus.js";

/** Whether documents come from a corpus, and not from an array or a generator. Builds for browsers lack the class. */
export function isCorpus(documents: Iterable<LabelledText>): documents is Corpus {
  return "share" in Object(documents) && "slice" in Object(documents);
}
