/** Counts the lines of code in `src` by room, without comments, blank lines and imports: `npm run code-lines`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { textTable } from "../src/reports/terminal/terminal.js";
import { runScript } from "./run-script.js";

/** Text that does not count, from the beginning of a line on. The formatter puts nothing before or behind it. */
const TYPESCRIPT = /^[^\S\n]*(?:\n|\/\/.*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/\n)|^import [^;]*;\n/gm;
const SKIPPED: Readonly<Record<string, RegExp>> = {
  ".ts": TYPESCRIPT,
  ".tsx": TYPESCRIPT,
  ".wat": /^[^\S\n]*(?:;;.*)?\n/gm,
};

const program = new Command("npm run code-lines --")
  .description("Counts the lines of code by room: those that are no comment, blank line or import.")
  .argument("[folder]", "a folder with a folder for each room", "src")
  .action(run);

await runScript("code-lines", program);

function run(root: string): void {
  const rooms = new Map<string, number>();
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    const lines = codeLines(file, () => readFileSync(join(root, file), "utf8"));
    if (lines === 0) continue;
    const room = file.includes("/") ? file.slice(0, file.indexOf("/") + 1) : file;
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
  }
  const total = [...rooms.values()].reduce((sum, lines) => sum + lines, 0);
  const rows = [...rooms, ["total", total] as const].map(([room, lines]) => [room, String(lines)]);
  process.stdout.write(`${textTable(rows, "lr").join("\n")}\n`);
}

function codeLines(file: string, read: () => string): number {
  const skipped = SKIPPED[/\.\w+$/.exec(file)?.[0] ?? ""];
  if (skipped === undefined) return 0;
  return read().replace(skipped, "").split("\n").length - 1;
}
