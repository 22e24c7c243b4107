import { createHash } from "node:crypto";
import { firstWhere } from "../../base/lists.js";
import { countsOf, denseTerms } from "../../classifiers/bayes/class-counts.js";
import { multinomial } from "../../classifiers/bayes/multinomial.js";
import { type LabelProbability, probabilityOf } from "../../classifiers/classifier.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { matrixOfRows } from "../../features/sparse-matrix.js";
import { SPACE } from "../../mail/lines.js";
import { spamIn } from "../filter/decide.js";
import type { WordList } from "./word-line.js";
import { WORD_PROGRAMS } from "./word-programs.js";

/**
 * The settings of the preset mail, but for more smoothing, and without the weights of sources, which a list does not
 * tell. A list does not tell either how much of the user's mail is spam, because most programs learn only part of it.
 */
const MAIL = { alpha: 0.5, emphasis: 5, temper: 0.9, prior: "uniform" } as const;

/** From these log odds on, a list overrules the model for all, over a range of about 1 / STEEPNESS. */
const DECIDED = 1.75;
const STEEPNESS = 8;
/** A probability is never 0 or 1, because a list may be wrong. */
const LEAST = 1e-9;

/**
 * The evidence of a word list of another program. With the log odds of spam S by the model for all, and l by
 * naive Bayes on the counts of the list,
 *
 *     log odds = (1 - R) · S + l    with    R = 1 / (1 + e^(8 (1.75 - |l|)))
 *
 * So the list adds its evidence and, when it is sure by itself, takes the place of the model for all, which has not
 * seen the user's taste. A message without a token of the list gets the answer of the model for all. R is our own
 * heuristic; its effect is measured in the README of this room.
 */
export class WordPrior {
  readonly #list: WordList;
  readonly #model;
  /** Depends on the tokens and their counts. */
  readonly id: string;

  constructor(list: WordList) {
    this.#list = list;
    const { messages, keys, counts } = list;
    const terms = denseTerms(keys.length, 2)(Float64Array.from(counts));
    this.id = createHash("sha1").update(String(keys)).update(String(counts)).digest("hex");
    this.#model = multinomial(MAIL).fitCounts(countsOf(["ham", "spam"], Float64Array.from(messages), terms));
  }

  /** An estimate of the bytes in memory. */
  get bytes(): number {
    return 80 * this.#list.keys.length;
  }

  /** Returns the ranking of the model for all, changed by the list. Classes other than spam keep their proportions. */
  above(ranking: readonly LabelProbability[], document: ReadDocument): readonly LabelProbability[] {
    const spam = spamIn(ranking, undefined, false);
    if (spam === undefined || ranking.length === 1) return ranking;
    const was = within(spam.probability);
    const list = this.logOdds(document);
    const share = probabilityOf(STEEPNESS * (Math.abs(list) - DECIDED));
    const logOdds = (1 - share) * Math.log(was / (1 - was)) + list;
    const is = within(probabilityOf(logOdds));
    const factor = (1 - is) / (1 - was);
    return ranking
      .map((one) => ({ label: one.label, probability: one === spam ? is : factor * one.probability }))
      .sort((a, b) => b.probability - a.probability);
  }

  /** Returns log P(spam | message) - log P(ham | message), by the list alone. */
  logOdds(document: ReadDocument): number {
    const { program, keys } = this.#list;
    const { tokensOf, keyOf } = WORD_PROGRAMS[program];
    const found = new Set<number>();
    document.tokens((bytes, start, end) => {
      const one = bytes.subarray(start, end);
      // The lists have no neighbouring words.
      if (one.includes(SPACE)) return;
      const term = Buffer.from(one).toString();
      const colon = term.indexOf(":");
      for (const token of tokensOf(term.slice(0, Math.max(0, colon)), term.slice(colon + 1))) {
        const key = keyOf(token);
        const column = firstWhere(0, keys.length, (i) => keys[i] >= key);
        if (keys[column] === key) found.add(column);
      }
    });
    const ids = Uint32Array.from(found).sort();
    const scores = new Float64Array(2);
    this.#model.scoreInto(matrixOfRows([{ ids, values: ids.map(() => 1) }], keys.length), 0, scores);
    return scores[1] - scores[0];
  }
}

const within = (probability: number) => Math.min(1 - LEAST, Math.max(LEAST, probability));
