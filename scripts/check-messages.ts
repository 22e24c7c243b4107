/**
 * Compares what Thresher reads of messages with what Python's `email` reads, and checks that the filter changes
 * nothing but the header: `npm run check:messages -- FOLDER…`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import fastGlob from "fast-glob";
import { safeText } from "../src/base/safe-text.js";
import { beginsWithHeader } from "../src/mail/news.js";
import { textTable } from "../src/reports/terminal/table.js";
import { type Difference, differences } from "./messages/compare.js";
import { readByPython } from "./messages/python-email.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:messages";

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Compares what Thresher and Python's email read of messages.")
  .argument("<folders...>", "folders with a message in each file, in any depth; other files are skipped")
  .option("--list", "print each difference")
  .action(run);
await runScript(SCRIPT, program);

/** Everything in a folder that is a message. */
function messagesIn(folder: string): { readonly path: string; readonly bytes: Buffer }[] {
  return fastGlob
    .sync("**/*", { cwd: folder, dot: true, onlyFiles: true })
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
    .filter(({ path, bytes }) => /\.(?:eml|msg|emlx)$/i.test(path) || beginsWithHeader(bytes));
}

function run(folders: readonly string[], { list = false }: { readonly list?: boolean }): void {
  const rows = folders.map((folder) => {
    const messages = messagesIn(folder);
    const readings = readByPython(messages.map(({ bytes }) => bytes), "all");
    const kinds = new Map<string, number>();
    let different = 0;
    for (const [i, { path, bytes }] of messages.entries()) {
      const found = readings[i].error === undefined ? differences(bytes, readings[i]) : [];
      const names = readings[i].error === undefined ? found.map(({ what }) => what) : ["Python fails"];
      if (names.length > 0) different++;
      for (const name of new Set(names)) kinds.set(name, (kinds.get(name) ?? 0) + 1);
      if (list) for (const one of found) print(join(folder, path), one, readings[i].defects);
      if (list && readings[i].error !== undefined) console.log(`${join(folder, path)}: ${readings[i].error}`);
    }
    return [folder, messages.length, messages.length - different, different, [...kinds].map(([name, n]) => `${name} ${n}`).join(", ")].map(String);
  });
  console.log(textTable([["folder", "messages", "equal", "different", "kinds"], ...rows], "lrrrl").join("\n"));
}

function print(path: string, { what, ours, theirs }: Difference, defects: readonly string[]): void {
  let same = 0;
  while (same < ours.length && ours[same] === theirs[same]) same++;
  const cut = (text: string) => safeText(text.slice(Math.max(0, same - 30), same + 90));
  console.log(`${safeText(path)}: ${what} ${defects.join(" ")}\n  ours:   ${cut(ours)}\n  theirs: ${cut(theirs)}`);
}
