import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePartsFolder, putFile } from "../../../src/jobs/machines/parts-folder.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";

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
});
