import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classify, messageHeading, readFolders, train } from "../src/index.js";
import { percent } from "../src/reports/numbers.js";
import { safeText } from "../src/reports/safe-text.js";
import { textTable } from "../src/reports/table.js";
import { shortened } from "../src/reports/terminal.js";

/** How many messages are shown, and how many columns of a heading. */
const SHOWN = 8;
const FROM = 24;
const SUBJECT = 30;

/**
 * Learns from a folder of ham and one of spam, and says of some messages which they are.
 *
 * @param mail a folder per class
 * @param inbox a folder of messages
 * @returns lines of text
 */
export function sortedMail(mail: string, inbox: string): string[] {
  const model = train(readFolders(mail), { preset: "mail" });
  const rows = readdirSync(inbox)
    .sort()
    .slice(0, SHOWN)
    .map((name) => {
      const bytes = readFileSync(join(inbox, name));
      const { label, probability } = classify(model, bytes);
      const { from = "", subject = "" } = messageHeading(bytes, model.settings) ?? {};
      return [
        `  ${shortened(safeText(from), FROM)}`,
        shortened(safeText(subject), SUBJECT),
        safeText(label),
        percent(probability),
      ];
    });
  return textTable(rows, "lllr");
}
