/**
 * Compares what Thresher reads of messages with what Python's `email` reads, and checks that the filter adds its field
 * and changes nothing else: `npm run check:messages -- FOLDER…`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { DataError } from "../src/base/errors.js";
import { plural } from "../src/base/numbers.js";
import { safeText } from "../src/base/safe-text.js";
import { beginsWithHeader } from "../src/mail/news.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { type Difference, differences, KINDS } from "./messages/compare.js";
import { filterFaults } from "./messages/filter-faults.js";
import { readByPython } from "./messages/python-email.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:messages";

interface CommandOptions {
  readonly list?: boolean;
  readonly filter?: boolean;
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Compares what Thresher and Python's email read of messages, and checks what the filter does to them.")
  .argument("<folders...>", "folders with a message in each file, in any depth; files without a header are skipped")
  .option("--list", "print each difference")
  .option("--filter", "check the filter alone")
  .action(run);
await runScript(SCRIPT, program);

interface MessageFile {
  readonly path: string;
  readonly bytes: Buffer;
}

function messagesIn(folder: string): MessageFile[] {
  const messages = readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
    .sort()
    .map((path) => ({ path, bytes: readFileSync(path) }))
    .filter(({ path, bytes }) => /\.(?:eml|emlx|msg)$/i.test(path) || beginsWithHeader(bytes));
  if (messages.length === 0) throw new DataError(`${folder} has no messages`);
  return messages;
}

function run(folders: readonly string[], { list = false, filter = false }: CommandOptions): void {
  const found = folders.map((folder) => ({ folder, messages: messagesIn(folder) }));
  if (!filter) {
    const rows = found.map(({ folder, messages }) => comparedRow(folder, messages, list));
    const header = ["folder", "messages", "equal", "different", "kinds of difference, and how many messages have them"];
    for (const line of textTable([header, ...rows], "lrrrl")) console.log(line);
  }
  let faults = 0;
  for (const { folder, messages } of found) {
    const { marked, unchanged, wrong } = filterFaults(messages);
    const counts = `${marked} with a new field and nothing else, ${unchanged} unchanged with exit code 75`;
    console.log(`filter: ${safeText(folder)}: ${plural(messages.length, "message")}, ${counts}`);
    for (const line of wrong) console.log(`FAILED ${safeText(line)}`);
    faults += wrong.length;
  }
  if (faults > 0) process.exitCode = 1;
}

/** Compares the messages of a folder. @returns the row of the table */
function comparedRow(folder: string, messages: readonly MessageFile[], list: boolean): string[] {
  const readings = readByPython(
    messages.map(({ bytes }) => bytes),
    "all",
  );
  const counts = new Map<string, number>();
  let different = 0;
  for (const [i, { path, bytes }] of messages.entries()) {
    const found = differences(bytes, readings[i]);
    if (found.length > 0) different++;
    for (const kind of new Set(found.map((one) => one.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (list) for (const one of found) print(path, one);
  }
  const order = [...KINDS.map(({ name }) => name), "other"].filter((name) => counts.has(name));
  const kinds = order.map((name) => `${name} ${counts.get(name)}`).join(", ");
  return [folder, String(messages.length), String(messages.length - different), String(different), kinds];
}

function print(path: string, { what, kind, ours, theirs }: Difference): void {
  let same = 0;
  while (same < ours.length && ours[same] === theirs[same]) same++;
  const cut = (text: string) => safeText(text.slice(Math.max(0, same - 30), same + 90));
  console.log(`${safeText(path)}: ${what} (${kind})\n  Thresher: ${cut(ours)}\n  Python:   ${cut(theirs)}`);
}
