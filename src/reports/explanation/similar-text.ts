import type { SimilarDocument } from "../../classifiers/neighbours/similar-documents.js";
import { terminalText } from "../blocks.js";
import type { TerminalStyle } from "../terminal/terminal.js";

/** Shows the training documents most similar to a document on a terminal, each with its class and shared terms. */
export function similarText(path: string, similar: readonly SimilarDocument[], style: TerminalStyle = {}): string {
  const none = { text: "  no training document shares a term with it", isLine: true };
  if (similar.length === 0) return terminalText([[{ heading: path }, none]], style);
  const rows = similar.map(({ similarity, copy, label, id }) => {
    return ["", similarity.toFixed(3), copy ? "copy" : "", label, id];
  });
  const notes = similar.map(({ terms }) => {
    return terms.length === 0 ? [] : [TERMS + terms.map(({ term }) => term).join(", ")];
  });
  const head = ["", "similarity", "", "class", "document"];
  const table = { rows: [head, ...rows], align: "lrlll", notes: [[], ...notes] };
  return terminalText([[{ heading: path }, table]], style);
}

/** The beginning of a line of shared terms. */
const TERMS = "              by ";
