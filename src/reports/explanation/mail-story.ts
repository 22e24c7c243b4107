import { byName, groupedBy, sumOf } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import type { Explanation, TermContribution } from "../../classifiers/explain/explain.js";
import type { Heading } from "../classification/classification-lines.js";
import { shortened } from "../terminal/terminal.js";
import { type Addend, isNothing } from "./sum-lines.js";
import { shownTerm } from "./term-text.js";

/** By field of terms, the part of a message that it belongs to. Several fields of one part are separated by spaces. */
const PARTS = byName({
  "from reply-to return-path sender": "sender",
  subject: "subject",
  "list-id": "list",
  "to cc": "recipients",
  "received message-id": "route",
  date: "date",
  agent: "program",
  link: "links",
  attachment: "attachments",
  "html hidden disguised fact header": "look",
});

/** The part of terms without a field. */
const WORDS = "words";

/** The part of terms of characters, which come from the whole message. */
const LETTERS = "letters";

/** The parts that a reader looks at first. They are shown even if they decide nothing. */
const MAIN_PARTS = ["sender", "subject", "list", WORDS];

/** The parts in the order in which they are shown. */
const ORDER: ReadonlySet<string> = new Set([...MAIN_PARTS, LETTERS, ...PARTS.values()]);

/** How many terms stand for a part. */
const TERMS_SHOWN = 4;

/** The widest text of a part, in columns. */
const WIDEST_TEXT = 48;

/**
 * Sums up the evidence for the class of a message by the parts of the message, in the order in which one reads it. Each
 * part has its own text, or its strongest terms.
 *
 * @param heading sender and subject of the message; their texts stand for these parts
 */
export function mailStory({ terms }: Explanation, heading: Heading | undefined): Addend[] {
  // Terms of characters begin with `~`.
  const groups = groupedBy(terms, ({ term }) => (term.startsWith("~") ? LETTERS : (PARTS.get(fieldOf(term)) ?? WORDS)));
  const texts: Readonly<Record<string, string | undefined>> = { sender: heading?.from, subject: heading?.subject };
  return [...ORDER].flatMap((part) => {
    const evidence = groups.get(part);
    if (evidence === undefined) return [];
    const logOdds = sumOf(evidence.map(({ contribution }) => contribution));
    if (isNothing(logOdds) && !MAIN_PARTS.includes(part)) return [];
    const text = safeText(texts[part] || "") || strongestOf(evidence, logOdds);
    return [{ name: part, text: shortened(text, WIDEST_TEXT), logOdds }];
  });
}

/** Returns the field of a term, which is before a colon: `from` for `from:ann`; empty for a word of the text. */
function fieldOf(term: string): string {
  return term.slice(0, Math.max(0, term.indexOf(":")));
}

/** Lists the strongest terms on the side of the sum, without their fields. */
function strongestOf(terms: readonly TermContribution[], sum: number): string {
  const names = terms
    .filter(({ contribution }) => contribution * sum > 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(({ term }) => (PARTS.has(fieldOf(term)) ? term.slice(fieldOf(term).length + 1) : term));
  return [...new Set(names)]
    .slice(0, TERMS_SHOWN)
    .map((name) => shownTerm(name).replace(/^~/, ""))
    .join(", ");
}
