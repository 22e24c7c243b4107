import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAKERS, writeTexts } from "../../scripts/throughput/texts.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

const post = (words: string) => `Subject: x\n\n${`${words}, "so" `.repeat(90)}`;
const posts = folderWith({
  "sci.space": Object.fromEntries([..."abcdefgh"].map((name) => [name, post(`Orbit ${name}`)])),
  "rec.autos": Object.fromEntries([..."abcdefgh"].map((name) => [name, post(`Engine ${name}`)])),
});

describe("npm run throughput", () => {
  it.each([
    ["reviews", 25, 1300],
    ["lines", 1000, 100],
  ])("cuts posts into texts of one size: %s", (name, tested, length) => {
    const { train, test, plainTest, labels } = writeTexts(name, { posts, bydate: "" }, 1 / 1000, temporaryFolder());
    const lines = readFileSync(test, "utf8").split("\n").slice(0, -1);
    expect([lines.length, labels.length]).toEqual([tested, tested]);
    for (const line of lines) expect(Math.abs(line.length - length)).toBeLessThan(4);
    expect(readFileSync(train, "utf8")).toMatch(/^__label__\S+ /);
    expect(readFileSync(plainTest, "utf8")).toContain(', " so " ');
  });

  it("says in one line what is missing", async () => {
    const outcome = await runBuilt("throughput", [posts, posts, "--only", Object.keys(MAKERS)[0]], {
      PATH: "/nowhere",
    });
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^throughput: fasttext or python3 is missing; on Debian: apt install .*\n$/);
  });
});
