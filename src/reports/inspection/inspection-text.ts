import { largest } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { methodTitle } from "../../classifiers/table.js";
import { recordedSettings } from "../../model/file/stored-settings.js";
import { presetOf } from "../../model/presets.js";
import { calibrationIn } from "../../model/settings.js";
import type { TextModel } from "../../model/text-model.js";
import { type Section, terminalText } from "../blocks.js";
import { choiceSection, sharesSection } from "../evaluation/choice-text.js";
import { settingRows } from "../evaluation/settings-text.js";
import { shownTerm, termLegend } from "../explanation/shown-term.js";
import { textTable } from "../terminal/table.js";
import { padEnd, type TerminalStyle, width, wrapped } from "../terminal/terminal.js";
import { type Inspection, methodOfShape } from "./inspection.js";

/**
 * Shows a model on a terminal: its settings and choices, then its classes with the strongest terms of each.
 *
 * @param isWhole whether to show settings and choices, too
 */
export function inspectionText(inspection: Inspection, isWhole: boolean, style: TerminalStyle): string {
  const { model, id, documents, choice, shares, strongest, shown, isWeighted } = inspection;
  const { settings, labels, vocabulary } = model;
  const classes = settings.multiLabel
    ? `, several labels a document: ${plural(labels.length, "label")}`
    : `: ${plural(labels.length, "class", "classes")}`;
  const sizes = `${plural(documents, "document")}, ${plural(vocabulary.size, "term")}`;
  const terms = shown.flatMap((c) => strongest[c].map(({ term }) => vocabulary.term(term)));
  const sections: Section[] = [
    [`${methodTitle(settings.classifier)}${classes}, ${sizes}`],
    ...(isWhole ? [[(style: TerminalStyle) => settingTable(model, id, style)]] : []),
    ...(isWhole && choice !== undefined ? [choiceSection(choice.variants, choice.outcome)] : []),
    ...(isWhole && shares !== undefined ? [sharesSection(shares.model)] : []),
    [(style) => classTable(inspection, style), ...termLegend(terms)],
    isWeighted ? ["Documents without a label count by how clear their class is."] : [],
  ];
  return terminalText(sections, style);
}

/** Returns a table of the settings, with the preset, if any, and the id as in the header of filtered mail. */
function settingTable(model: TextModel, id: string, style: TerminalStyle): string[] {
  const preset = presetOf(model.settings);
  const calibrate = calibrationIn(model.settings, model.calibration !== undefined);
  const rows = [
    ["model", id],
    ...(preset === undefined ? [] : [["preset", preset]]),
    ...settingRows({ ...recordedSettings(model), calibrate }).map(([name, value]) => {
      return [name, name === "calibrate" ? `${value}, ${calibrationText(model)}` : safeText(value)];
    }),
  ];
  const columns = columnsBeside(largest(rows.map(([name]) => width(name))) + 2, style);
  const lines = rows.flatMap(([name, value]) => wrapped(value, columns).map((line, l) => [l === 0 ? name : "", line]));
  return textTable(lines, "ll");
}

/** Writes the formula of a calibration, after its method if the model chose it; empty without a calibration. */
function calibrationText({ settings, calibration }: TextModel): string {
  if (calibration === undefined) return "";
  const { offset, slope, shape } = calibration;
  const chosen = settings.calibrate === "auto" ? `chose ${methodOfShape(shape)}, ` : "";
  return `${chosen}scores divided by exp(${offset.toFixed(2)} ${slope < 0 ? "-" : "+"} ${Math.abs(slope).toFixed(2)} ln (1 + tokens))`;
}

/** Minimum width of the last column in a narrow window, and the width of a window if it is unknown. */
const MIN_COLUMNS = 30;
const USUAL_COLUMNS = 120;

/** Returns the width of a last column, which is wrapped. @param first the width of the columns before it */
function columnsBeside(first: number, { columns = USUAL_COLUMNS }: TerminalStyle): number {
  return Math.max(MIN_COLUMNS, columns - first);
}

/** Returns a table of the classes. The strongest terms of each are wrapped in its last column. */
function classTable(
  { model, priors, thresholds, strongest, shown, sizes, by }: Inspection,
  style: TerminalStyle,
): string[] {
  const { labels, vocabulary } = model;
  const figures = thresholds ?? priors;
  const rows = [
    thresholds ? ["label", "documents", "threshold"] : ["class", "documents", "prior"],
    ...shown.map((c) => [safeText(labels[c]), grouped(sizes[c]), figures?.[c].toFixed(3) ?? ""]),
  ].map((row) => (figures === undefined ? row.slice(0, 2) : row));
  const room = (style.columns ?? Number.POSITIVE_INFINITY) - MIN_COLUMNS - 2;
  // Each class has a head; the lines of its terms follow, below the first one.
  const heads = textTable(rows, "lrr", { columns: room });
  const indent = largest(heads.map(width)) + 2;
  const columns = columnsBeside(indent, style);
  const title = ["strongest", "terms", ...(by === "counts" ? [] : ["by", by])];
  return heads.flatMap((head, r) => {
    const words = r === 0 ? title : strongest[shown[r - 1]].map(({ term }) => shownTerm(vocabulary.term(term)));
    return wrapped(words, columns).map((line, i) => `${padEnd(i === 0 ? head : "", indent)}${line}`.trimEnd());
  });
}
