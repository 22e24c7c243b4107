import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { runBuilt } from "./run-built.js";

const hasChromium = process.env.CHROMIUM !== undefined || spawnSync("which", ["chromium"]).status === 0;

describe.runIf(hasChromium)("check:html, beside Chromium", () => {
  it("compares which words of random pages are seen", () => {
    const { status, stdout, stderr } = runBuilt("check-html", ["--pages", "25", "--seed", "5"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^ok {5}\d+ of 1\d\d words in 25 pages are judged differently, in \d+ pages$/m);
  });
});
