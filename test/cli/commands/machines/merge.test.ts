import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryPrefix } from "../../../../src/documents/files/write-file.js";
import { thresher, thresherAsNobody } from "../../../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

/** A plan of a corpus, and a folder for its parts. */
async function planned(corpus: string, shards: number, ...options: string[]) {
  const folder = temporaryFolder();
  const [plan, parts, model] = ["plan.json", "parts", "merged.model"].map((name) => join(folder, name));
  const { code, stdout, stderr } = await thresher(["plan", corpus, "--shards", String(shards), "-o", plan, ...options]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const count = (shard: number, ...more: string[]) =>
    thresher(["count", plan, "--shard", String(shard), "-o", parts, ...more]);
  const merge = (...more: string[]) => thresher(["merge", parts, "--plan", plan, "-m", model, ...more]);
  return { plan, parts, model, stdout, count, merge };
}

async function trained(corpus: string, ...options: string[]): Promise<Buffer> {
  const model = join(temporaryFolder(), "trained.model");
  expect((await thresher(["train", corpus, "-m", model, ...options])).code).toBe(0);
  return readFileSync(model);
}

describe("thresher plan, count and merge", () => {
  it("make the model that train makes, counted in any order, some shards twice", async () => {
    const corpus = folderWith(twoClasses(12));
    const { parts, model, stdout, count, merge } = await planned(corpus, 3, "--set", "min-documents=2");
    expect(stdout).toMatch(
      /^The plan is in .*plan\.json: 24 files of 2 classes in 3 shards of .* kB\.\nCount each of them/,
    );
    expect((await count(2)).stdout).toMatch(
      /^Counted shard 2 \(of 0 to 2\): 8 documents, \d+ terms\. The counts are in /,
    );
    expectFault(await merge(), 1, ": no counts of shards 0, 1 of 3");
    const [name] = readdirSync(parts);
    const bytes = readFileSync(join(parts, name));
    expect((await count(2)).stdout).toContain("Shard 2 is counted already");
    writeFileSync(join(parts, name), bytes.subarray(0, 100));
    await count(2);
    expect(readFileSync(join(parts, name)).equals(bytes)).toBe(true);
    await count(0, "--jobs", "1");
    const json = JSON.parse((await count(1, "--json")).stdout);
    const keys = ["part", "shard", "shards", "counted", "documents", "terms", "bytes", "problems"];
    expect(Object.keys(json)).toEqual(keys);
    const result = await merge();
    expect(result.stdout).toMatch(/^Added up 3 parts: 2 classes from 24 documents \(ham 12, spam 12\), /);
    expect(readFileSync(model).equals(await trained(corpus, "--set", "min-documents=2"))).toBe(true);
    expect(Object.keys(JSON.parse((await merge("--json")).stdout))).toEqual(
      ["model", "bytes", "classifier", "parts", "documents", "classes", "vocabulary", "problems"], // as train, and parts
    );
  });

  it("say in one line what is missing or wrong", async () => {
    const corpus = folderWith(twoClasses(2));
    const { plan, parts } = await planned(corpus, 2);
    const toPlan: Refused[] = [
      [`-o ${plan}`, "plan needs --shards N"],
      ["--shards 2", "plan needs -o FILE"],
      [`--shards 2 -o ${plan} --preset best`, "a learned combination"],
      [`--shards 2 -o ${plan} --calibrate`, "leave it out"],
      [`--shards 99999999999 -o ${plan}`, "shards must be a whole number from 1 to 1000000"],
    ];
    await expectRefused(toPlan, ["plan", corpus]);
    const elsewhere = [plan, "/nowhere", "\0"].map((root): Refused => {
      return [["--shard", "0", "-o", parts, "--root", root], "there is no such folder on this machine", 1];
    });
    const toCount: Refused[] = [
      [`-o ${parts}`, "count needs --shard N"],
      ["--shard 0", "count needs -o FOLDER"],
      ...elsewhere,
      ["--shard 0 -o ", '"": the folder for the counts', 1],
      [`--shard 2 -o ${parts}`, "there is no shard 2: the plan has shards 0 to 1", 1],
      [`--shard 0 -o ${parts}/none/none`, "cannot be made", 1],
      [`--shard 0 -o ${plan}`, "is not a folder", 1],
    ];
    await expectRefused(toCount, ["count", plan]);
    const toMerge: Refused[] = [
      [`${corpus}/none --plan ${plan}`, "no such file or folder", 1],
      [`${corpus} --plan ${plan}`, ": no counts of shards 0, 1 of 2: count them into this folder", 1],
      [corpus, "merge needs --plan FILE: the plan that the counts were made for"],
    ];
    await expectRefused(toMerge, ["merge", "-m", join(temporaryFolder(), "x.model")]);
    mkdirSync(join(parts, "closed"), { recursive: true });
    chmodSync(join(parts, "closed"), 0o555);
    const args = ["count", plan, "--shard", "0", "-o", join(parts, "closed")];
    expectFault(await thresherAsNobody(args), 1, "cannot be written: permission denied");
  });

  it("name documents and parts that this machine cannot read, and work when it can", async () => {
    const corpus = folderWith(twoClasses(2));
    const { plan, parts, model, count, merge } = await planned(corpus, 1);
    const secret = join(corpus, "ham", "0000.txt");
    mkdirSync(parts, { mode: 0o777 });
    chmodSync(parts, 0o777);
    const countAsNobody = () => thresherAsNobody(["count", plan, "--shard", "0", "-o", parts]);
    chmodSync(secret, 0);
    expectFault(await countAsNobody(), 1, "cannot be read: ham/0000.txt (permission denied): make it readable");
    chmodSync(secret, 0o644);
    chmodSync(join(corpus, "ham"), 0);
    expectFault(await countAsNobody(), 1, "ham/0000.txt cannot be found: permission denied");
    chmodSync(join(corpus, "ham"), 0o755);
    expect(readdirSync(parts)).toEqual([]);
    await count(0);
    const [part] = readdirSync(parts).map((name) => join(parts, name));
    chmodSync(part, 0);
    const merged = await thresherAsNobody(["merge", parts, "--plan", plan, "-m", join(parts, "merged.model")]);
    expectFault(merged, 1, `${part}: cannot be read: permission denied`);
    chmodSync(part, 0o600);
    await merge();
    expect(readFileSync(model).equals(await trained(corpus))).toBe(true);
  });

  it("keep files that another machine may be writing, and remove those that nobody has written for days", async () => {
    const { parts, count } = await planned(folderWith(twoClasses(2)), 1);
    await count(0);
    const [part] = readdirSync(parts);
    const abandoned = (process: number) => join(parts, `${temporaryPrefix(part)}${process}-x.tmp`);
    // No process has these numbers.
    const [fresh, old] = [2 ** 30, 2 ** 30 + 1].map(abandoned);
    for (const file of [fresh, old]) writeFileSync(file, "x");
    utimesSync(old, 1, 1);
    rmSync(join(parts, part));
    await count(0);
    expect(readdirSync(parts).sort()).toEqual([basename(fresh), part].sort());
  });
});
