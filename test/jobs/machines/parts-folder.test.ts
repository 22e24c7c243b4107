import { lstatSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { makePartsFolder, partsFolder, putFile } from "../../../src/jobs/machines/parts-folder.js";
import { thresher } from "../../helpers/command.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";

describe("the folder for counts", () => {
  it("is made if it is missing, and its files are for their user only", () => {
    const folder = join(temporaryFolder(), "parts");
    makePartsFolder(folder);
    makePartsFolder(folder);
    expect(putFile(folder, "a.part", [Buffer.from("on"), Buffer.from("e")])).toBe(join(folder, "a.part"));
    expect(readFileSync(join(folder, "a.part"), "utf8")).toBe("one");
    expect(lstatSync(join(folder, "a.part")).mode & 0o777).toBe(0o600);
    expect(namesIn(folder)).toEqual(["a.part"]);
    expect(() => makePartsFolder(join(folder, "b/c"))).toThrow(
      "the folder for the counts cannot be made: no such file or folder",
    );
  });

  it("may have any name that is not an address", () => {
    for (const name of ["parts", "./s3:/parts", "C:/parts", "a b://c"]) expect(partsFolder(name)).toBe(resolve(name));
  });

  it("is no longer an address: the error says what to do instead, without a password", async () => {
    const corpus = folderWith(twoClasses());
    const [plan, model] = ["plan.json", "x.model"].map((name) => join(temporaryFolder(), name));
    await thresher(["plan", corpus, "--shards", "2", "-o", plan, "--quiet"]);
    const mount = "counts are kept in folders, no longer at s3:// addresses: mount the bucket and name its folder";
    const share = "counts are kept in folders, no longer at https:// addresses: name a folder that all machines share";
    const redis = "redis://127.0.0.1:1";
    for (const [place, message] of [
      ["s3://mail/parts", mount],
      ["https://anna:secret@example.org/parts", share],
    ]) {
      for (const args of [
        ["count", plan, "--shard", "0", "-o", place],
        ["merge", place, "--plan", plan, "-m", model],
        ["train", corpus, "-m", model, "--workers", redis, "--parts", place],
        ["worker", redis, "--root", corpus, "--parts", place],
      ]) {
        const outcome = await thresher(args);
        expectFault(outcome, 2, message);
        expect(outcome.stderr).not.toContain("secret");
      }
    }
  });
});
