import { MAX_CHARSET_NAME } from "../charset/charset.js";
import { firstValue, type HeaderField } from "../header/header.js";
import { decodeEncodedWords } from "../header/header-text.js";
import { parseParameters } from "../header/parse-parameters.js";
import type { MessagePart } from "../message.js";

/** The description of a body, from the header of its part. */
export interface PartContent extends Pick<MessagePart, "type" | "charset" | "encoding" | "disposition"> {
  /** `""` if not given. */
  readonly boundary: string;
  readonly fileName: string | undefined;
  /** Whether to delete the space before a soft line end (RFC 3676: `format=flowed`, `delsp=yes`). */
  readonly deletesSpaces: boolean;
  readonly isMultipart: boolean;
  /** Whether the body is a whole message. */
  readonly isMessage: boolean;
  /** Whether the body may be a message together with its signature, in the form of S/MIME. */
  readonly maySign: boolean;
  /** Whether the words of the body count. A multipart or message that cannot be split is read as text, too. */
  readonly isText: boolean;
  /** Whether there is a `Content-Type` field that is not a valid media type. */
  readonly hasFaultyType: boolean;
}

/** Reads the header of a part. @param defaultType for a part that names no type (RFC 2045, section 5.2) */
export function contentOf(fields: readonly HeaderField[], defaultType: string): PartContent {
  const typeField = firstValue(fields, "content-type");
  const { value, parameters } = parseParameters(typeField ?? "");
  // `text` alone means `text/plain`, and `multipart` alone means `multipart/mixed`.
  const given = /^(?:text|multipart)$/.test(value) ? `${value}/${value === "text" ? "plain" : "mixed"}` : value;
  const type = /^[^\s/]+\/[^\s/]+$/.test(given) ? given : defaultType;
  const disposition = parseParameters(firstValue(fields, "content-disposition") ?? "");
  const name = fileName(disposition.parameters.get("filename") ?? parameters.get("name"));
  return {
    type,
    charset: parameters.get("charset")?.trim().replace(/^'|'$/g, "").slice(0, MAX_CHARSET_NAME).toLowerCase(),
    boundary: parameters.get("boundary")?.trimEnd() ?? "",
    encoding: parseParameters(firstValue(fields, "content-transfer-encoding") ?? "").value,
    disposition: isInline(disposition.value, type) ? "inline" : "attachment",
    fileName: name,
    deletesSpaces: /^yes$/i.test(parameters.get("delsp") ?? "") && /^flowed$/i.test(parameters.get("format") ?? ""),
    isMultipart: type.startsWith("multipart/"),
    isMessage: /^message\/(?:rfc822|global|news)$/.test(type),
    maySign: /^application\/(?:x-)?pkcs7-mime$/.test(type) || /\.p7m$/i.test(name ?? ""),
    isText: /^(?:multipart|text(?!\/rtf$)|message)\//.test(type),
    hasFaultyType: typeField !== undefined && type !== value,
  };
}

/**
 * Whether a part is shown in the message. An unknown disposition means attachment (RFC 2183, section 2.8). A part
 * without a disposition is shown if mail programs can show its type.
 */
function isInline(disposition: string, type: string): boolean {
  return disposition === "" ? /^(?:text|message|multipart|image)\//.test(type) : disposition === "inline";
}

/** In characters. No file system has longer names. */
export const MAX_FILE_NAME = 255;

/**
 * Returns the name of an attachment, from the parameter `filename` or `name`. Removes folders, control characters and
 * white space around the name. Turns a tab where the name was folded into a blank. Decodes encoded words, which RFC
 * 2047 forbids here but which are common.
 *
 * @returns undefined if nothing is left
 */
export function fileName(parameter: string | undefined): string | undefined {
  if (parameter === undefined) return undefined;
  const decoded = decodeEncodedWords(parameter);
  const base = decoded.slice(Math.max(decoded.lastIndexOf("/"), decoded.lastIndexOf("\\")) + 1);
  const name = base
    .slice(0, MAX_FILE_NAME)
    .replace(/ ?[\t\r\n]+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
  return name === "" || name === "." || name === ".." ? undefined : name;
}
