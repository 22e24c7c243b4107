import { isLaterField } from "../header/later-fields.js";
import { messageIn, withoutWide } from "../message-place.js";
import { withoutFields } from "./marked-message.js";

/**
 * Removes the header fields that were written when the message arrived or later. Returns the message itself if there is
 * nothing to remove.
 */
export function withoutLaterFields(message: Uint8Array): Uint8Array {
  return withoutFields(message, isLaterField);
}

/** Returns the message in a document, as `messageIn` does, without the header fields that teach nothing. */
export function unfilteredMessage(document: Uint8Array): Uint8Array {
  return messageIn(withoutLaterFields(withoutWide(document)));
}
