import { limited } from "../document.js";
import { classOfLabels } from "../label-cells.js";
import type { ArchiveEntry, ArchiveFormat } from "./archive.js";
import { classIn as classInCell, isMissingText, textOf } from "./cells.js";
import { entriesOf, lineEnds, linesIn, rangesOf } from "./text-lines.js";

/** Training files of fastText. Each line has labels such as `__label__spam`, then a text. Places are line numbers. */
export const FAST_TEXT: ArchiveFormat = {
  name: "fast-text",
  inputNames: ["fasttext"],
  title: ["lines of fastText", "lines of fastText"],
  unit: "document",
  endings: [".ft"],
  isBeginning: (beginning) => /^(?:\xef\xbb\xbf)?\s*__label__\S/.test(beginning.toString("latin1")),
  classIn: "column",
  columns: (_, { hasClasses }) => ({ label: hasClasses ? PREFIX : undefined, text: "" }),
  ranges: (path, bytes) => rangesOf(lineEnds(path), bytes),
  entries: (window, { columns, range }) =>
    entriesOf(linesIn(window), (place, line) => entryOf(place, line, columns.label !== undefined), range),
};

/** Begins each label. As the name of the label column, it only says that classes are wanted. */
const PREFIX = "__label__";

/** The labels at the beginning of a line. A comma may follow each of them. */
const LABELS = /^(?:\xef\xbb\xbf)?[ \t]*((?:__label__[^ \t,]+[ \t]*,?[ \t]*)*)/;

/**
 * Reads a line; undefined if it is blank. In Latin-1, each character is one byte. So `\s`, which also matches the last
 * byte of `à`, would tear it.
 */
function entryOf(place: string, line: Buffer, hasClass: boolean): ArchiveEntry | undefined {
  const text = line.toString("latin1");
  if (text.trim() === "") return undefined;
  const [beginning = "", labelText = ""] = LABELS.exec(text) ?? [];
  const content = limited(Buffer.from(text.slice(beginning.length), "latin1"));
  if (!hasClass) return { place, ...content };
  const labels = Array.from(labelText.matchAll(/__label__([^ \t,]+)/g), ([, name]) => classInCell(textOf(name))).filter(
    (label) => label !== "",
  );
  if (labels.length === 0) return { place, problem: "malformed", detail: "no class" };
  if (isMissingText(text.slice(beginning.length))) return { place, problem: "malformed", detail: "no text" };
  return { place, label: classOfLabels(labels), ...content };
}
