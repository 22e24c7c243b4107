import { DataError } from "../../src/base/errors.js";

/** How the files of an archive map to a folder per class. */
export type Layout =
  | {
      /** Each file is a document. */
      readonly kind: "folders";
      /** From top folders of the archive to folders of the corpus ("" for the root); other folders are left out. */
      readonly folders: ReadonlyMap<string, string>;
      /** Names of files to leave out. */
      readonly leaveOut?: readonly string[];
    }
  | {
      /** One file with a document per line: label, tab, text. */
      readonly kind: "messages";
      readonly file: string;
      readonly labels: readonly string[];
    };

export interface PlacedDocument {
  /** Path below the corpus folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The documents in one file of an archive. `path` comes from `safePath`. */
export function documentsOf(layout: Layout, path: string, bytes: Uint8Array): PlacedDocument[] {
  if (layout.kind === "messages") return path === layout.file ? messages(layout.labels, path, bytes) : [];
  const [top, ...rest] = path.split("/");
  const folder = layout.folders.get(top);
  if (folder === undefined || rest.length === 0 || layout.leaveOut?.includes(rest[rest.length - 1])) return [];
  return [{ path: [folder, ...rest].filter((name) => name !== "").join("/"), bytes }];
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** One `<label>/<number>.txt` per line, with the bytes after the tab unchanged. */
function messages(labels: readonly string[], file: string, bytes: Uint8Array): PlacedDocument[] {
  const lines = linesOf(bytes);
  // Padded, so that files sort by line.
  const width = String(lines.length).length;
  return lines.map((line, index) => {
    const tab = line.indexOf(TAB);
    const label = new TextDecoder().decode(line.subarray(0, Math.max(tab, 0)));
    if (!labels.includes(label)) {
      throw new DataError(`${file}, line ${index + 1}: it must begin with ${labels.join(" or ")} and a tab`);
    }
    return { path: `${label}/${String(index + 1).padStart(width, "0")}.txt`, bytes: line.subarray(tab + 1) };
  });
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const next = found < 0 ? bytes.length : found + 1;
    let end = found < 0 ? bytes.length : found;
    if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
    lines.push(bytes.subarray(start, end));
    start = next;
  }
  return lines;
}
