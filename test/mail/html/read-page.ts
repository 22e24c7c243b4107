import { readHtml } from "../../../src/mail/html/reader.js";

/** The texts of a page, which must be UTF-8, with white space as single spaces; its links, and its facts in order. */
export function read(html: string | Uint8Array) {
  const { links, facts, ...texts } = readHtml(Buffer.from(html as string));
  const shown = (text: Uint8Array) =>
    new TextDecoder("utf-8", { fatal: true }).decode(text).replace(/\s+/g, " ").trim();
  const [visible, hidden] = [shown(texts.visible), shown(texts.hidden)];
  const [title, alternatives] = [shown(texts.title), shown(texts.alternatives)];
  return { visible, hidden, title, alternatives, links, facts: [...facts].sort() };
}
