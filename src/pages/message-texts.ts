import { orElse } from "../base/errors.js";
import type { DecisionEntry } from "../delivery/history/history-entry.js";
import type { MessageFinder } from "../delivery/review/message-finder.js";
import { readDocument } from "../documents/files/read-file.js";
import { shownDocument } from "../labelling/pile/shown-document.js";
import type { Settings } from "../model/settings.js";

/** In characters, of all texts that stay in memory. */
const MOST = 30_000_000;

/**
 * Makes a function that returns the text of a message as the page shows it, in lower case. Returns an empty text for a
 * message that is not where it was. Texts stay in memory, because each letter that is typed searches them again.
 */
export function messageTexts(finder: MessageFinder, settings: Settings): (row: DecisionEntry) => string {
  const texts = new Map<string, string>();
  let size = 0;
  return (row) => {
    const known = texts.get(row.digest);
    if (known !== undefined) return known;
    const path = finder.findNear(row);
    const read = () => (path === undefined ? "" : shownDocument(readDocument(path).bytes, settings).text.toLowerCase());
    const text = orElse(read, "");
    size += text.length;
    if (size <= MOST) texts.set(row.digest, text);
    return text;
  };
}
