import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText } from "../../src/base/safe-text.js";
import { commandLine, shellWord } from "../../src/base/shell-words.js";
import { execute } from "../helpers/command.js";

describe("a name in a command that is printed", () => {
  it("stands as it is where a shell takes it as it is, in quotes elsewhere", () => {
    const words = {
      "sorted/.thresher/journal-2026.jsonl": "sorted/.thresher/journal-2026.jsonl",
      "my mail": "'my mail'",
      "~/x": "'~/x'",
      "it's": "'it'\\''s'",
      Grüße: "'Grüße'",
      "": "''",
      "-m": "./-m",
      "- m": "'./- m'",
      "a\nb\u001b[31m\u202eé'": "$'a\\012b\\033[31m\\342\\200\\256\\303\\251\\047'",
    };
    for (const [name, word] of Object.entries(words)) expect(shellWord(name)).toBe(word);
  });

  it("is the name again to a shell, and safe to print", () => {
    const names = ["my mail", "it's", '$(x) `y` "z" \\ !*?[a]{b,c};&|<>#', "a\n\\b\u001b'\u202eé", "漢 字", "=a", "\\"];
    const words = names.map(shellWord);
    expect(words.map(safeText)).toEqual(words);
    const out = execFileSync("bash", ["-c", `printf '%s\\0' ${words.join(" ")}`]).toString();
    expect(out.split("\0").slice(0, -1)).toEqual(names);
  });
});

describe("a command line", () => {
  it.skipIf(process.platform === "win32")("is taken apart by a shell into the words it was made of", async () => {
    const word = fc.string({
      unit: fc.constantFrom("a", " ", "'", '"', "$", "\\", "*", "!", "~", "é", ";", "=", "\n"),
    });
    const lists = fc.sample(fc.array(word, { minLength: 1, maxLength: 8 }), { numRuns: 20, seed: 5 });
    for (const words of lists) {
      const script = `printf '%s\\0' ${commandLine(words)}`;
      expect((await execute("sh", ["-c", script])).stdout.split("\0").slice(0, -1)).toEqual(words);
    }
  });
});
