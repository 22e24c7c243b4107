import { chmodSync, copyFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { remarked } from "../../../src/delivery/doctor/finding.js";
import { lookAtModel } from "../../../src/delivery/doctor/look-at-model.js";
import { FileTeacher } from "../../../src/delivery/learning/file-teacher.js";
import { save } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { fateOf, firstModel, letter } from "../learning/lessons.js";

const NOW = Date.UTC(2026, 0, 31);
const DAY = 86_400_000;
let path = "";
beforeEach(() => {
  path = firstModel();
  chmodSync(path, 0o600);
  writtenAt(NOW - 3 * DAY);
});
const writtenAt = (time: number) => utimesSync(path, time / 1000, time / 1000);

/** The remarks on the model, as text. */
async function looked(): Promise<string[]> {
  const remarks = await remarked(path, () => lookAtModel(path, NOW));
  return remarks.map(({ state, what }) => `${state} ${what}`.replaceAll(dirname(path), "FOLDER"));
}

describe("a look at a model", () => {
  it("says what it knows and how old it is", async () => {
    const said = /^ok model [0-9a-f]{8}: 2 classes, 2 documents, newest of 2024-01-02; written 3 days ago$/;
    expect(await looked()).toEqual([expect.stringMatching(said)]);
  });

  it.each([
    [false, /2 documents, it cannot learn single messages .*; written 0 minutes ago/],
    [true, /2 documents, none with a date; written 0 minutes ago$/],
  ])("says what it cannot do or does not know; with documents that it remembers: %s", async (remember, what) => {
    const texts = ["ham", "spam"].map((label) => ({ label, text: `words of ${label}` }));
    save(train(texts, { remember }), path);
    writtenAt(NOW);
    expect((await looked())[0]).toMatch(what);
  });

  it("finds a model that is missing or damaged, and says how to get the earlier one back, if that is whole", async () => {
    const previous = `${path}.previous`;
    copyFileSync(path, previous);
    const advice = /previous is whole \(model [0-9a-f]{8}, 2 documents\): run cp -p \S+\.previous \S+, or train again$/;
    const missing = /^fault .*no such file or folder; /;
    writeFileSync(path, readFileSync(path).subarray(0, 500));
    expect(await looked()).toEqual([expect.stringMatching(advice)]);
    rmSync(path);
    for (const part of [advice, missing]) expect(await looked()).toEqual([expect.stringMatching(part)]);
    writeFileSync(previous, "no model either");
    expect(await looked()).toEqual([expect.stringMatching(/^fault .*no such file or folder$/)]);
    writeFileSync(path, "no model");
    expect(await looked()).toEqual([expect.stringMatching(/^fault .*not a Thresher model/)]);
  });

  it("finds that others can change the model, put another in its place, or read it", async () => {
    chmodSync(path, 0o622);
    expect(await looked()).toContain("fault other users can change it: run chmod go-w FOLDER/m");
    chmodSync(path, 0o600);
    chmodSync(dirname(path), 0o777);
    expect(await looked()).toContain("fault other users can change FOLDER: run chmod go-w FOLDER");
    chmodSync(dirname(path), 0o1777);
    expect((await looked()).join()).not.toContain("fault");
    chmodSync(path, 0o644);
    const notice = "notice other users can read it, and it holds words of your documents: run chmod o-rx FOLDER/m";
    expect(await looked()).toContain(notice);
    // A folder above shuts them out.
    chmodSync(dirname(path), 0o700);
    expect(await looked()).toHaveLength(1);
  });

  it("finds lessons that no server will write, and says how many wait for one that runs", async () => {
    const teacher = new FileTeacher(path, { tell: () => undefined });
    await fateOf(teacher, letter(3));
    const queue = readFileSync(`${path}.queue`);
    const lookedAfter = async (age: number) => {
      utimesSync(`${path}.queue`, (NOW - age) / 1000, (NOW - age) / 1000);
      return (await looked()).join("\n");
    };
    const waits = "1 lesson waits in FOLDER/m.queue for";
    expect(await lookedAfter(0)).toContain(`ok ${waits} 0 minutes`);
    expect(await lookedAfter(DAY)).toContain(`notice ${waits} 1 day: read what the server says, it cannot write them`);
    await teacher.stop();
    writeFileSync(`${path}.queue`, queue, { mode: 0o600 });
    const stopped = `fault ${waits} 0 minutes, and no server that learns is running: start it again`;
    expect(await lookedAfter(0)).toContain(stopped);
  });

  it("finds a queue that is damaged, or that others may have written", async () => {
    writeFileSync(`${path}.queue`, "no queue", { mode: 0o600 });
    expect((await looked()).join()).toMatch(/fault FOLDER\/m\.queue: this queue of changes is damaged/);
    chmodSync(`${path}.queue`, 0o666);
    expect((await looked()).join()).toMatch(/fault FOLDER\/m\.queue can be written to by other users/);
  });
});
