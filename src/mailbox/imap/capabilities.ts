import type { ImapFlow } from "imapflow";

/** The effect on the commands if a server lacks a capability. */
const WITHOUT: Readonly<Record<string, string>> = {
  MOVE: "a message is copied, and the original is removed by its UID (RFC 6851)",
  UIDPLUS: "without it and MOVE, no message can be moved safely: sort and watch refuse (RFC 4315)",
  IDLE: "watch looks for new messages from time to time (RFC 2177)",
  CONDSTORE: "watch compares all flags and UIDs to find changes (RFC 7162)",
  QRESYNC: "watch compares all UIDs to find what was removed (RFC 7162)",
  "SPECIAL-USE": "Sent, Drafts and Trash are recognized by their names alone (RFC 6154)",
};

/** Returns the capabilities that Thresher would use and the server lacks after login, and what follows. */
export function missingCapabilities({ capabilities }: ImapFlow): { readonly name: string; readonly means: string }[] {
  return Object.entries(WITHOUT).flatMap(([name, means]) => (capabilities.has(name) ? [] : [{ name, means }]));
}
