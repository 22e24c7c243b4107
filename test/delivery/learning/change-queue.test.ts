import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ChangeQueue, waitingChanges } from "../../../src/delivery/learning/change-queue.js";
import type { DocumentChange } from "../../../src/model/learning/document-change.js";
import { temporaryFolder } from "../../helpers/folder.js";

const change = (n: number): DocumentChange => {
  return { kind: "relabel", digest: Buffer.alloc(16, n), label: `class ${n}`, counted: Buffer.alloc(0) };
};
const labels = (queue: ChangeQueue) => queue.changes.map(({ label }) => label);
let model = "";
let path = "";
beforeEach(() => {
  model = join(temporaryFolder(), "m");
  path = `${model}.queue`;
});
const opened = () => new ChangeQueue(model);

/** The changes that the queue has when it is opened, which is closed again. */
function reopened(): string[] {
  const queue = opened();
  const found = labels(queue);
  queue.close();
  return found;
}

/** The file of a queue with this many changes, whose process is killed. */
function left(changes: number): Buffer {
  const queue = opened();
  for (let n = 1; n <= changes; n++) queue.add(change(n));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const content = readFileSync(path);
  queue.close();
  writeFileSync(path, content);
  return content;
}

/** The file of a queue with two changes, as versions before 0.3 wrote it. */
const EARLIER = Buffer.concat([
  Buffer.from('{"thresher":"queue","host":"0123456789abcdef","machine":"mail.example.org","first":17,"check":1}\n'),
  Buffer.from(
    "AAAAGtwmJmbH1J//AQEBAQEBAQEBAQEBAQEBAQEAB2NsYXNzIDEAAAAa3CYmZk4bEkkBAgICAgICAgICAgICAgICAgAHY2xhc3MgMg==",
    "base64",
  ),
]);

describe("the queue of changes of a model", () => {
  it("keeps changes until they are in the model, in a file for its user alone", () => {
    left(2);
    const again = opened();
    expect(again.changes).toEqual([change(1), change(2)]);
    again.clear();
    again.add(change(3));
    again.close();
    expect(waitingChanges(model)).toBe(1);
    const last = opened();
    expect(labels(last)).toEqual(["class 3"]);
    last.clear();
    last.close();
    expect([existsSync(path), waitingChanges(model)]).toEqual([false, 0]);
  });

  it("reads the queue of an earlier version, without a last change that was not written whole", () => {
    writeFileSync(path, EARLIER, { mode: 0o600 });
    expect(waitingChanges(model)).toBe(2);
    expect(reopened()).toEqual(["class 1", "class 2"]);
    expect(reopened()).toEqual(["class 1", "class 2"]);
    const first = EARLIER.indexOf("class 1");
    for (const content of [EARLIER.subarray(0, -3), Buffer.from(EARLIER).fill(0, first + "class 1".length)]) {
      writeFileSync(path, content);
      expect(reopened()).toEqual(["class 1"]);
    }
    writeFileSync(path, Buffer.from(EARLIER).fill(1, first, first + 2));
    expect(opened).toThrow("this queue of changes is damaged");
  });

  it("drops a last change that was written in part, and refuses anything else that is damaged", () => {
    const content = left(2);
    writeFileSync(path, content.subarray(0, -3));
    expect(reopened()).toEqual(["class 1"]);
    for (const text of ["Dear Anna,\n", "Dear Anna,"]) {
      writeFileSync(path, text);
      expect(opened, text).toThrow("this queue of changes is damaged");
    }
  });

  it("never loses a change that it has confirmed to a bit that was flipped", () => {
    const content = left(3);
    for (let bit = 0; bit < (8 * content.length * 2) / 3 - 8; bit += 7) {
      const altered = Buffer.from(content);
      altered[bit >>> 3] ^= 1 << (bit & 7);
      writeFileSync(path, altered);
      expect(opened).toThrow("this queue of changes is damaged");
      expect(readFileSync(path).equals(altered)).toBe(true);
    }
  });

  it("is used by one process at a time, and refuses what is not a change", () => {
    const queue = opened();
    expect(opened).toThrow(/queue\.lock: still locked by process \d+/);
    expect(() => queue.add({ ...change(1), label: "" })).toThrow("this is not a change of a document");
    queue.close();
  });
});
