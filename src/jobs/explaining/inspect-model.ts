import { DataError } from "../../base/errors.js";
import { STRENGTHS, type Strength, strengthsOfTerm } from "../../classifiers/explain/strongest.js";
import { loadIdentified } from "../../model/file/model-file.js";
import type { TextModel } from "../../model/text-model.js";
import { terminalText } from "../../reports/blocks.js";
import { columnLegend, type TermInClasses, termSection } from "../../reports/explanation/term-text.js";
import { inspectionJson, inspectionOf, inspectionText } from "../../reports/inspection/inspection.js";
import type { Answer } from "../answer.js";
import { requireClasses } from "../learning/class-argument.js";
import { namesOf } from "../notices/corpus-lines.js";

export { STRENGTHS };

/** The options of `inspectModel`. */
export interface InspectOptions {
  /** The path of the model. */
  readonly model: string;
  /** The classes to show. Default: all. */
  readonly class?: readonly string[];
  /** The terms to look up in place of the facts about the model. */
  readonly term?: readonly string[];
  /** How many terms to show for each class. Default 10. */
  readonly terms?: number;
  /** How to measure the strength of a term. Default: by its counts. */
  readonly by?: Strength;
}

/** Shows the facts about a model, or its counts of some terms. @throws UsageError if it lacks a class */
export function inspectModel(options: InspectOptions): Answer {
  const { model, id } = loadIdentified(options.model);
  const { by = "counts", terms = 10 } = options;
  const shown = shownClasses(model.labels, options.class);
  if (options.term !== undefined) {
    const found = options.term.map((term) => termInClasses(model, term, by, shown));
    return {
      json: () => ({ model: id, strengthBy: by, terms: found }),
      text: (style) => terminalText([...found.map(termSection), [columnLegend(found)]], style),
    };
  }
  const inspection = inspectionOf(model, id, by, terms, shown);
  return {
    json: () => inspectionJson(inspection),
    text: (style) => inspectionText(inspection, options.class === undefined, style),
  };
}

/** Returns the indices of the classes with these names, or of all. @throws UsageError if a class does not exist. */
function shownClasses(labels: readonly string[], names: readonly string[] | undefined): readonly number[] {
  if (names === undefined) return [...labels.keys()];
  const chosen = requireClasses("class", names, labels);
  return [...labels.keys()].filter((c) => chosen.has(labels[c]));
}

/**
 * Looks up a term that is named on a command line, as it is or in lower case. Returns its count and strength in some
 * classes.
 *
 * @param by how to measure the strength
 * @param classes the indices of the classes to show
 * @throws DataError if the model does not have the term; the error names the shortest terms that contain it. UsageError
 *   if the strength is to be weight and the model is not linear.
 */
function termInClasses(
  { vocabulary, counts, model, labels }: TextModel,
  given: string,
  by: Strength,
  classes: readonly number[],
): TermInClasses {
  const term = [given, given.toLowerCase()].find((name) => vocabulary.numberOf(name) >= 0);
  if (term === undefined) {
    const similar = [...vocabulary].filter((name) => name.includes(given.toLowerCase()));
    similar.sort((a, b) => a.length - b.length);
    const suggestion = similar.length === 0 ? "" : `; terms that contain it: ${namesOf(similar)}`;
    throw new DataError(`the model has no term ${JSON.stringify(given)}${suggestion}`);
  }
  const strengths = strengthsOfTerm(model, counts, by, vocabulary.numberOf(term));
  // A model of presence counts documents with the term, other models count occurrences. The shares are of these.
  const totals = model.binary ? counts.documents : counts.totals;
  return {
    term,
    isPresence: model.binary,
    classes: classes.map((c) => {
      const { count, strength } = strengths[c];
      return { label: labels[c], count, share: totals[c] === 0 ? 0 : count / totals[c], strength };
    }),
  };
}
