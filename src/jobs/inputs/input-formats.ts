/** The formats of files, and the options that formats and readers declare. */
export { formatOptions, formNamed, INPUT_FORMATS } from "../../documents/archives/archives.js";
export type { DocumentOption, DocumentOptions } from "../../documents/document.js";
