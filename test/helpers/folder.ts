import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The content of a folder: by name, the text or bytes of a file, or a folder. */
export interface Tree {
  readonly [name: string]: string | Uint8Array | Tree;
}

/** All folders of a test file lie in one. */
let root: string | undefined;
let folders = 0;

/** An empty folder. */
export function temporaryFolder(): string {
  if (root === undefined) {
    root = realpathSync(mkdtempSync(join(tmpdir(), "thresher-test-")));
    // mkdtemp lets nobody else in.
    chmodSync(root, 0o755);
  }
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  return folder;
}

/** Removes all folders with everything in them. `setup.ts` calls it when the tests of a file are done. */
export function removeFolders(): void {
  if (root !== undefined) remove(root);
  root = undefined;
  folders = 0;
}

/** A new folder with files. */
export function folderWith(tree: Tree): string {
  const folder = temporaryFolder();
  write(folder, tree);
  return folder;
}

/** The names of the journals of `thresher sort` in a folder that was sorted into. */
export function journalsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(isJournal).sort() : [];
}

/** Whether a path below a folder that was sorted into is a journal. */
export function isJournal(path: string): boolean {
  return path.startsWith(".thresher-journal-");
}

/** Writes files and folders into a folder. */
export function write(folder: string, tree: Tree): void {
  for (const [name, content] of Object.entries(tree)) {
    const path = join(folder, name);
    if (typeof content === "string" || content instanceof Uint8Array) {
      writeFileSync(path, content);
    } else {
      mkdirSync(path, { recursive: true });
      write(path, content);
    }
  }
}

/** Every name below a folder, sorted, hidden ones too; folders end with a slash. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1) + (entry.isDirectory() ? "/" : ""))
    .sort();
}

/** A corpus of `perClass` short documents in each of two classes whose words differ. */
export function twoClasses(perClass = 4): Tree {
  const documents = (words: readonly string[]) =>
    Object.fromEntries(
      Array.from({ length: perClass }, (_, i) => [
        `${String(i).padStart(4, "0")}.txt`,
        `${words[i % words.length]} ${words[(i + 1) % words.length]} letter number${i}\n`,
      ]),
    );
  return {
    ham: documents(["meeting", "lunch", "report", "tomorrow"]),
    spam: documents(["winner", "cash", "prize", "urgent"]),
  };
}

/** Removes a folder, and whatever a test has made unreadable in it. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    open(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) {
    if (lstatSync(join(folder, name)).isDirectory()) open(join(folder, name));
  }
}

/** The bytes of a file, to compare. */
export function bytesOf(path: string): Buffer {
  return readFileSync(path);
}
