import { namesIn } from "../../helpers/folder.js";

/** The files below a folder, hidden ones left out. */
export function folderFiles(folder: string): string[] {
  return namesIn(folder).filter((name) => !name.endsWith("/") && !/(^|\/)\./.test(name));
}
