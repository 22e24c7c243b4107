import { join } from "node:path";
import { seededRandom } from "../../src/base/random.js";
import { folderWith } from "./folder.js";

/** The words that give a label away. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  sport: ["match", "goal", "team", "coach"],
  money: ["bank", "market", "shares", "loan"],
  music: ["song", "album", "concert", "guitar"],
};
const OTHERS = ["the", "of", "and", "today", "people", "new", "said", "city"];
/** In percent. */
const SHARES: Readonly<Record<string, number>> = { sport: 45, money: 40, music: 25 };

/** Documents with none to three labels, which their words tell. */
export function labelledTexts(size: number, seed = 1): { readonly labels: string[]; readonly text: string }[] {
  const random = seededRandom(seed);
  const one = (words: readonly string[]) => words[random(words.length)];
  return Array.from({ length: size }, () => {
    const labels = Object.keys(WORDS).filter((label) => random(100) < SHARES[label]);
    const told = labels.flatMap((label) => [one(WORDS[label]), one(WORDS[label])]);
    return { labels, text: [...told, ...Array.from({ length: 6 }, () => one(OTHERS))].join(" ") };
  });
}

/** The same as separated values, labels with semicolons between. */
export function labelTable(documents: ReturnType<typeof labelledTexts>): string {
  const rows = documents.map(({ labels, text }) => `${labels.length === 0 ? "[]" : labels.join(";")},${text}\n`);
  return `label,text\n${rows.join("")}`;
}

/** Writes the documents as a table and as lines of JSON. Returns the paths. */
export function labelledFiles(documents: ReturnType<typeof labelledTexts>) {
  const lines = documents.map(({ labels, text }) => `${JSON.stringify({ label: labels, text })}\n`).join("");
  const folder = folderWith({ "topics.csv": labelTable(documents), "topics.jsonl": lines });
  return { table: join(folder, "topics.csv"), lines: join(folder, "topics.jsonl") };
}
