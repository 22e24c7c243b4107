import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { orElse } from "../../base/errors.js";
import { newTemporaryFolder } from "../../documents/files/temporary-files.js";
import { ONLY_OWNER } from "../../documents/files/write-file.js";

/** The program that opens a file in the user's browser, by `process.platform`. */
const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** In milliseconds: for a browser to start and to read the file. */
const START = 60_000;

/**
 * Opens an address in the user's browser. Does nothing without a browser, or if the disk is full: the address has been
 * printed.
 *
 * Other users of the machine can see the arguments of programs, and the address has a key. So the browser opens a file
 * that only this user can read, which leads to the address.
 *
 * @returns a function that removes the file. After a minute, it is removed anyway.
 */
export function openBrowser(address: string): () => void {
  const isServer = process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const folder = isServer ? undefined : newFolder();
  if (folder === undefined) return () => undefined;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, START).unref();
  const file = join(folder, "open.html");
  const leadsTo = `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`;
  orElse(() => writeFileSync(file, leadsTo, { flag: "wx", mode: ONLY_OWNER }), undefined);
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(program, [...args, file], { stdio: "ignore", detached: true });
  opener.on("error", () => undefined);
  opener.unref();
  return remove;
}

/** On Linux, the folder is in the home folder if possible: a browser in a snap cannot read `/tmp`. */
function newFolder(): string | undefined {
  const newIn = (parent: string) => orElse(() => newTemporaryFolder(parent), undefined);
  return (process.platform === "linux" ? newIn(homedir()) : undefined) ?? newIn(tmpdir());
}
