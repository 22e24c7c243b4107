import { readHtml } from "./html/reader.js";
import { readMessage } from "./read-message.js";

const LINE_FEED = Buffer.from("\n");

/** Returns the title and the visible text of a page, which a message contains as its only part. */
export function pageText(message: Uint8Array): Uint8Array {
  const { title, visible } = readHtml(readMessage(message).parts[0].text ?? message);
  return Buffer.concat([title, LINE_FEED, visible]);
}
