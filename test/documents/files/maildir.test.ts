import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isMaildir } from "../../../src/documents/files/maildir.js";
import { folderWith } from "../../helpers/folder.js";

describe("a Maildir", () => {
  it("is a folder with cur and new, which are no links; tmp may be missing", () => {
    const root = folderWith({ mail: { cur: {}, new: {} }, half: { cur: {}, tmp: {} }, file: "x" });
    mkdirSync(join(root, "linked"));
    for (const name of ["cur", "new"]) symlinkSync(`../mail/${name}`, join(root, "linked", name));
    const found = ["mail", "half", "linked", "file", "none"].filter((name) => isMaildir(join(root, name)));
    expect(found).toEqual(["mail"]);
  });
});
