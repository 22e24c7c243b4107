import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Connection } from "../../../src/mailbox/imap/connection.js";
import { idleInbox } from "../../../src/mailbox/watching/idle-inbox.js";
import { News } from "../../../src/mailbox/watching/news.js";
import { type ImapAnswer, TestImapServer } from "../../helpers/imap-server.js";

const ask = () => Promise.resolve("secret");

/** In place of minutes. */
const TIMES = { patience: 300, reissue: 60_000, pause: 20 };

let server: TestImapServer | undefined;
afterEach(() => server?.close());

/** A server on which clients idle. @param idle called with each connection that begins to idle, and its number */
async function started(
  idle: (socket: Socket, number: number) => void,
  more: Readonly<Record<string, ImapAnswer>> = {},
) {
  let [number, tag] = [0, ""];
  const capabilities = "IMAP4rev1 IDLE";
  const answers: Readonly<Record<string, ImapAnswer>> = {
    LIST: ({ tag }) => `* LIST () "/" INBOX\r\n${tag} OK\r\n`,
    EXAMINE: ({ tag }) => `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n${tag} OK [READ-ONLY]\r\n`,
    IDLE: ({ tag: its, socket }) => {
      tag = its;
      socket.write("+ idling\r\n");
      idle(socket, number++);
      return undefined;
    },
    ...more,
  };
  const scripted = await TestImapServer.start({ capabilities, answers });
  server = scripted;
  const news = new News();
  const lines: string[] = [];
  const tell = (line: string) => void lines.push(line.replace(/127\.0\.0\.1:\d+/, "here"));
  const idling = idleInbox(new Connection(scripted.account(), { ask }), news, { tell, ...TIMES });
  const stop = () => {
    news.stop();
    return idling;
  };
  return { news, lines, idling, stop, done: () => `${tag} OK\r\n`, scripted };
}

/** Swallows what comes from now on, as a firewall does that has forgotten a connection. */
function swallow(socket: Socket): void {
  socket.removeAllListeners("data").resume();
}

describe("idleInbox", () => {
  it("announces what arrives", async () => {
    let idle: Socket | undefined;
    const { news, stop } = await started((socket) => {
      idle = socket;
    });
    await expect.poll(() => idle).toBeDefined();
    // At the beginning, something may have come already.
    expect(news.takeNews()).toBe(true);
    let count = 2;
    await expect
      .poll(() => {
        idle?.write(`* ${count++} EXISTS\r\n`);
        return news.takeNews();
      })
      .toBe(true);
    await stop();
  });

  it("notices a connection that has died silently, and opens another", async () => {
    const sockets: Socket[] = [];
    const { news, lines, stop } = await started((socket, number) => {
      if (number === 0) swallow(socket);
      sockets.push(socket);
    });
    const [begin] = [performance.now()];
    await expect.poll(() => new Set(sockets).size).toBeGreaterThan(1);
    // Not before the server was asked for a sign of life.
    expect(performance.now() - begin).toBeGreaterThan(TIMES.patience);
    expect(lines.slice(0, 2)).toEqual([
      "IDLE: me at here: the server does not answer: try again later; until it works again, new mail waits for the next look",
      "IDLE works again",
    ]);
    expect(news.takeNews()).toBe(true);
    await stop();
  });

  it("stays with a silent server that answers when it is asked", async () => {
    const sockets: Socket[] = [];
    const { stop, done, scripted } = await started((socket) => sockets.push(socket), {
      DONE: () => done(),
    });
    // The same connection, again and again. On a busy machine, some are lost before.
    await expect.poll(() => sockets.length > 2 && sockets.at(-1) === sockets.at(-2)).toBe(true);
    expect(scripted.received).toContain("NOOP");
    await stop();
  });

  it("says it once if the server cannot be reached, and goes on trying", async () => {
    const sockets: Socket[] = [];
    let isRefused = true;
    const { lines, stop } = await started((socket) => sockets.push(socket), {
      EXAMINE: ({ tag, socket }) => {
        if (isRefused) socket.destroy();
        isRefused = sockets.length === 0 && lines.length === 0;
        return `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n${tag} OK [READ-ONLY]\r\n`;
      },
    });
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    expect(lines.slice(0, 2)).toEqual([
      "IDLE: me at here: the server closed the connection; until it works again, new mail waits for the next look",
      "IDLE works again",
    ]);
    await stop();
  });

  it("ends if the server has no IDLE, and says what follows", async () => {
    server = await TestImapServer.start();
    const lines: string[] = [];
    const tell = (line: string) => void lines.push(line);
    await idleInbox(new Connection(server.account(), { ask }), new News(), { tell });
    expect(lines).toEqual(["the server has no IDLE: new mail waits for the next look"]);
  });
});
