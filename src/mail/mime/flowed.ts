import { bufferOf } from "../lines.js";

/**
 * Joins the lines of flowed text with `DelSp=yes` (RFC 3676). The space before a soft line end is not text, so programs
 * may cut words and addresses anywhere. Joins only neighbouring lines of the same depth of quotation.
 *
 * @param text in UTF-8
 */
export function unflowed(text: Uint8Array): Uint8Array {
  const result: string[] = [];
  /** The depth of quotation of the line that continues; -1 if no line does. */
  let open = -1;
  for (const line of bufferOf(text).toString("latin1").split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? "";
    const depth = marks.length;
    // A blank was put before lines that begin with one, or like a mailbox line.
    const content = line.slice(line[depth] === " " ? depth + 1 : depth);
    const isSignature = content === "-- ";
    const flows = content.endsWith(" ") && !isSignature;
    if (open !== depth || isSignature) result.push(result.length === 0 ? "" : "\n", marks, depth > 0 ? " " : "");
    result.push(flows ? content.slice(0, -1) : content);
    open = flows ? depth : -1;
  }
  return Buffer.from(result.join(""), "latin1");
}
