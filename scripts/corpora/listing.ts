import type { Corpus } from "./table.js";

/** The corpora as a table to read. `here` are the names of those already downloaded. */
export function listing(corpora: readonly Corpus[], here: ReadonlySet<string>): string {
  const head = ["name", "what it is", "documents", "download", "here", "home page"];
  const rows = corpora.map((corpus) => [
    corpus.name,
    corpus.title,
    corpus.documents.toLocaleString("en-US"),
    `${corpus.megabytes} MB`,
    here.has(corpus.name) ? "yes" : "no",
    corpus.home,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const numeric = new Set([2, 3]);
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (numeric.has(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  ");
  return [head, ...rows].map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** The command that uses a corpus in a folder, to be copied into a shell. */
export function commandFor(corpus: Corpus, folder: string): string {
  const words = corpus.use.split(" ").map((word) => shellWord(word.replace("{}", () => folder)));
  return `npx thresher ${words.join(" ")}`;
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
