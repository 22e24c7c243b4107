import { afterEach, expect, it, vi } from "vitest";
import { realFolder } from "../../../src/documents/files/held-name.js";
import { folderWith } from "../../helpers/folder.js";

afterEach(() => vi.restoreAllMocks());

it.each(["linux", "darwin"] as const)("a file is no folder on %s", (platform) => {
  vi.spyOn(process, "platform", "get").mockReturnValue(platform);
  const folder = folderWith({ file: "" });
  expect(realFolder(folder)).toBe(folder);
  expect(() => realFolder(`${folder}/file`)).toThrow("ENOTDIR");
});
