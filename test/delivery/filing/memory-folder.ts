import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Tree, write } from "../../helpers/folder.js";

/** A file system in memory, where there is one: thousands of small files take a minute on a disk that others use. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** As `folderWith`, for tests that make very many. To be called when a test file is loaded. */
export function memoryFolders(): (tree: Tree) => string {
  const root = mkdtempSync(join(PLACE, "thresher-test-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return (tree) => {
    const folder = mkdtempSync(join(root, "f"));
    write(folder, tree);
    return folder;
  };
}
