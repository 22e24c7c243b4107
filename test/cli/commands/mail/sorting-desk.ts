import { join } from "node:path";
import { beforeAll } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { folderWith, isJournal, journalsIn, namesIn, type Tree } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

export let model = "";
export const HAM = "meeting lunch report\n";
export const SPAM = "winner cash prize\n";

/** A folder with an inbox, in which the command runs. */
export function desk(inbox: Tree = { "1.txt": HAM, "2.txt": SPAM, "3.txt": "letter" }, more: Tree = {}): string {
  return folderWith({ inbox, ...more });
}

/** Sorts into the folder `sorted`. */
export const sort = (cwd: string, words: string) => thresher(`sort -m ${model} --into sorted ${words}`, { cwd });

export const names = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/") && !isJournal(name));

export function journalOf(folder: string): string {
  return `sorted/${journalsIn(join(folder, "sorted"))[0]}`;
}

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  beforeAll(() => {
    model = trainedModel();
  });
}
