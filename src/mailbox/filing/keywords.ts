import { encodedFolderName } from "../../documents/files/safe-name.js";
import type { Connection } from "../imap/connection.js";
import { GONE, orRefusal } from "../imap/faults.js";
import type { MessagePlace } from "./place.js";
import { openFolder } from "./read-folder.js";

/**
 * Returns an IMAP keyword for each label: in modified UTF-7, with `_` in place of signs that a keyword cannot have (RFC
 * 9051, section 9), as Thunderbird makes its own. If keywords differ only in case, all but the first get a number.
 */
export function labelKeywords(labels: readonly string[]): Map<string, string> {
  const given = new Set<string>();
  const keywords = labels.map((label) => {
    const name = encodedFolderName(label).replace(/[ ()/{%*<>"\\\]]/g, "_");
    let keyword = name;
    for (let n = 2; given.has(keyword.toLowerCase()); n++) keyword = `${name}-${n}`;
    given.add(keyword.toLowerCase());
    return [label, keyword] as const;
  });
  return new Map(keywords);
}

/**
 * Adds keywords to a message, and changes nothing else.
 *
 * @throws Error with the reason if the server does not keep them
 */
export function addKeywords(
  connection: Connection,
  { folder, validity, uid }: MessagePlace,
  keywords: string[],
): Promise<void> {
  return connection.run(async (client) => {
    const { uidValidity, permanentFlags } = await openFolder(client, folder);
    if (String(uidValidity) !== validity) throw new Error(GONE);
    if (permanentFlags?.has("\\*") === false && keywords.some((keyword) => !permanentFlags.has(keyword))) {
      throw new Error("the server keeps no new keywords in this folder");
    }
    await orRefusal(client, () => client.messageFlagsAdd(String(uid), keywords, { uid: true }));
  });
}
