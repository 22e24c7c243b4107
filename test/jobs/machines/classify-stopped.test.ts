import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { holdLock } from "../../../src/documents/files/file-lock.js";
import { classifyInto } from "../../../src/jobs/machines/classify-into.js";
import { each, thresher } from "../../helpers/command.js";
import { expectFault, outputOf } from "../../helpers/expectations.js";
import { refusing, whileCalls } from "../../helpers/faults-here.js";
import { bytesOf, folderWith, temporaryFolder } from "../../helpers/folder.js";
import { trainedModel } from "../../helpers/trained-model.js";

const FAULT = fileURLToPath(new URL("../../helpers/fault.mjs", import.meta.url));
const model = trainedModel();
const lines = Array.from({ length: 9 }, (_, i) => `${JSON.stringify({ text: i % 3 ? "cash prize" : "lunch" })}\n`);
const cwd = folderWith({ "a.jsonl.gz": gzipSync(lines.join("")), "b.jsonl": lines.join("") });
const paths = ["a.jsonl.gz", "b.jsonl"].map((name) => join(cwd, name));
const wordsFor = (output: string) => ["classify", ...paths, "-m", model, "-o", output, "--jobs", "1"];

/** The file that a run writes which nothing stops. */
async function whole(ending: string): Promise<Buffer> {
  const output = join(temporaryFolder(), `whole.${ending}`);
  await outputOf(wordsFor(output));
  return bytesOf(output);
}

/** Runs the command again, until now with a fault, and expects what a run gives that nothing stopped. */
async function expectWhole(output: string, expected: Buffer, what: string): Promise<void> {
  const { code, stdout } = await thresher(wordsFor(output));
  expect({ code, stdout }, what).toEqual({ code: 0, stdout: expect.stringMatching(/^Classified 18 documents /) });
  expect(bytesOf(output).equals(expected), what).toBe(true);
  expect(readdirSync(join(output, "..")), what).toEqual([basename(output)]);
}

it.each(["jsonl", "parquet"])(
  "classify -o goes on to the same .%s file when it was killed at any step",
  async (ending) => {
    const expected = await whole(ending);
    const steps = ["renameSync", "rmSync"].flatMap((call) => Array.from({ length: 6 }, (_, n) => `${call} ${n + 1}`));
    const killed = await each(steps, async (step) => {
      const output = join(temporaryFolder(), `out.${ending}`);
      const options = { node: ["--import", FAULT], env: { FAULT: `${step} SIGKILL` } };
      const { signal } = await thresher(wordsFor(output), options);
      // The file is whole if it is there.
      if (existsSync(output)) expect(bytesOf(output).equals(expected), step).toBe(true);
      rmSync(output, { force: true });
      await expectWhole(output, expected, step);
      return signal;
    });
    expect(killed.filter((signal) => signal === "SIGKILL").length).toBeGreaterThan(8);
  },
);

it.each(["jsonl", "parquet"])(
  "classify -o of a .%s file says in one line that the disk is full, and goes on",
  async (ending) => {
    const expected = await whole(ending);
    let fails = 0;
    for (let isFull = true, n = 0; isFull; n++) {
      const output = join(temporaryFolder(), `out.${ending}`);
      let writes = 0;
      const write =
        <T extends unknown[]>(call: (...args: T) => unknown) =>
        (...args: T) =>
          writes++ < n ? call(...args) : refusing("ENOSPC")();
      const calls = {
        writeSync: write(writeSync),
        ...(ending === "parquet" && { writeFileSync: write(writeFileSync) }),
      };
      const failed = await whileCalls(calls, () => classifyInto(paths, { model, output })).catch((error) => error);
      isFull = failed instanceof Error;
      if (!isFull) break;
      fails++;
      expect(failed.message, `${n}`).toMatch(
        /^\S+: (?:cannot be written|the lock file cannot be made): no space left on the device/,
      );
      expect(existsSync(output)).toBe(false);
      await expectWhole(output, expected, `${n}`);
    }
    expect(fails).toBeGreaterThan(3);
  },
);

it("classify -o touches nothing while another process writes the same file", async () => {
  const output = join(temporaryFolder(), "out.jsonl");
  const parts = `${output}.parts`;
  mkdirSync(parts);
  const release = holdLock(join(parts, "lock"));
  expectFault(await thresher(wordsFor(output)), 1, `${parts}/lock: still locked by process ${process.pid} `);
  expect(readdirSync(parts)).toEqual(["lock"]);
  release();
  await expectWhole(output, await whole("jsonl"), "afterwards");
});
