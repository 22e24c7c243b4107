import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Returns a function that gives the URL of a document by its id. URLs are relative to the folder of the page, so that
 * the page and the corpus can be moved together. It returns undefined if there is no relative path, such as between two
 * drives, or if the name cannot be written in a URL.
 *
 * @param page the path of the page; its folder exists
 * @param root the folder of the corpus
 */
export function documentLinks(page: string, root: string): (id: string) => string | undefined {
  const way = relative(realpathSync(dirname(page)), realpathSync(root));
  if (isAbsolute(way)) return () => undefined;
  return (id) => relativeUrl(join(way, id).split(sep).join("/"));
}

/**
 * Converts a relative path to a relative URL. The URL begins with `./` or `../`, so that a name is never read as a
 * scheme or a host. Returns undefined for a name with a lone surrogate.
 */
export function relativeUrl(path: string): string | undefined {
  if (/[\ud800-\udfff]/u.test(path)) return undefined;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return encoded.startsWith("../") ? encoded : `./${encoded}`;
}
