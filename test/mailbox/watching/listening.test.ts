import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { ImapMailbox } from "../../../src/mailbox/watching/imap-mailbox.js";
import { connectionTo, type ImapAnswer, serverFor } from "../../helpers/imap-server.js";

/** Milliseconds, in place of a minute. A busy machine needs some to log in. */
const PATIENCE = 1_500;
const UNLIMITED = { timeout: 100_000 };

/** A mailbox on a server that keeps IDLE until the next command. @param idle called with each connection that idles */
async function started(
  idle: (socket: Socket) => void = () => undefined,
  more: Readonly<Record<string, ImapAnswer>> = {},
  patience?: number,
) {
  let tag = "";
  const answers: Readonly<Record<string, ImapAnswer>> = {
    EXAMINE: ({ tag }) => `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n${tag} OK [READ-ONLY]\r\n`,
    "UID SEARCH": ({ tag }) => `* SEARCH\r\n${tag} OK\r\n`,
    IDLE: (command) => {
      tag = command.tag;
      command.socket.write("+ idling\r\n");
      idle(command.socket);
      return undefined;
    },
    DONE: () => `${tag} OK\r\n`,
    ...more,
  };
  const server = await serverFor({ capabilities: "IMAP4rev1 IDLE", answers });
  const mailbox = new ImapMailbox(connectionTo(server, { patience, pauses: [1] }));
  let news = 0;
  return {
    ...{ mailbox, server },
    news: () => news,
    /** Visits a folder, and listens. */
    visit: async (path = "INBOX") => {
      await mailbox.list(path, undefined);
      await mailbox.listen(() => news++);
    },
    idles: () => server.received.filter((command) => command === "IDLE").length,
  };
}

describe("listening to the inbox", () => {
  it("tells at once that something may have come if the last visit was to another folder, or on another connection", async () => {
    const { visit, news, idles } = await started();
    await visit();
    expect([news(), idles()]).toEqual([1, 0]);
    await visit("Work");
    expect([news(), idles()]).toEqual([2, 0]);
  });

  it("announces what arrives, once", async () => {
    const { visit, news, idles } = await started((socket) => socket.write("* 2 EXISTS\r\n* 2 EXISTS\r\n"));
    await visit();
    await visit();
    await expect.poll(news).toBe(2);
    // The next command ends IDLE, which is no news.
    await visit("Work");
    await visit();
    await expect.poll(idles).toBe(2);
    await expect.poll(news).toBe(4);
  });

  it("stays with a silent server that answers when it is asked", async () => {
    const { visit, news, idles, server } = await started(undefined, {}, PATIENCE);
    await visit();
    await visit();
    await expect.poll(() => server.received, UNLIMITED).toContain("NOOP");
    await visit();
    await expect.poll(idles).toBe(2);
    expect(news()).toBe(1);
  });

  it("tells that a connection has died silently, and opens another at the next visit", async () => {
    const { visit, news, mailbox } = await started(
      (socket) => socket.removeAllListeners("data").resume(),
      {},
      PATIENCE,
    );
    await visit();
    const begin = performance.now();
    await visit();
    await expect.poll(news, UNLIMITED).toBe(2);
    // Not before the server was asked for a sign of life.
    expect(performance.now() - begin).toBeGreaterThan(PATIENCE);
    expect(await mailbox.list("INBOX", undefined)).toMatchObject({ uids: [] });
  });

  it("goes on without IDLE if the server refuses it", async () => {
    const { visit, news } = await started(undefined, { IDLE: ({ tag }) => `${tag} BAD no\r\n` });
    await visit();
    await visit();
    await visit();
    expect(news()).toBe(1);
  });
});
