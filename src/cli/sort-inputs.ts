import { basename, dirname, join, resolve } from "node:path";
import { FILE_SYSTEM } from "../filing/file-system.js";
import type { Filed, Filer, Filing } from "../filing/filer.js";
import { isMaildir, maildirPart } from "../filing/maildir.js";
import type { InputText } from "./inputs.js";

/** Files what stands in an archive from its content, anything else as the file that it is. */
export function fileInput(filer: Filer, input: InputText, where: Omit<Filing, "source" | "archived">): Filed {
  const { path, file, bytes, isTruncated } = input;
  if (path === file) return filer.file({ ...where, source: resolve(file) });
  if (isTruncated) return { outcome: "left", why: "it is too large to be taken out of its archive" };
  const archive = resolve(file);
  const source = archive + path.slice(file.length);
  return filer.file({ ...where, source, archived: { archive, content: bytes } });
}

/** Whether a file is a message to sort: each once, however often it was named; of a Maildir, only what is delivered. */
export function onceEach(): (file: string) => boolean {
  const seen = new Set<string>();
  const realFolders = new Map<string, string>();
  return (file) => {
    const folder = dirname(resolve(file));
    const realFolder = realFolders.get(folder) ?? FILE_SYSTEM.realpathSync(folder);
    realFolders.set(folder, realFolder);
    const path = join(realFolder, basename(file));
    const isNew = !seen.has(path);
    seen.add(path);
    return isNew && maildirPart(FILE_SYSTEM, path) !== "tmp" && !isMaildir(FILE_SYSTEM, realFolder);
  };
}
