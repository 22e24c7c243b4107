import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../helpers/folder.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RULE = join(ROOT, "scripts/lint/no-spread-into-calls.grit");
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

describe("the lint rule against spreads into calls", () => {
  it("finds them in calls of several lines, of constructors and behind apply, and allows other spreads", () => {
    const lines = lintedLines([
      "export function example(list: string[], numbers: number[]): unknown {",
      "  list.push(",
      '    "first",',
      "    ...list,", // 4
      "  );",
      "  list?.splice(0, 1, ...list);", // 6
      "  const date = new Date(...(numbers as []));", // 7
      "  const most = Math.max.apply(null, numbers);", // 8
      "  const text = String.fromCharCode(",
      "    // The comment stands between.",
      "    ...numbers.map((number) =>", // 11
      "      number + 1),",
      "  );",
      "  const [first, ...others] = list;",
      "  return { ...{ date, most, text }, list: [...list, ...others], first };",
      "}",
    ]);
    expect(lines).toEqual([4, 6, 7, 8, 11]);
  });
});

/** The lines of a file that the rule names. */
function lintedLines(source: readonly string[]): number[] {
  const folder = folderWith({
    "biome.json": JSON.stringify({ plugins: [RULE], linter: { rules: { preset: "none" } } }),
    "example.ts": source.join("\n"),
  });
  const { output } = biome(["--reporter=concise", `--config-path=${folder}`, join(folder, "example.ts")]);
  return [...output.matchAll(/example\.ts:(\d+):\d+/g)].map(([, line]) => Number(line));
}

function biome(args: readonly string[]): { status: number | null; output: string } {
  const command = [BIOME, "lint", "--error-on-warnings", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
  return { status, output: stdout + stderr };
}
