import { relative, sep } from "node:path";

/** A path as somebody in the current folder would write it, if it lies there. */
export function shortPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below === "" || below === ".." || below.startsWith(`..${sep}`) ? path : below;
}
