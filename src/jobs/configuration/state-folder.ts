import { join } from "node:path";
import { makePrivateFolder } from "../../documents/files/write-file.js";
import { homeFolder } from "./own-file.js";

/** Returns the folder for the state of a mail account, which only the user may enter. @param make whether to make it */
export function accountState(name: string, make: boolean): string {
  const { XDG_STATE_HOME } = process.env;
  const state = XDG_STATE_HOME?.startsWith("/") ? XDG_STATE_HOME : join(homeFolder(), ".local/state");
  const folder = join(state, "thresher/mailbox", name);
  if (make) makePrivateFolder(folder);
  return folder;
}
