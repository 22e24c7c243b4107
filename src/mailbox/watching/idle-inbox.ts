import type { ImapFlow } from "imapflow";
import { FaultTeller } from "../../base/fault-teller.js";
import { INBOX } from "../filing/label-paths.js";
import type { Connection } from "../imap/connection.js";
import { imapFault } from "../imap/faults.js";
import type { News } from "./news.js";

export interface IdleOptions {
  readonly tell: (line: string) => void;
  /**
   * Milliseconds of silence, after which the server is asked for a sign of life. If there is none for the same time, it
   * counts as dead. Dovecot says something every two minutes. Default: 150,000.
   */
  readonly patience?: number;
  /** Milliseconds after which IDLE is issued again; servers may end it after 30 minutes (RFC 2177). Default: 25 minutes. */
  readonly reissue?: number;
  /** Milliseconds of the first pause after a fault, and before IDLE is issued again. Default: 1,000. */
  readonly pause?: number;
}

/** Milliseconds of the longest pause after a fault. */
const MAX_PAUSE = 900_000;

/**
 * Announces what arrives in an inbox, by IDLE on another connection, until the news are stopped. If the connection
 * is lost, opens another, with growing pauses. Ends if the server has no IDLE. Never throws for a fault of the server.
 */
export async function idleInbox(connection: Connection, news: News, options: IdleOptions): Promise<void> {
  const { tell, patience = 150_000, reissue = 1_500_000, pause: firstPause = 1_000 } = options;
  const lineOf = (fault: string) => `IDLE: ${fault}; until it works again, new mail waits for the next look`;
  const faults = new FaultTeller(tell, "IDLE works again", lineOf);
  let pause = firstPause;
  while (!news.isStopped) {
    let client: ImapFlow | undefined;
    try {
      client = await connection.another({ patience });
      if (!client.capabilities.has("IDLE")) {
        tell("the server has no IDLE: new mail waits for the next look");
        return client.close();
      }
      await client.mailboxOpen(INBOX, { readOnly: true });
      client.on("exists", () => news.announce());
      faults.end();
      // While it was not listening, something may have come.
      news.announce();
      pause = firstPause;
      await idle(client, news, { reissue, pause });
      throw Object.assign(new Error("the connection is lost"), { code: "NoConnection" });
    } catch (error) {
      client?.close();
      if (news.isStopped) return;
      faults.tell(imapFault(error, connection.account, client).message);
      await news.wait(pause, false);
      pause = Math.min(MAX_PAUSE, 2 * pause);
    }
  }
}

/** Idles until the connection is lost, or the news are stopped. */
async function idle(client: ImapFlow, news: News, { reissue, pause }: Record<"reissue" | "pause", number>) {
  const end = () => client.close();
  // Any other command ends IDLE.
  const timer = setInterval(() => void client.noop().catch(end), reissue);
  news.stopping.addEventListener("abort", end);
  try {
    while (client.usable && !news.isStopped) {
      await client.idle();
      // A server that ends IDLE at once is not asked without end.
      await news.wait(pause, false);
    }
  } finally {
    clearInterval(timer);
    news.stopping.removeEventListener("abort", end);
  }
}
