import { bufferOf } from "../lines.js";

/**
 * Removes the codes from enriched text (RFC 1896): `<bold>al</bold>pha` becomes `alpha`. Also reads its predecessor,
 * `text/richtext` (RFC 1341).
 *
 * @param enriched in an encoding that extends ASCII
 */
export function enrichedText(enriched: Uint8Array): Uint8Array {
  const text = bufferOf(enriched).toString("latin1");
  const kept: string[] = [];
  let end = 0;
  /** The code around this place whose content is not text; `""` outside of these codes. */
  let within = "";
  for (const { 0: code, 1: name, index } of text.matchAll(CODE)) {
    if (within === "") kept.push(text.slice(end, index), SHOWN[code.toLowerCase()] ?? "");
    end = index + code.length;
    const named = name?.toLowerCase() ?? "";
    if (within !== "") within = named === `/${within}` ? "" : within;
    else if (NO_TEXT.has(named)) within = named;
  }
  if (within === "") kept.push(text.slice(end));
  return Buffer.from(kept.join(""), "latin1");
}

/** `<<` means `<`. Names have at most 60 characters. */
const CODE = /<<|<(\/?[a-z0-9-]{1,60})>/gi;

/** The text of codes; all others have none. */
const SHOWN: Readonly<Record<string, string>> = {
  "<<": "<",
  "<lt>": "<",
  "<nl>": "\n",
  "<np>": "\n",
  "</paragraph>": "\n",
};

/** Codes whose content is not text. */
const NO_TEXT: ReadonlySet<string> = new Set(["param", "comment"]);
