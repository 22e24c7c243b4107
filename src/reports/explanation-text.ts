import type { Explanation } from "../classifiers/explain.js";
import type { SmallestChange } from "../classifiers/smallest-change.js";
import type { ExplainedDocument } from "./explanation-json.js";
import { fittedTable } from "./fitted-table.js";
import { grouped, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { signedBars } from "./signed-bars.js";
import { width, wrapped } from "./table.js";
import { termLegend } from "./term-legend.js";
import { painted, type TerminalStyle } from "./terminal.js";

/** How an explanation is told. */
export interface ExplanationTextOptions {
  /** What `Explanation.prior` is called. */
  readonly rest: string;
  /** How many terms have a line. */
  readonly terms: number;
  /** Whether the probability is calibrated, which the sum is not. Default false. */
  readonly calibrated?: boolean;
}

/** A line of the sum: what it is called, and natural log odds. */
interface Addend {
  readonly name: string;
  readonly nats: number;
  /** Whether it is of several others: a bar as long would leave nothing of theirs. */
  readonly together?: boolean;
}

/**
 * Why a document is put where it is, for people: the answer, the sum that led to it, and
 * what would have to be different.
 *
 * @param style default: plain, and as wide as it needs to be
 */
export function explanationText(
  { path, classification, explanation, change }: ExplainedDocument,
  { rest, terms, calibrated = false }: ExplanationTextOptions,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle = {},
): string {
  const folded = (sentence: string) => wrapped(sentence.split(" "), columns);
  const { label, probability } = classification;
  const addends = addendsOf(explanation, rest, terms);
  const lines = [
    ...folded(`${safeText(path)}: ${safeText(label)}, probability ${probability.toFixed(3)}`).map((line) =>
      painted(line, "bold", colour),
    ),
    ...folded(marginSentence(explanation, calibrated)),
    "",
    ...sumTable(addends, explanation, columns, colour),
    ...termLegend([...explanation.terms.slice(0, terms).map(({ term }) => term), ...change.terms.slice(0, NAMED)], {
      columns,
      colour,
    }),
    "",
    ...folded(changeSentence(change, label, explanation.terms.length)),
  ];
  return `${lines.join("\n")}\n`;
}

function addendsOf({ prior, terms, margin }: Explanation, rest: string, shown: number): Addend[] {
  const others = terms.slice(shown);
  const side = (sign: 1 | -1) => {
    const ofSide = others.map(({ contribution }) => contribution).filter((nats) => nats * sign > 0);
    const name = `${plural(ofSide.length, "more", "more")} ${sign === 1 ? "for" : "against"}`;
    return ofSide.length === 0 ? [] : [{ name, nats: ofSide.reduce((sum, nats) => sum + nats, 0), together: true }];
  };
  return [
    // What has no name of its own is only named to make up the sum.
    ...(rest === "rest" && isNothing(prior) ? [] : [{ name: rest, nats: prior }]),
    ...terms.slice(0, shown).map(({ term, count, contribution }) => ({
      name: `${safeText(term)}${count === 1 ? "" : ` ×${grouped(count)}`}`,
      nats: contribution,
    })),
    ...side(1),
    ...side(-1),
    { name: "sum", nats: margin, together: true },
  ];
}

/** Columns of the bars: more only makes the eye travel, and with less they tell nothing. */
const WIDEST = 40;
const NARROWEST = 10;

function sumTable(
  addends: readonly Addend[],
  { label, against }: Explanation,
  columns: number,
  colour: boolean | undefined,
): string[] {
  const figures = addends.map(({ nats }) => signed(nats));
  const names = Math.max(...addends.map(({ name }) => width(name)));
  const room = columns - Math.max(...figures.map(width), "nats".length) - 4;
  // Long terms give way to the bars, down to a third of the line.
  const bars = Math.min(WIDEST, Math.max(room - names, Math.min(NARROWEST, Math.floor(room / 3))));
  const single = addends.filter(({ together }) => !together);
  const drawn =
    bars < NARROWEST
      ? []
      : signedBars(
          single.map(({ nats }) => nats),
          bars,
        );
  const rows = [
    ["", "nats", ""],
    ...addends.map((addend, a) => [addend.name, figures[a], drawn[single.indexOf(addend)] ?? ""]),
  ];
  const last = rows.length - 1;
  const table = fittedTable(rows, "lrr", columns, (cell, row, column) => {
    if (column < 2) return painted(cell, row === last ? "bold" : undefined, colour);
    const bar = cell.trimEnd();
    const look = row > 0 && addends[row - 1].nats < 0 ? "series 2" : "series 1";
    return painted(bar, look, colour) + cell.slice(bar.length);
  });
  const legend = `+ for ${safeText(label)}, - for ${safeText(against)}`;
  return [...wrapped(legend.split(" "), columns).map((line) => painted(line, "dim", colour)), ...table];
}

function marginSentence({ label, against, margin }: Explanation, calibrated: boolean): string {
  const [first, second] = margin < 0 ? [against, label] : [label, against];
  const names = `${safeText(first)} before ${safeText(second)}`;
  if (!Number.isFinite(margin)) return `${names}, which is ruled out`;
  const lead = `${names} by ${grouped(Math.abs(margin).toFixed(2))} nats`;
  // As odds, what calibration has not seen would contradict the probability above.
  return calibrated ? `${lead}, before calibration` : `${lead}: odds of ${odds(Math.abs(margin))}`;
}

function changeSentence({ label, terms, smallest }: SmallestChange, answer: string, known: number): string {
  if (known === 0) return "The model knows none of its terms.";
  if (label === undefined) {
    return smallest
      ? `Whatever terms are left out, it stays ${safeText(answer)}.`
      : `No terms were found without which it would not be ${safeText(answer)}.`;
  }
  const named = terms.slice(0, NAMED).map(safeText).join(", ");
  const more = terms.length > NAMED ? ` and ${plural(terms.length - NAMED, "more", "more")}` : "";
  const found = `Without ${named}${more} (${grouped(terms.length)} of ${plural(known, "term")}) it would be ${safeText(label)}`;
  if (terms.length === 1) return `${found}.`;
  const stays = safeText(answer);
  return smallest
    ? `${found}; with fewer left out it stays ${stays}.`
    : `${found}; with any one of these back it is ${stays} again, though a smaller set may exist.`;
}

/** As many terms as somebody will read in a sentence. */
const NAMED = 12;

/** Natural log odds as odds; a power of ten where nobody counts any more. */
function odds(margin: number): string {
  const exponent = margin / Math.LN10;
  return exponent < 6
    ? `${grouped(Number(Math.exp(margin).toPrecision(3)))} to 1`
    : `10^${grouped(Math.round(exponent))} to 1`;
}

function signed(nats: number): string {
  const size = Number.isFinite(nats) ? grouped(Math.abs(nats).toFixed(2)) : "∞";
  return isNothing(nats) ? size : `${nats < 0 ? "-" : "+"}${size}`;
}

/** Whether two digits show nothing of it. */
function isNothing(nats: number): boolean {
  return Math.abs(nats) < 0.005;
}
