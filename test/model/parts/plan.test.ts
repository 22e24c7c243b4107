import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { countShard } from "../../../src/model/parts/count-shard.js";
import { planCorpus, readPlan } from "../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { mailboxOf } from "../../documents/containers.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";
import { textOf } from "./counted.js";

const THRESHER = "1.2.3";
const corpus = folderWith({
  ...twoClasses(3),
  "ham.mbox": mailboxOf(["cash", "more cash", "and gold"]),
  "spam.mbox": mailboxOf(["gold"]),
});
const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), { shards: 4, thresher: THRESHER });

/** As somebody writes it who knows how digests are made. */
function signed(changed: object): string {
  const { root: _, digest: __, ...rest } = changed as Record<string, unknown>;
  const sorted = (___: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const digest = createHash("sha256").update(JSON.stringify(rest, sorted)).digest("hex");
  return JSON.stringify({ ...changed, digest });
}

/** What reading and counting say: a fault of the data in one line, or nothing. */
function faultOf(text: string): string | undefined {
  const path = join(temporaryFolder(), "plan.json");
  writeFileSync(path, text);
  try {
    const read = readPlan(path, THRESHER);
    for (const shard of read.shards.keys()) countShard(read, shard, read.root);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    expect((error as Error).message).not.toContain("\n");
    return (error as Error).message;
  }
}

/** Every member of a value, as a list of the names that lead to it. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[name], ...pathsIn(member).map((path) => [name, ...path])]);
}

function withMember<T>(value: T, [name, ...rest]: readonly string[], make: (old: unknown) => unknown): T {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = rest.length === 0 ? make(copy[name]) : withMember(copy[name], rest, make);
  return copy as T;
}

describe("a plan", () => {
  it("is read as it was written", () => {
    expect(faultOf(textOf(plan))).toBeUndefined();
    expect(faultOf(signed(plan))).toBeUndefined();
  });

  it("is refused if it was made with --deal, as the version before could", () => {
    expect(faultOf(signed({ ...plan, dealt: true }))).toContain(
      "plan.json: made with --deal, which is gone: make it again with thresher plan",
    );
  });

  it("is refused if it was altered, whatever is in the place of a member, and never with another fault", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(faultOf(textOf(plan).replace('"version":1', `"version":${deep}`))).toContain("not a plan, or cut short");
    const others: readonly unknown[] = [
      null,
      5,
      -1,
      1e300,
      "",
      "x",
      "a\0b",
      "..",
      true,
      [],
      {},
      [["folders"]],
      { toString: 1, valueOf: 1 },
    ];
    for (const path of pathsIn(plan)) {
      for (const other of others) {
        const changed = withMember(plan, path, () => other);
        if (JSON.stringify(changed) === JSON.stringify(plan)) continue;
        const isRoot = path[0] === "root";
        if (!isRoot) expect(faultOf(JSON.stringify(changed))).toBeDefined();
        faultOf(signed(changed));
      }
    }
  });
});
