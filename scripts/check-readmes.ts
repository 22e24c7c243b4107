/**
 * Runs the shell commands of every README as they are printed, and compares what they print with the block of output
 * that follows directly: `npm run check:readmes`. Commands that need downloaded corpora, npm or files of the reader's own
 * are left out and counted.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** npm runs scripts in the root of the project. */
const ROOT = process.cwd();

/** No command of a README takes longer. */
const TIMEOUT = 180_000;

/** Commands that cannot run here: they need what only the reader, or a download, has, or wait for somebody to answer. */
const ELSEWHERE =
  /thresher (?:label|review) |downloaded|npm |waimai\.csv|tickets\.csv|~\/|ham\.mbox|--server mail\.socket/;

/** Blocks of shell, each with the block of output that follows it directly. */
const EXAMPLES = /^```sh\n([\s\S]*?)^```\n(?:\n```\n([\s\S]*?)^```$)?/gm;

const folder = mkdtempSync(join(tmpdir(), "thresher-readmes-"));
let [ran, left, compared, failed] = [0, 0, 0, 0];
try {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const npx = join(bin, "npx");
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(ROOT, "dist/bin/thresher.cjs")}" "$@"\n`);
  chmodSync(npx, 0o755);
  const readmes = ["README.md", ...["src", "corpora", "scripts"].flatMap(readmesBelow)];
  for (const readme of readmes) {
    const place = join(folder, readme.replaceAll(/\W+/g, "-"));
    mkdirSync(place);
    symlinkSync(join(ROOT, "corpora"), join(place, "corpora"));
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    for (const [, shell, output] of readFileSync(join(ROOT, readme), "utf8").matchAll(EXAMPLES)) {
      const printed = runAll(commandsOf(shell), readme, place, env);
      if (output !== undefined && printed !== undefined) compare(output, printed, readme);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  `${ran} commands of READMEs ran as printed, ${left} need downloads or files of the reader's own; ` +
    `${compared} blocks of output compared`,
);
if (failed > 0) process.exitCode = 1;

function readmesBelow(root: string): string[] {
  return readdirSync(join(ROOT, root), { recursive: true, encoding: "utf8" })
    .filter((path) => /^README(?:\.\w+)?\.md$/.test(basename(path)) && !/downloaded|node_modules/.test(path))
    .map((path) => join(root, path));
}

/** The commands of a block of shell, lines that go on joined. */
function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** Returns what the commands print, or nothing if one of them cannot run here. */
function runAll(commands: string[], readme: string, cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  let printed: string | undefined = "";
  for (const command of commands) {
    if (ELSEWHERE.test(command)) {
      left++;
      printed = undefined;
      continue;
    }
    // A server is ended when the shell that started it ends.
    const shell = `set -eo pipefail; trap 'kill $(jobs -p) 2> /dev/null || :' EXIT; ${command}\n[ -z "$(jobs -p)" ] || sleep 2`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", shell], { cwd, env, timeout: TIMEOUT });
    ran++;
    if (printed !== undefined) printed += `${stdout}${stderr}`;
    if (status === 0) continue;
    failed++;
    console.log(`FAILED ${readme}: ${command}\n       exit ${status}: ${String(stderr).trim()}`);
  }
  return printed;
}

/** Every line of the block must be among what was printed, in this order. A line may leave out parts: `…`. */
function compare(block: string, printed: string, readme: string): void {
  compared++;
  const lines = printed.split("\n").map((line) => line.trim());
  for (const line of block.split("\n").map((text) => text.trim())) {
    if (line === "" || line === "…") continue;
    const found = lines.findIndex((candidate) => isLike(candidate, line));
    if (found !== -1) {
      lines.splice(0, found + 1);
      continue;
    }
    failed++;
    console.log(`FAILED ${readme} shows\n       ${line}\n       but the command printed\n${printed.trim()}`);
    return;
  }
}

function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("…", ".*")}$`).test(text);
}
