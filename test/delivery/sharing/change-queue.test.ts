import { appendFileSync, chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ChangeQueue } from "../../../src/delivery/sharing/change-queue.js";
import type { SharedChange } from "../../../src/model/learning/shared-change.js";
import { temporaryFolder } from "../../helpers/folder.js";

const change = (n: number): SharedChange => ({
  kind: "relabel",
  digest: Buffer.alloc(16, n),
  label: `class ${n}`,
  counted: new Uint8Array(0),
});
const labels = (queue: ChangeQueue) => queue.first(100).map(({ sequence, label }) => `${sequence} ${label}`);

/** Ends a queue as a killed process does. */
function killed(queue: ChangeQueue, path: string): string {
  const content = readFileSync(path);
  queue.close();
  writeFileSync(path, content);
  return queue.host;
}

describe("the queue of changes that wait for Redis", () => {
  it("keeps changes, their numbers and the id of the host, in a file for its user alone", () => {
    const path = join(temporaryFolder(), "queue");
    const queue = new ChangeQueue(path);
    expect([1, 2, 3].map((n) => queue.add(change(n)))).toEqual([1, 2, 3]);
    queue.drop(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const host = killed(queue, path);
    const again = new ChangeQueue(path);
    // It had not been rewritten yet: the first change is sent again, and does not count again.
    expect(labels(again)).toEqual(["1 class 1", "2 class 2", "3 class 3"]);
    expect(again.host).toBe(host);
    again.drop(2);
    again.close();
    const last = new ChangeQueue(path);
    expect(labels(last)).toEqual(["3 class 3"]);
    expect(last.add(change(4))).toBe(4);
    last.drop(4);
    last.close();
    const empty = new ChangeQueue(path);
    expect([empty.length, empty.add(change(5))]).toEqual([0, 5]);
    empty.close();
  });

  it("drops a last change that was written in part, and refuses anything else that is damaged", () => {
    const path = join(temporaryFolder(), "queue");
    const queue = new ChangeQueue(path);
    queue.add(change(1));
    queue.add(change(2));
    killed(queue, path);
    const content = readFileSync(path);
    writeFileSync(path, content.subarray(0, -3));
    const cut = new ChangeQueue(path);
    expect(labels(cut)).toEqual(["1 class 1"]);
    expect(cut.wasCut).toBe(true);
    cut.close();
    const whole = new ChangeQueue(path);
    expect(whole.wasCut).toBe(false);
    whole.close();
    // The place of the last change, and nothing of it.
    writeFileSync(path, Buffer.from(content).fill(0, content.indexOf("class 1") + "class 1".length));
    const empty = new ChangeQueue(path);
    expect(labels(empty)).toEqual(["1 class 1"]);
    empty.close();
    writeFileSync(path, "Dear Anna,\n");
    expect(() => new ChangeQueue(path)).toThrow("this queue of changes is damaged");
  });

  it("never loses a change that it has confirmed to a bit that was flipped", () => {
    const path = join(temporaryFolder(), "queue");
    const queue = new ChangeQueue(path);
    for (const n of [1, 2, 3]) queue.add(change(n));
    killed(queue, path);
    const content = readFileSync(path);
    for (let bit = 0; bit < 8 * content.indexOf("class 3"); bit++) {
      const altered = Buffer.from(content);
      altered[bit >>> 3] ^= 1 << (bit & 7);
      writeFileSync(path, altered);
      try {
        const opened = new ChangeQueue(path);
        // A last change with other bytes may have been written in part.
        expect(labels(opened)).toEqual(["1 class 1", "2 class 2"]);
        opened.close();
      } catch (error) {
        expect((error as Error).message).toContain("this queue of changes is damaged");
        expect(readFileSync(path).equals(altered)).toBe(true);
      }
    }
  });

  it("is not used if another user may have written to it, or through a link", () => {
    const path = join(temporaryFolder(), "queue");
    new ChangeQueue(path).close();
    chmodSync(path, 0o640);
    expect(() => new ChangeQueue(path)).toThrow("other users may have written to this queue");
    rmSync(path);
    const other = join(temporaryFolder(), "other");
    appendFileSync(other, "");
    symlinkSync(other, path);
    expect(() => new ChangeQueue(path)).toThrow("the queue cannot be read");
  });

  it("is used by one process at a time", () => {
    const path = join(temporaryFolder(), "queue");
    const queue = new ChangeQueue(path);
    expect(() => new ChangeQueue(path)).toThrow(/queue\.lock: still locked by process \d+/);
    queue.close();
    new ChangeQueue(path).close();
  });

  it("refuses what is not a change", () => {
    const queue = new ChangeQueue(join(temporaryFolder(), "queue"));
    expect(() => queue.add({ ...change(1), label: "" })).toThrow("this is not a change of a document");
    expect(queue.length).toBe(0);
    queue.close();
  });
});
