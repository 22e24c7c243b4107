import { describe, expect, it } from "vitest";
import { freePort } from "../helpers/ports.js";
import { until } from "../helpers/running.js";
import { startServer } from "../helpers/server.js";
import { type Delivered, recipients, TestPostfix, toOf } from "./postfix-server.js";
import { HAM, isRoot, SPAM, trainedModel } from "./programs.js";
import { startSendmail } from "./sendmail-server.js";

/** With the fields that mail servers would add otherwise. */
const DATED = "Date: Mon, 5 Jan 2026 10:00:00 +0000\nMessage-ID: <1@example.com>\n";
const [LETTER, OFFER] = [DATED + HAM, DATED + SPAM];
/** From somebody who knows our fields. */
const FORGED = "X-Spam-Flag: NO\nX-Spam-Status: No, score=-9\n\ttests=none\nX-Thresher: label=ham\nx-spam-flag: NO\n";

/** The fields that are added, between those of mail servers. */
const MARKS = /\nX-Spam-Checker-Version: .*\n(?:X-Spam-Flag: YES\n)?X-Spam-Level: (\**)\n(?:X-.*\n|\t.*\n)+Received: /;
const OURS = /^x-spam-|^x-thresher/gim;
const isMarked = ({ message }: Delivered) => MARKS.test(message);

const CONTENT = "milter_content_timeout = 2s\n";
/** The recipes of src/delivery/README.servers.md, for a server that answers within two seconds. */
const SERVERS = {
  Postfix: (port: number, faults: "accept" | "tempfail") =>
    TestPostfix.start(port, `milter_default_action = ${faults}\nmilter_command_timeout = 2s\n${CONTENT}`),
  Sendmail: (port: number, faults: "accept" | "tempfail") => {
    const place = `S=inet:${port}@127.0.0.1${faults === "tempfail" ? ", F=T" : ""}`;
    return startSendmail(`INPUT_MAIL_FILTER(\`thresher', \`${place}, T=C:2s;S:2s;R:2s;E:2s')dnl`);
  },
} as const;

/** Starts a server that mail servers ask at a port. */
const serve = (port: number) =>
  startServer(["-m", trainedModel(), "--milter", `127.0.0.1:${port}`, "--log", "text", "--quiet"]);

/** The messages that have come as a whole, to recipients with this name. */
const come = (mail: { delivered(): Delivered[] }, name = "") =>
  mail.delivered().filter(({ to, message }) => to.includes(name) && /\n(?:lunch|winner).*\n+$/.test(message));

describe.skipIf(!isRoot).each(["Postfix", "Sendmail"] as const)("%s with the milter", (program) => {
  it("marks each of 100 messages, changes nothing else, and loses none", { timeout: 0 }, async () => {
    const port = await freePort();
    const [mail, server] = [await SERVERS[program](port, "tempfail"), await serve(port)];
    await Promise.all([mail.send(50, "ham", LETTER), mail.send(50, "spam", FORGED + OFFER)]);
    await until(() => come(mail).length >= 100);
    const delivered = come(mail);
    expect(toOf(delivered)).toEqual([...recipients(50, "ham"), ...recipients(50, "spam")].sort());
    for (const { to, message } of delivered) {
      const [text, stars, count] = to.includes("spam") ? [OFFER, /^\*{5,}$/, 6] : [LETTER, /^$/, 5];
      expect(MARKS.exec(message)?.[1], message).toMatch(stars);
      expect(message.match(OURS)).toHaveLength(count);
      expect(message.trimEnd().endsWith(`\n${text.trimEnd()}`), message).toBe(true);
    }
    expect(server.said().match(/ command=MILTER /g)).toHaveLength(100);
  });

  it("delivers unmarked what comes while there is no verdict, and loses none", { timeout: 0 }, async () => {
    const port = await freePort();
    const mail = await SERVERS[program](port, "accept");
    let server = await serve(port);
    const all: string[] = [];
    for (const signal of ["SIGKILL", "SIGSTOP", "SIGTERM"] as const) {
      const sent = mail.send(20, `before-${signal}`, OFFER);
      await until(() => come(mail).length > all.length + 5);
      if (signal === "SIGSTOP") server.child.kill(signal);
      else await server.end(signal);
      await mail.send(5, `during-${signal}`, OFFER);
      await until(() => come(mail, `during-${signal}`).length === 5);
      expect({ signal, marked: come(mail, `during-${signal}`).filter(isMarked) }).toEqual({ signal, marked: [] });
      if (signal === "SIGSTOP") server.child.kill("SIGCONT");
      else server = await serve(port);
      await sent;
      all.push(...recipients(20, `before-${signal}`), ...recipients(5, `during-${signal}`));
      await until(() => come(mail).length >= all.length);
    }
    await mail.send(5, "after", OFFER);
    await until(() => come(mail, "after").length === 5);
    expect(come(mail, "after").filter(isMarked)).toHaveLength(5);
    expect(toOf(mail.delivered())).toEqual([...all, ...recipients(5, "after")].sort());
  });
});
