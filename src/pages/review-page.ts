import { isRecord, isText } from "../base/checks.js";
import { DataError, orElse } from "../base/errors.js";
import { plural } from "../base/numbers.js";
import { safeText } from "../base/safe-text.js";
import { classifyRow } from "../classifiers/classifier.js";
import { reasonsOf } from "../classifiers/explain/explain.js";
import { driftOf, driftText } from "../delivery/drift/drift.js";
import type { DecisionEntry } from "../delivery/history/history.js";
import { type DecisionLog, findDecisions } from "../delivery/review/decision-log.js";
import { termTrends, weeklyFigures } from "../delivery/review/figures.js";
import { readDocument } from "../documents/files/open-file.js";
import type { Review } from "../jobs/labelling/review-decisions.js";
import { classKeys } from "../labelling/answers/typed-names.js";
import { shownDocument, titleOf } from "../labelling/pile/shown-document.js";
import type { DecisionLine, DecisionList, OpenDecision, Reviewed, ReviewFigures } from "./review-state.js";
import { PageServer } from "./server/page-server.js";

/** Keys that cannot choose a class: those for the next and the previous decision. */
const TAKEN = "jk";

/** Characters of all texts that stay in memory for the search. */
const MAX_TEXT = 30_000_000;

/** Makes the page of `thresher review`. @param port default 0: a free one */
export function reviewPage(review: Review, port?: number): PageServer {
  const textOf = messageTexts(review);
  const find = (query: URLSearchParams, signal?: AbortSignal) => {
    const [text, label, show] = ["text", "class", "show"].map((name) => query.get(name) ?? "");
    return findDecisions(review.log, { text, label, show }, textOf, signal);
  };
  return new PageServer({
    page: "review",
    port,
    reads: {
      decisions: async (query, signal) => {
        review.log.refresh();
        const found = await find(query, signal);
        const first = found.slice(0, Number(query.get("most")));
        return { found: found.length, decisions: first.map((n) => lineOf(review, n)) } satisfies DecisionList;
      },
      decision: (query) => open(review, query),
      figures: () => figuresOf(review),
    },
    changes: { correct: (body) => correct(review, body, find) },
  });
}

/**
 * Makes a function that returns the text of a message in lower case; empty for one that is not where it was. Texts stay in
 * memory, because each letter that is typed searches them again.
 */
function messageTexts({ corrector, identified }: Review): (row: DecisionEntry) => string {
  const texts = new Map<string, string>();
  let size = 0;
  return (row) => {
    const known = texts.get(row.digest);
    if (known !== undefined) return known;
    const path = corrector.findNear(row);
    const shown = path && orElse(() => shownDocument(readDocument(path).bytes, identified.model.settings), undefined);
    const text = shown ? shown.text.toLowerCase() : "";
    size += text.length;
    if (size <= MAX_TEXT) texts.set(row.digest, text);
    return text;
  };
}

/** Returns a decision as the list shows it. */
function lineOf({ log, corrector, identified }: Review, number: number): DecisionLine {
  const row = log.rows[number];
  const { time, from, subject, id, label, probability, unsure, digest, model } = row;
  const correct = log.corrections.get(digest)?.correct;
  // A journal has neither sender nor subject, nor does it say which model decided.
  const path = model === "" ? corrector.findNear(row) : undefined;
  const shown = path ? titleOf(readDocument(path).bytes, identified.model.settings) : { from, title: subject };
  const title = safeText(shown.title || id);
  return { number, digest, time, from: safeText(shown.from), title, label, probability, unsure, correct };
}

/** Returns what the page shows beside the list. */
function figuresOf({ log, identified }: Review): ReviewFigures {
  const { labels } = identified.model;
  const keys = classKeys(labels, TAKEN);
  // A journal does not say which model decided.
  const drift = log.folder === undefined ? driftOf(log.rows, identified) : "";
  const others = log.rows.filter(({ model }) => model !== "" && model !== identified.id).length;
  const damaged = `Left out: ${plural(log.damaged, "damaged line")} of the history.`;
  const older = `${plural(others, "decision")} came from another model, or from this one before it learned more.`;
  return {
    classes: labels.map((name, c) => ({ name, keys: [...keys[c]] })),
    notices: [...(log.damaged > 0 ? [damaged] : []), ...(others > 0 ? [older] : [])],
    weeks: weeklyFigures(log, labels),
    terms: termTrends(log),
    drift: typeof drift === "string" ? drift : driftText(drift),
  };
}

/**
 * Returns a decision with its reasons, and its text if the message is still where it was.
 *
 * @param query has the `number` of the decision
 */
function open({ log, corrector, identified: { id, model } }: Review, query: URLSearchParams): OpenDecision {
  const entry = rowAt(log, query.get("number"));
  const path = corrector.findNear(entry);
  const bytes = path && readDocument(path).bytes;
  const x = entry.terms.length === 0 && bytes ? model.rowOf(bytes) : undefined;
  const { terms, against } = x ? reasonsOf(model.model, x, (term) => model.vocabulary.term(term)) : entry;
  const best = x ? classifyRow(model.model, x, 0).label : entry.label;
  // With `--threshold`, a message can be spam, or not, although another class is more probable.
  const rival = against === undefined || against === best ? "" : ` ${safeText(best)} and not ${safeText(against)}`;
  // Reasons that are kept are those of the model that decided.
  const judge = x ? ", by the model as it is now" : entry.model === id ? "" : ", by the model of that time";
  const { fields, text } = bytes ? shownDocument(bytes, model.settings) : { fields: [], text: undefined };
  const facts = [...fields, { name: "by", text: entry.command }, { name: "at", text: path ?? entry.filed ?? entry.id }];
  return {
    facts: facts.filter(({ text }) => text !== "").map(({ name, text }) => ({ name, text: safeText(text) })),
    why: `Why${rival}${judge}`,
    reasons: terms.map(([name, weight]) => ({ name, weight })),
    text,
  };
}

/**
 * Corrects a decision, or all that a search finds, if these are as many as the user saw.
 *
 * @param body has the `label`, and either the `number` of the decision, or `search` and `found`: the query of a search, and
 *   how many decisions the user saw
 */
async function correct(
  { log, corrector, identified }: Review,
  body: unknown,
  find: (query: URLSearchParams) => Promise<number[]>,
): Promise<Reviewed> {
  const { label, number, search, found } = isRecord(body) ? body : {};
  if (!isText(label) || !identified.model.labels.includes(label)) throw new DataError("the model has no such class");
  const numbers = isText(search) ? await find(new URLSearchParams(search)) : [number];
  if (isText(search) && numbers.length !== found) throw new DataError("the list has changed: look at it again");
  const rows = numbers.map((n) => rowAt(log, n));
  const said = safeText(await corrector.correct(rows, label));
  return { said, digests: rows.map(({ digest }) => digest), correct: label };
}

/** @throws DataError if there is no decision with this number */
function rowAt({ rows }: DecisionLog, number: unknown): DecisionEntry {
  const row = rows[Number(number)] as DecisionEntry | undefined;
  if (row === undefined) throw new DataError("there is no such decision");
  return row;
}
