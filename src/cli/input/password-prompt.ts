import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { safeText } from "../../base/safe-text.js";
import { type Account, type AskPassword, accountText } from "../../jobs/mailbox/accounts.js";

/** Returns a function that asks for a password without showing what is typed; undefined if there is no terminal. */
export function passwordPrompt(): AskPassword | undefined {
  return process.stdin.isTTY && process.stderr.isTTY ? ask : undefined;
}

async function ask(account: Account, stop?: AbortSignal): Promise<string> {
  // Discards what readline would echo.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  // Readline catches Ctrl-C.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  // Only now: before, the terminal would show what is typed.
  process.stderr.write(`Password of ${safeText(accountText(account))}: `);
  try {
    return await lines.question("", { signal: stop });
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
