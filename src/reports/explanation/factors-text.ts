import { groupedBy, sumOf } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Factor, Factors } from "../../classifiers/explain/factors.js";
import { terminalText } from "../blocks.js";
import { productTable } from "../table/table-rows-text.js";
import type { TerminalStyle } from "../terminal/terminal.js";
import { shownTerm } from "./term-text.js";

/** Returns the factors as `thresher explain --factors --json` prints them: probabilities in the order of the classes. */
export function factorsJson(path: string, { labels, logPrior, factors, logJoint, logPosterior }: Factors): object {
  const numbers = (logs: Float64Array) => Array.from(logs, Math.exp);
  return {
    path,
    classes: labels,
    prior: numbers(logPrior),
    factors: factors.map(({ term, count, logs }) => ({ term, count, probability: numbers(logs) })),
    // The product of a long document is too small for a number.
    logProduct: [...logJoint],
    posterior: numbers(logPosterior),
  };
}

/** Shows a classification as a calculation by hand, as `table` does. @param shown how many factors have their own line */
export function factorsText(path: string, found: Factors, shown: number, style: TerminalStyle = {}): string {
  const { labels, logPrior, factors } = found;
  const powerOf = (count: number) => (count === 1 ? "" : ` (power ${grouped(count)})`);
  const nameOf = ({ term, count }: Factor) =>
    count === 0 ? `no ${shownTerm(term)}` : shownTerm(term) + powerOf(count);
  // The product of the factors without a line of their own. An absent term has the count 0, but is one factor.
  const rest = (kind: string, hidden: readonly Factor[] = []): [string, Float64Array][] => {
    const sums = logPrior.map((_, c) => sumOf(hidden.map(({ count, logs }) => (count || 1) * logs[c])));
    return hidden.length === 0 ? [] : [[plural(hidden.length, `more ${kind}`), sums]];
  };
  const others = groupedBy(factors.slice(shown), ({ count }) => count > 0);
  const { table, hidden } = productTable(path, labels, found, [
    ...factors.slice(0, shown).map((factor): [string, Float64Array] => [nameOf(factor), factor.logs]),
    ...rest("term", others.get(true)),
    ...rest("absent term", others.get(false)),
  ]);
  return terminalText([hidden === 0 ? [table] : [table, `and ${grouped(hidden)} less probable`]], style);
}
