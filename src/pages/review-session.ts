import { isRecord, isText } from "../base/checks.js";
import { DataError } from "../base/errors.js";
import { plural } from "../base/numbers.js";
import { safeText } from "../base/safe-text.js";
import { reasonsOf } from "../classifiers/explain/reasons.js";
import { strengthsOfTerm } from "../classifiers/explain/strongest.js";
import type { Corrector } from "../delivery/review/corrector.js";
import type { DecisionLog, DecisionRow } from "../delivery/review/decision-log.js";
import type { Weighted } from "../delivery/review/figures.js";
import { findDecisions } from "../delivery/review/find-decisions.js";
import { termTrends } from "../delivery/review/term-trends.js";
import { weeklyFigures } from "../delivery/review/weekly-figures.js";
import { classKeys } from "../labelling/class-keys.js";
import { shownDocument, titleOf } from "../labelling/pile/shown-document.js";
import type { IdentifiedModel } from "../model/file/model-file.js";
import type { DecisionLine, DecisionList, OpenDecision, Reviewed, ReviewFigures } from "./review-state.js";
import { Refusal } from "./server/page-server.js";

/** Decisions in a part of the list. */
const PAGE = 50;
/** Keys that are no class: next, previous, undo. */
const TAKEN = "jku";
const CONFLICT = 409;

/** Decisions that are looked through: what the page reads and changes. */
export class ReviewSession {
  readonly #log: DecisionLog;
  readonly #corrector: Corrector;
  readonly #model: IdentifiedModel;
  readonly #notices: readonly string[];

  /** @param notices what the user should know, such as that the model cannot learn */
  constructor(log: DecisionLog, corrector: Corrector, model: IdentifiedModel, notices: readonly string[]) {
    this.#log = log;
    this.#corrector = corrector;
    this.#model = model;
    this.#notices = notices;
  }

  /** Returns a part of the decisions that are wanted. @param query text, label, show and from */
  list(query: URLSearchParams): DecisionList {
    this.#log.refresh();
    const [text, label, show] = ["text", "label", "show"].map((name) => query.get(name) ?? "");
    const found = findDecisions(this.#log, { text, label, show });
    const from = Math.max(0, Number(query.get("from")) || 0);
    return { found: found.length, decisions: found.slice(from, from + PAGE).map((n) => this.#line(n)) };
  }

  figures(): ReviewFigures {
    const { rows, corrections, damaged } = this.#log;
    const { labels } = this.#model.model;
    const keys = classKeys(labels, TAKEN);
    const others = rows.filter(({ model }) => this.#isOther(model)).length;
    const notices = [
      ...this.#notices,
      ...(damaged === 0
        ? []
        : [`${plural(damaged, "damaged line")} of the history ${damaged === 1 ? "is" : "are"} left out.`]),
      ...(others === 0
        ? []
        : [`${plural(others, "decision")} came from another model, or from this one before it learned more.`]),
    ];
    return {
      decisions: rows.length,
      unsure: rows.filter(({ unsure, digest }) => unsure && !corrections.has(digest)).length,
      corrected: rows.filter(({ digest }) => corrections.has(digest)).length,
      classes: labels.map((name, c) => ({ name, key: keys[c] })),
      canUndo: this.#corrector.canTakeBack,
      notices,
      weeks: weeklyFigures(this.#log, labels),
      terms: termTrends(this.#log),
    };
  }

  /** Returns a decision with its reasons, and its text if the message is still where it was. @param query number and digest */
  open(query: URLSearchParams): OpenDecision {
    const { row } = this.#find(Number(query.get("number")), query.get("digest"));
    const { model } = this.#model;
    const entry = this.#log.entry(row);
    const found = this.#corrector.finder.findNear(entry, this.#log.corrections.get(row.digest)?.filed);
    const x = entry.terms.length === 0 && found ? model.rowOf(found.bytes) : undefined;
    const reasons = x === undefined ? entry.terms : reasonsOf(model.model, x, (term) => model.vocabulary.term(term));
    const text = found ? shownDocument(found.bytes, model.settings) : { fields: [], text: "" };
    return {
      ...text,
      command: safeText(entry.command),
      place: safeText(entry.id),
      filed: safeText(found?.path ?? entry.filed ?? ""),
      reasons: reasons.map(([name, weight]) => ({ name, weight })),
      isExplainedNow: x !== undefined,
      isGone: found === undefined,
    };
  }

  /** Returns how strongly a term speaks for each class. @param query term @throws DataError if the model does not have it */
  term(query: URLSearchParams): Weighted[] {
    const { vocabulary, model, counts, labels } = this.#model.model;
    const given = query.get("term")?.trim() ?? "";
    const term = [given, given.toLowerCase()].map((name) => vocabulary.numberOf(name)).find((number) => number >= 0);
    if (term === undefined) throw new DataError(`the model has no term ${JSON.stringify(safeText(given))}`);
    const strengths = strengthsOfTerm(model, counts, model.weightsOf === undefined ? "counts" : "weight", term);
    return strengths.map(({ strength: weight }, c) => ({ name: labels[c], weight }));
  }

  /** Corrects a decision. @param body number, digest and label */
  async correct(body: unknown): Promise<Reviewed> {
    const { number, digest, label } = isRecord(body) ? body : {};
    if (!isText(label) || !this.#model.model.labels.includes(label)) throw new DataError("the model has no such class");
    const { row, n } = this.#find(number, digest);
    const said = await this.#corrector.correct(row, label);
    return { said: safeText(said), decision: this.#line(n) };
  }

  /** Takes the last correction back. */
  async undo(): Promise<Reviewed> {
    const undone = await this.#corrector.takeBack();
    if (undone === undefined) return { said: "There is nothing to take back." };
    const n = this.#log.rows.findLastIndex(({ digest }) => digest === undone.row.digest);
    return { said: safeText(undone.said), decision: n < 0 ? undefined : this.#line(n) };
  }

  /** @throws Refusal if the number means another decision by now, because the history has begun a new file. */
  #find(n: unknown, digest: unknown): { readonly row: DecisionRow; readonly n: number } {
    const row = this.#log.rows[Number(n)];
    if (row === undefined || row.digest !== digest)
      throw new Refusal(CONFLICT, { error: "The list has changed; this is the new one." });
    return { row, n: Number(n) };
  }

  #line(n: number): DecisionLine {
    const row = this.#log.rows[n];
    const entry = this.#log.entry(row);
    const { label, probability, unsure, digest, model } = entry;
    const correction = this.#log.corrections.get(digest);
    // A journal has neither sender nor subject.
    const found = model === "" ? this.#corrector.finder.findNear(entry, correction?.filed) : undefined;
    const { from, title } = found
      ? titleOf(found.bytes, this.#model.model.settings)
      : { from: safeText(entry.from), title: safeText(entry.subject) };
    return {
      ...{ number: n, digest, time: row.time, label, probability, unsure, isOther: this.#isOther(model) },
      ...{ from, title: title === "" ? safeText(entry.id) : title, correct: correction?.correct ?? undefined },
    };
  }

  /** A journal does not say which model decided. */
  #isOther(model: string): boolean {
    return model !== "" && model !== this.#model.id;
  }
}
