import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ChangeQueue } from "../../../src/delivery/learning/change-queue.js";
import type { DocumentChange } from "../../../src/model/learning/document-change.js";
import { temporaryFolder } from "../../helpers/folder.js";

const change = (n: number): DocumentChange => ({
  kind: "relabel",
  digest: Buffer.alloc(16, n),
  label: `class ${n}`,
  counted: new Uint8Array(0),
});
const labels = (queue: ChangeQueue) => queue.changes.map(({ label }) => label);
const said: string[] = [];
let model = "";
let path = "";
beforeEach(() => {
  model = join(temporaryFolder(), "m");
  path = `${model}.queue`;
  said.length = 0;
});
const opened = () => new ChangeQueue(model, (line) => said.push(line));

/** The changes that the queue has when it is opened, which is closed again. */
function reopened(): string[] {
  const queue = opened();
  const found = labels(queue);
  queue.close();
  return found;
}

const firstLine = () => readFileSync(path, "latin1").split("\n", 1)[0].concat("\n");

/** Ends a queue as if its process were killed. @returns the file that it leaves */
function killed(queue: ChangeQueue): Buffer {
  const content = readFileSync(path);
  queue.close();
  writeFileSync(path, content);
  return content;
}

/** The file of a queue with this many changes, whose process is killed. */
function left(changes: number): Buffer {
  const queue = opened();
  for (let n = 1; n <= changes; n++) queue.add(change(n));
  return killed(queue);
}

describe("the queue of changes of a model", () => {
  it("keeps changes until they are in the model, in a file for its user alone", () => {
    const queue = opened();
    for (const n of [1, 2]) queue.add(change(n));
    expect([statSync(path).mode & 0o777, queue.bytes]).toEqual([0o600, statSync(path).size - firstLine().length]);
    killed(queue);
    const again = opened();
    expect(labels(again)).toEqual(["class 1", "class 2"]);
    again.clear();
    again.add(change(3));
    again.close();
    const last = opened();
    expect([labels(last), last.length]).toEqual([["class 3"], 1]);
    last.clear();
    last.close();
    expect(existsSync(path)).toBe(false);
  });

  it("reads the queue of an earlier version, whose first line names a machine and the number of a change", () => {
    const content = left(2);
    const head = { thresher: "queue", host: "0123456789abcdef", machine: "mail.example.org", first: 17, check: 1 };
    const rest = content.subarray(firstLine().length);
    writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rest]));
    expect(reopened()).toEqual(["class 1", "class 2"]);
    expect(said).toEqual([]);
  });

  it("drops a last change that was written in part and says so, and refuses anything else that is damaged", () => {
    const content = left(2);
    writeFileSync(path, content.subarray(0, -3));
    expect(reopened()).toEqual(["class 1"]);
    expect(said).toEqual([`${path}: its last change was not written whole, or is damaged, and is left out`]);
    expect(reopened()).toEqual(["class 1"]);
    expect(said).toHaveLength(1);
    // The place of the last change, and nothing of it.
    writeFileSync(path, Buffer.from(content).fill(0, content.indexOf("class 1") + "class 1".length));
    expect(reopened()).toEqual(["class 1"]);
    writeFileSync(path, "Dear Anna,\n");
    expect(opened).toThrow("this queue of changes is damaged");
  });

  it("never loses a change that it has confirmed to a bit that was flipped", () => {
    const content = left(3);
    for (let bit = 0; bit < 8 * content.indexOf("class 3"); bit += 7) {
      const altered = Buffer.from(content);
      altered[bit >>> 3] ^= 1 << (bit & 7);
      writeFileSync(path, altered);
      try {
        // A last change with other bytes may have been written in part. The first line may have other values.
        expect(reopened().slice(0, 2)).toEqual(["class 1", "class 2"]);
      } catch (error) {
        expect((error as Error).message).toContain("this queue of changes is damaged");
        expect(readFileSync(path).equals(altered)).toBe(true);
      }
    }
  });

  it("is not used if another user may have written to it, or through a link", () => {
    left(1);
    chmodSync(path, 0o640);
    expect(opened).toThrow("other users may have written to it");
    rmSync(path);
    writeFileSync(`${model}.other`, "");
    symlinkSync(`${model}.other`, path);
    expect(opened).toThrow("cannot be read");
  });

  it("is used by one process at a time", () => {
    const queue = opened();
    expect(opened).toThrow(/queue\.lock: still locked by process \d+/);
    queue.close();
    expect(reopened()).toEqual([]);
  });

  it("refuses what is not a change", () => {
    const queue = opened();
    expect(() => queue.add({ ...change(1), label: "" })).toThrow("this is not a change of a document");
    expect(queue.length).toBe(0);
    queue.close();
  });
});
