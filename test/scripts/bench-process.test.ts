import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresherMetered } from "../../scripts/bench/commands.js";
import { inRounds } from "../../scripts/bench/measurement.js";
import { runMetered, runProcess } from "../../scripts/bench/run-process.js";
import { repeatCorpus } from "../../scripts/bench/tenfold.js";
import { usageFrom } from "../../scripts/bench/usage.js";
import { DataError } from "../../src/base/errors.js";
import { temporaryFolder, write } from "../helpers/folder.js";
import { contents } from "./corpora/folder.js";

const shell = (script: string) => ({ name: "a script", argv: ["sh", "-c", script] });

describe("usage", () => {
  it("is the shell's second line of times, and the memory that the process tells", () => {
    expect(usageFrom('{"peakKilobytes":2}\n0m0.00s 0m0.01s\n1m2.500000s 0m0.25s\n')).toEqual({
      userSeconds: 62.5,
      systemSeconds: 0.25,
      peakBytes: 2048,
    });
    expect(usageFrom("0m0,000s 0m0,000s\n0m1,330s 0m0,200s\n")).toEqual({
      userSeconds: 1.33,
      systemSeconds: 0.2,
      peakBytes: undefined,
    });
    // Several processes: the largest peak counts.
    const three = [1, 9, 3].map((peakKilobytes) => `${JSON.stringify({ peakKilobytes })}\n`).join("");
    expect(usageFrom(`${three}0m0.00s 0m0.01s\n0m0.00s 0m0.01s\n`).peakBytes).toBe(9216);
    expect(() => usageFrom("0m0.00s 0m0.01s\n")).toThrow("the shell's times did not print two lines");
  });
});

describe("rounds", () => {
  it("lets contestants take turns, and does not count the round that warms up", async () => {
    const log: string[] = [];
    const contestant = (name: string) => async () => log.push(name);
    const contestants = { a: contestant("a"), b: contestant("b") };
    let runs = 0;
    expect(await inRounds(contestants, 2, { warmUp: true, onRun: () => runs++ })).toEqual({ a: [3, 5], b: [4, 6] });
    expect(log.join("")).toBe("ababab");
    expect(runs).toBe(6);
    expect(await inRounds(contestants, 1, { warmUp: false })).toEqual({ a: [7], b: [8] });
  });
});

describe.skipIf(process.platform === "win32")("processes", () => {
  it("keeps settings of Node.js away from the measured program", async () => {
    // They are read when the module is loaded: only a process of its own shows them.
    const module = new URL("../../dist/scripts/bench/run-process.js", import.meta.url);
    const script = `const { runProcess } = await import(${JSON.stringify(module.href)});
      const { stdout } = await runProcess({ name: "env", argv: ["env"] });
      process.stdout.write(stdout);`;
    const environment = "NODE_EXTRA_CA_CERTS=/dev/null NODE_OPTIONS=--no-warnings KEPT=1";
    const outer = `${environment} "$0" --input-type=module -e "$1"`;
    const { stdout } = await runProcess({ name: "outer", argv: ["sh", "-c", outer, process.execPath, script] });
    expect(stdout).toMatch(/^KEPT=1$/m);
    expect(stdout).not.toMatch(/^NODE_(EXTRA_CA_CERTS|OPTIONS)=/m);
  });

  it("says in one line which command failed, and its last words", async () => {
    await expect(runProcess(shell("echo first >&2; echo last >&2; exit 3"))).rejects.toThrow(
      new DataError("a script failed with exit code 3: last"),
    );
    await expect(runMetered(shell("exit 4"))).rejects.toThrow("a script failed with exit code 4: no message");
    await expect(runProcess(shell("kill -9 $$"))).rejects.toThrow("a script was ended by SIGKILL: no message");
    await expect(runProcess({ name: "nobody", argv: ["/nowhere/nobody"] })).rejects.toThrow(
      /^nobody cannot be started: .*ENOENT/,
    );
  });

  it("stops all of a pipeline at once", async () => {
    const stop = new AbortController();
    // As long as one of them lives, the output stays open, and the promise with it.
    const run = runProcess(shell("sleep 60 | sleep 60"), stop.signal);
    setTimeout(() => stop.abort(), 100);
    await expect(run).rejects.toThrow(/abort/i);
    await expect(runProcess(shell("true"), stop.signal)).rejects.toThrow(/abort/i);
  });

  it("meters the memory of thresher alone", async () => {
    const { usage, stdout } = await runMetered(thresherMetered("--version"));
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    // No Node.js is smaller than 20 MB, and none of this process, which is larger, is counted.
    expect(usage.peakBytes).toBeGreaterThan(20e6);
    expect(usage.peakBytes).toBeLessThan(100e6);
  });
});

describe("repeatCorpus", () => {
  it("puts each document into its class several times, without copying what can be linked", async () => {
    const folder = temporaryFolder();
    const [from, to] = [join(folder, "from"), join(folder, "to")];
    write(folder, { from: { cats: { 1: "meow" }, dogs: { deep: { 2: "bark" } } } });
    const seen: number[] = [];
    expect(await repeatCorpus(from, to, 2, (done) => seen.push(done))).toBe(2);
    expect(contents(to)).toEqual({
      "cats/copy 0/1": "meow",
      "cats/copy 1/1": "meow",
      "dogs/copy 0/deep/2": "bark",
      "dogs/copy 1/deep/2": "bark",
    });
    expect(seen).toEqual([1, 2]);
    expect(statSync(join(to, "cats/copy 0/1")).ino).toBe(statSync(join(from, "cats/1")).ino);
    expect(readFileSync(join(from, "cats/1"), "utf8")).toBe("meow");
  });
});
