/**
 * Runs the shell commands of every README as they are printed: `npm run check:readmes`. Commands that need
 * downloaded corpora, npm or files of the reader's own are left out and counted.
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

/** Commands that cannot run here: they need what only the reader, or a download, has. */
const ELSEWHERE = /downloaded|npm |waimai\.csv|~\/|ham\.mbox|--server mail\.socket/;

const folder = mkdtempSync(join(tmpdir(), "thresher-readmes-"));
let [ran, left, failed] = [0, 0, 0];
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
    for (const command of commandsOf(readFileSync(join(ROOT, readme), "utf8"))) {
      if (ELSEWHERE.test(command)) {
        left++;
        continue;
      }
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
      // A server is ended when the shell that started it ends.
      const shell = `set -eo pipefail; trap 'kill $(jobs -p) 2> /dev/null || :' EXIT; ${command}\n[ -z "$(jobs -p)" ] || sleep 2`;
      const { status, stderr } = spawnSync("bash", ["-c", shell], { cwd: place, env, timeout: TIMEOUT });
      ran++;
      if (status === 0) continue;
      failed++;
      console.log(`FAILED ${readme}: ${command}\n       exit ${status}: ${String(stderr).trim()}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${ran} commands of READMEs ran as printed, ${left} need downloads or files of the reader's own`);
if (failed > 0) process.exitCode = 1;

function readmesBelow(root: string): string[] {
  return readdirSync(join(ROOT, root), { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === "README.md" && !path.includes("downloaded"))
    .map((path) => join(root, path));
}

/** The commands of the blocks of shell, lines that go on joined. */
function commandsOf(text: string): string[] {
  return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)).flatMap(([, block]) =>
    block
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#")),
  );
}
