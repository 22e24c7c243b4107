import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { VERSION } from "../../../src/base/version.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { countShard } from "../../../src/model/parts/merged-model.js";
import { planCorpus, readPlan } from "../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { mailboxOf } from "../../documents/containers.js";
import { isThorough } from "../../helpers/arbitraries.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";
import { planned, textOf } from "./counted.js";

const corpus = folderWith({
  ...twoClasses(3),
  "ham.mbox": mailboxOf(["cash", "more cash", "and gold"]),
  "spam.mbox": mailboxOf(["gold"]),
});
const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), 4);

/** As somebody writes it who knows how digests are made. */
function signed(changed: object): string {
  const { root: _, digest: __, shards, ...rest } = changed as Record<string, unknown>;
  const sorted = (___: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const hash = createHash("sha256").update(JSON.stringify(rest, sorted));
  for (const shard of Array.isArray(shards) ? shards : []) hash.update(`\n${JSON.stringify(shard, sorted)}`);
  const digest = hash.digest("hex");
  return JSON.stringify({ ...changed, digest });
}

const path = join(temporaryFolder(), "plan.json");

/** The message of reading and counting, if they fail: a fault of the data in one line. */
function faultOf(text: string): string | undefined {
  writeFileSync(path, text);
  try {
    const read = readPlan(path);
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

/** Values of every kind, in place of a member. */
const OTHERS: readonly unknown[] = [
  ...[null, 5, -1, 1e300, "", "x", "a\0b", "..", true],
  ...[[], {}, [["folders"]], { toString: 1, valueOf: 1 }],
];

describe("a plan", () => {
  it("is read as it was written, however its JSON is laid out", () => {
    for (const text of [textOf(plan), signed(plan), JSON.stringify(plan, undefined, 2)]) {
      expect(faultOf(text)).toBeUndefined();
    }
  });

  it.each<[TrainOptions, string]>([
    [{ preset: "best" }, "needs the documents, not only their counts"],
    [{ idf: "smooth" }, "what can be counted in parts is multinomial, bernoulli, complement"],
    [{ classWeight: "balanced" }, "without idf, norm and class-weight"],
    [{ calibrate: "temperature" }, "calibrate temperature needs the documents"],
    [{ multiLabel: true }, "multi-label models cannot be counted in parts"],
  ])("is refused for %j, which needs the documents", (options, message) => {
    expect(() => planned(corpus, options, 2)).toThrow(message);
  });

  const text = textOf(plan);
  const deep = `"version":${"[".repeat(1e5)}${"]".repeat(1e5)}`;
  it.each([
    ["altered", text.replace('"alpha":1', '"alpha":2'), "the plan was altered: make it again"],
    ["cut short", text.slice(0, -20), "not a plan, or cut short"],
    ["something else", "{}", "not a plan: make one"],
    ["of another format", text.replace('"version":5', '"version":2'), "a plan of another format"],
    ["of a very deep format", text.replace('"version":5', deep), "not a plan, or cut short"],
  ])("is refused if it is %s", (_, changed, message) => {
    expect(faultOf(changed)).toContain(message);
  });

  it("is refused if it is of another version, or missing", () => {
    const versions = { ...plan.versions, thresher: "9.8.7" };
    expect(faultOf(signed({ ...plan, versions }))).toContain(`made with Thresher 9.8.7, and this is ${VERSION}`);
    expect(() => readPlan(join(temporaryFolder(), "none.json"))).toThrow("no such file");
  });

  it("is refused if it was altered, whatever is in the place of a member, and never with another fault", () => {
    for (const [p, path] of pathsIn(plan).entries()) {
      // Each member gets some of the values, and in `.ci/run` all.
      for (const [n, other] of OTHERS.entries()) {
        if (!isThorough && (n + p) % 8 > 0) continue;
        const changed = withMember(plan, path, () => other);
        if (JSON.stringify(changed) === JSON.stringify(plan)) continue;
        if (path[0] !== "root") expect(faultOf(JSON.stringify(changed))).toBeDefined();
        faultOf(signed(changed));
      }
    }
  });
});
