import { spawn } from "node:child_process";

/** The program that opens an address in the user's browser, by `process.platform`. */
const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens an address in the user's browser. Does nothing without a browser: the address has been printed.
 *
 * Other users of the machine can see the address among the arguments of the program until the browser has opened it. So
 * it must be good for one request only.
 */
export function openBrowser(address: string): void {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  opener.on("error", () => undefined);
  opener.unref();
}
