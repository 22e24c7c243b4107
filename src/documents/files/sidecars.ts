import { join } from "node:path";
import { orElse } from "../../base/errors.js";
import type { Problem } from "../problem.js";
import type { PathList } from "./path-list.js";
import { readRegular } from "./read-file.js";

/** The ending of a file that is a message. */
const MESSAGE = /\.eml(?:\.gz)?$/i;

/** Endings of files in which programs keep data about a message, or show it in another form. */
const DATA = /\.(?:json|meta|metadata|xml|ya?ml|html?)$/i;

/** The beginning of a message: a field of its header, or the `From ` line of a mailbox. */
const HEADER = /^(?:[a-z][\w-]*:[ \t\r\n]|>?From )/i;

/** How many bytes show whether a file begins with a header. */
const BEGINNING = 128;

/**
 * Removes files that lie beside a message and have its name, but are no messages: `1.metadata.json` and `1.eml.meta`
 * beside `1.eml`. Exports of mail have such a file for each message.
 *
 * @param files the paths below `root`
 * @param report receives a problem for each file that is removed
 */
export function withoutSidecars(root: string, files: PathList, report: (problem: Problem) => void): PathList {
  /** The paths of messages, without their endings. */
  const messages = new Set<string>();
  const others: string[] = [];
  for (const path of files.besideNamesWith(".")) {
    if (MESSAGE.test(path)) messages.add(path.replace(MESSAGE, ""));
    else others.push(path);
  }
  const isBeside = (path: string) => {
    for (let dot = path.indexOf(".", path.lastIndexOf("/")); dot >= 0; dot = path.indexOf(".", dot + 1)) {
      if (messages.has(path.slice(0, dot))) return true;
    }
    return false;
  };
  const isMessage = (path: string) =>
    !DATA.test(path) && HEADER.test(orElse(() => readRegular(join(root, path), BEGINNING).toString("latin1"), ""));
  const sidecars = new Set(others.filter((path) => isBeside(path) && !isMessage(path)));
  for (const where of sidecars) report({ kind: "sidecar", where });
  return sidecars.size === 0 ? files : files.filter((path) => !sidecars.has(path));
}
