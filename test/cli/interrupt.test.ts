import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { thresher } from "../helpers/command.js";
import { bytesOf, folderWith, namesIn } from "../helpers/folder.js";

/** Documents that contradict each other: no weights fit them, and the search for the best goes on. */
function contradictions(): string {
  const word = (i: number, j: number, shift: number) => `word${(7 * i + j * j + shift * (i % 3)) % 40}`;
  const documents = (shift: number) =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`${i}`, Array.from({ length: 15 }, (_, j) => word(i, j, shift)).join(" ")]),
    );
  return folderWith({ a: documents(0), b: documents(1), c: documents(2) });
}

const ON_TERMINAL = "process.stderr.isTTY = true; process.env.TERM = 'xterm';";
/** A training that ends when it is ended, and not before. */
const ENDLESS = {
  module: ON_TERMINAL,
  options: "--classifier logistic-regression --cost 1e10 --set tolerance=1e-300 --set epochs=1000000000000",
};
/** A training that stands still once some of it is done, so that it is not over when the signal comes. */
const STANDSTILL = {
  module: `${ON_TERMINAL}
    const { write } = process.stderr;
    process.stderr.write = function (text, ...rest) {
      const done = write.call(this, text, ...rest);
      if (/training .* [1-9]\\d* %/.test(text)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return done;
    };`,
  options: "--preset best",
};

describe("a training that is interrupted", () => {
  const corpus = contradictions();

  it.for([
    ["SIGINT", "logistic regression", ENDLESS],
    ["SIGTERM", "logistic regression", ENDLESS],
    ["SIGINT", "the preset best", STANDSTILL],
    ["SIGTERM", "the preset best", STANDSTILL],
  ] as const)("ends by %s, of %s: the old model stays, and nothing is left or said", async ([signal, _, how]) => {
    const folder = folderWith({ "old.model": "the old model" });
    const outcome = await thresher(`train ${corpus} -m ${folder}/old.model ${how.options}`, {
      node: ["--import", `data:text/javascript,${encodeURIComponent(how.module)}`],
      onStart: (child) => {
        // A command that the signal does not end would never end.
        onTestFinished(() => void child.kill("SIGKILL"));
        child.stdin?.end();
        let told = "";
        child.stderr?.on("data", (text: string) => {
          told += text;
          // As soon as training tells of its progress.
          if (told.includes("training ")) child.kill(signal);
        });
      },
    });
    // A shell tells such an end as 128 and the signal's number: 130, 143.
    expect(outcome).toMatchObject({ code: null, signal, stdout: "" });
    expect(outcome.stderr).not.toMatch(/thresher:|Error/);
    expect(bytesOf(join(folder, "old.model")).toString()).toBe("the old model");
    expect(namesIn(folder)).toEqual(["old.model"]);
  });
});
