import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder by path with "/", and what is in them. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const named = paths.map((path) => [path.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")]);
  return Object.fromEntries(named.sort());
}
