import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Gives the URL of a document, by its id, relative to the folder of the page, so that the page
 * and the corpus can be moved together. Undefined if there is no relative path, as between two
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
 * A relative path as a relative URL. It begins with `./` or `../`, so that no name is read as a
 * scheme or a host. Undefined for a name with a lone surrogate.
 */
export function relativeUrl(path: string): string | undefined {
  if (/[\ud800-\udfff]/u.test(path)) return undefined;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return encoded.startsWith("../") ? encoded : `./${encoded}`;
}
