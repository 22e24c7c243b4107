import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../src/base/command-line.js";
import { execute } from "../helpers/command.js";

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
