import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Outcome, thresher } from "../helpers/command.js";
import { bytesOf, folderWith, namesIn, temporaryFolder } from "../helpers/folder.js";

/** Documents that contradict each other: no weights fit them, and the search for the best goes on. */
function contradictions(): string {
  const documents = (shift: number) =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `${i}`,
        Array.from({ length: 15 }, (_, j) => `word${(7 * i + j * j + shift * (i % 3)) % 40}`).join(" "),
      ]),
    );
  return folderWith({ a: documents(0), b: documents(1), c: documents(2) });
}

/** A training that ends when it is ended, and not before. */
const ENDLESS = [
  ...["--classifier", "logistic-regression", "--cost", "1e10"],
  ...["--set", "tolerance=1e-300", "--set", "epochs=1000000000000"],
];
const ON_TERMINAL = "data:text/javascript,process.stderr.isTTY=true;process.env.TERM='xterm'";
/** A training that stands still once some of it is done, so that it is not over when the signal comes. */
const STANDSTILL = `data:text/javascript,${encodeURIComponent(`
  process.stderr.isTTY = true;
  process.env.TERM = "xterm";
  const { write } = process.stderr;
  process.stderr.write = function (text, ...rest) {
    const done = write.call(this, text, ...rest);
    if (/training .* [1-9]\\d* %/.test(text)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return done;
  };
`)}`;

/** Sends a signal as soon as training tells of its progress. */
function interrupting(signal: NodeJS.Signals): (child: ChildProcess) => void {
  return (child) => {
    // A command that the signal does not end would never end.
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin?.end();
    let told = "";
    child.stderr?.on("data", (text: string) => {
      told += text;
      if (told.includes("training ")) child.kill(signal);
    });
  };
}

describe("a training that is interrupted", () => {
  const corpus = contradictions();

  it.for<[NodeJS.Signals, string, string, string[]]>([
    ["SIGINT", "logistic regression", ON_TERMINAL, ENDLESS],
    ["SIGTERM", "logistic regression", ON_TERMINAL, ENDLESS],
    ["SIGINT", "the preset best", STANDSTILL, ["--preset", "best"]],
    ["SIGTERM", "the preset best", STANDSTILL, ["--preset", "best"]],
  ])("ends by %s, of %s: the old model stays, and nothing is left or said", async ([signal, _, module, options]) => {
    const folder = temporaryFolder();
    const model = join(folder, "old.model");
    writeFileSync(model, "the old model");
    const outcome: Outcome = await thresher(["train", corpus, "-m", model, ...options], {
      node: ["--import", module],
      onStart: interrupting(signal),
    });
    // A shell tells such an end as 128 and the signal's number: 130, 143.
    expect(outcome).toMatchObject({ code: null, signal, stdout: "" });
    expect(outcome.stderr).not.toMatch(/thresher:|Error/);
    expect(bytesOf(model).toString()).toBe("the old model");
    expect(namesIn(folder)).toEqual(["old.model"]);
  });
});
