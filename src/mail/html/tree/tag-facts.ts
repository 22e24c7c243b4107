/** A fact about the tags of a document. */
export type TagFact =
  /** Elements nested deeper than MAX_DEPTH. */
  | "deep"
  /** More elements than MAX_NODES, or styles that exceed MAX_WORK. Only the beginning was read. */
  | "many-elements"
  /** An end tag that has no start tag. */
  | "stray-end"
  /** A missing end tag that is required. */
  | "unclosed"
  /** A comment that is not closed. */
  | "unclosed-comment"
  /** A tag that is not closed. */
  | "unclosed-tag";

/** Receives the facts about the tags of a document. */
export interface TagFacts {
  add(fact: TagFact): unknown;
}
