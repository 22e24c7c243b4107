import { beforeAll, describe, expect, it } from "vitest";
import { thresherProcess } from "../../../helpers/command.js";
import { listing } from "../../../helpers/imap-mail.js";
import { type ImapAnswer, TestImapServer } from "../../../helpers/imap-server.js";
import { account, setUp, trained } from "./mailbox-desk.js";

setUp();

let model = "";
beforeAll(async () => {
  model = await trained(3, "--remember");
});

/** Answers with three messages. */
const opened: ImapAnswer = ({ tag }) =>
  `* 3 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 4] ok\r\n${tag} OK done\r\n`;

/**
 * Runs a command until the server gets FETCH, which it never answers; then sends a signal. A server that leaves closes
 * all connections first, and the command says that it tries again.
 */
async function stopped(command: string, signal: NodeJS.Signals, does: "leaves" | "is silent") {
  let onFetch: () => void = () => undefined;
  const fetching = new Promise<void>((resolve) => {
    onFetch = resolve;
  });
  const { server, cwd, env } = await account(
    TestImapServer.start({
      capabilities: "IMAP4rev1 MOVE UIDPLUS NAMESPACE",
      answers: {
        LIST: listing(["INBOX", "Junk", "Work"]),
        SELECT: opened,
        EXAMINE: opened,
        "UID SEARCH": ({ tag }) => `* SEARCH 1 2 3\r\n${tag} OK\r\n`,
        "UID FETCH": () => {
          onFetch();
          if (does === "leaves") server.close();
          return undefined;
        },
      },
    }),
  );
  let start = 0;
  const outcome = await thresherProcess(`mailbox ${command}`, {
    ...{ cwd, env },
    onStart: async (child) => {
      let printed = "";
      child.stderr?.on("data", (text: string) => {
        printed += text;
      });
      await fetching;
      if (does === "leaves") await expect.poll(() => printed).toContain("trying again");
      start = performance.now();
      child.kill(signal);
    },
  });
  return { ...outcome, seconds: (performance.now() - start) / 1000 };
}

describe("a signal ends a command that waits", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("for a server that is away: sort, %s", async (signal) => {
    const { code, stdout, stderr, seconds } = await stopped(`sort home -m ${model}`, signal, "leaves");
    expect({ code, stdout }).toEqual({ code: signal === "SIGTERM" ? 143 : 130, stdout: "" });
    expect(stderr).toContain(`stopped by ${signal} at message 1 of 3, 0 documents moved before it`);
    // Otherwise it waits three minutes.
    expect(seconds).toBeLessThan(90);
  });

  it.each([
    ["sort", " --dry-run", "is silent", [143, null]],
    ["watch", "", "is silent", [0, null]],
    ["watch", "", "leaves", [0, null]],
    ["train", ".new", "is silent", [null, "SIGTERM"]],
    ["train", ".new", "leaves", [null, "SIGTERM"]],
  ] as const)("for a server that is silent or away: %s%s, where it %s", async (name, more, does, end) => {
    const { code, signal, seconds } = await stopped(`${name} home -m ${model}${more}`, "SIGTERM", does);
    expect([code, signal]).toEqual(end);
    // Silence counts as a fault after a minute; then there are new attempts.
    expect(seconds).toBeLessThan(50);
  });
});
