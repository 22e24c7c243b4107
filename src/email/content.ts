import { MAX_CHARSET_NAME } from "./charset.js";
import { type ParameterizedValue, parseParameters } from "./content-type.js";
import { fileName } from "./file-name.js";
import { firstValue, type HeaderField } from "./header.js";

/** What the header of a part says of its body. */
export interface Content {
  /** In lower case. */
  readonly type: string;
  /** In lower case, undefined if it is not given. */
  readonly charset: string | undefined;
  /** `""` if it is not given. */
  readonly boundary: string;
  /** The transfer encoding in lower case, `""` if it is not given. */
  readonly encoding: string;
  readonly disposition: "inline" | "attachment";
  readonly fileName: string | undefined;
  readonly isMultipart: boolean;
  /** Whether there is a whole message in it. */
  readonly isMessage: boolean;
  /** Whether its words are to be read; a multipart or message that is not taken apart is text too. */
  readonly isText: boolean;
  /** Whether the field `Content-Type` says nothing that is a type. */
  readonly faulty: boolean;
}

/** @param defaultType what a part is that does not say (RFC 2045, section 5.2) */
export function contentOf(fields: readonly HeaderField[], defaultType: string): Content {
  const typeField = firstValue(fields, "content-type");
  // Most parts of a digest and every second old message.
  const { value, parameters } = typeField === undefined ? NOTHING : parseParameters(typeField);
  const given = /^(?:text|multipart)$/.test(value) ? `${value}/${value === "text" ? "plain" : "mixed"}` : value;
  const type = /^[^\s/]+\/[^\s/]+$/.test(given) ? given : defaultType;
  const dispositionField = firstValue(fields, "content-disposition");
  const disposition = dispositionField === undefined ? NOTHING : parseParameters(dispositionField);
  const isMultipart = type.startsWith("multipart/");
  const isText = isMultipart || type.startsWith("text/") || type.startsWith("message/");
  return {
    type,
    charset: parameters.get("charset")?.trim().slice(0, MAX_CHARSET_NAME).toLowerCase(),
    boundary: parameters.get("boundary")?.trimEnd() ?? "",
    encoding: (firstValue(fields, "content-transfer-encoding") ?? "").split(/[\s;(]/, 1)[0].toLowerCase(),
    disposition: isInline(disposition.value, type) ? "inline" : "attachment",
    fileName: fileName(disposition.parameters.get("filename") ?? parameters.get("name")),
    isMultipart,
    isMessage: type === "message/rfc822" || type === "message/global" || type === "message/news",
    isText,
    faulty: typeField !== undefined && type !== value,
  };
}

const NOTHING: ParameterizedValue = { value: "", parameters: new Map() };

/** What no program knows is an attachment (RFC 2183, section 2.8); what says nothing is shown if it can be. */
function isInline(disposition: string, type: string): boolean {
  return disposition === "" ? /^(?:text|message|multipart|image)\//.test(type) : disposition === "inline";
}
