import { sumOf } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { StrongTerm } from "../../classifiers/explain/strongest.js";
import { dimmed, type Section, type Styled } from "../blocks.js";
import { shownTerm } from "./shown-term.js";

/** A term of a model with its count and strength in each class. */
export interface TermInClasses {
  readonly term: string;
  /** Whether counts are numbers of documents; otherwise they are numbers of occurrences. */
  readonly isPresence: boolean;
  /** In the order to show. */
  readonly classes: readonly TermInClass[];
}

interface TermInClass extends Pick<StrongTerm, "count" | "strength"> {
  readonly label: string;
  /** The count as a share of all documents of the class, or of all its occurrences, 0 to 1. */
  readonly share: number;
}

/** Shows how often a term is in each class, and how strongly it speaks for or against the class. */
export function termSection({ term, isPresence, classes }: TermInClasses): Section {
  // Counts are fractions if the model has learned from documents without a label.
  const sum = Math.round(sumOf(classes.map(({ count }) => count)));
  const rows = classes.map(({ label, count, share, strength }) => {
    return [
      label,
      grouped(Math.round(count)),
      `${(100 * share).toFixed(2)} %`,
      `${strength < 0 ? "-" : "+"}${Math.abs(strength).toPrecision(3)}`,
    ];
  });
  const counted = isPresence ? `in ${plural(sum, "document")}` : plural(sum, "occurrence");
  return [
    { text: `${shownTerm(term)}: ${counted}`, look: "bold" },
    { rows: [["class", isPresence ? "documents" : "count", "share", "strength"], ...rows], align: "lrrr" },
  ];
}

/** Says what the columns of `termSection` mean. */
export function termLegendOf([{ isPresence }]: readonly TermInClasses[]): Styled {
  const whole = isPresence ? "the documents of the class" : "all occurrences of terms in the class";
  return dimmed(`share: of ${whole}; strength: + speaks for the class, - against it (see thresher inspect --help)`);
}
