import { connect } from "node:net";
import { expect, it } from "vitest";
import { TestDovecot, USER } from "../helpers/dovecot.js";
import { freePort } from "../helpers/ports.js";
import { startServer } from "../helpers/server.js";
import {
  delivered,
  giveHome,
  HAM,
  newHome,
  PATIENCE,
  SPAM,
  sieveFilter,
  trainedModel,
  writeSieve,
} from "./programs.js";

/** A Dovecot as Debian installs it that takes mail by LMTP, with the recipe for Sieve in src/delivery/README.md. */
async function withFilter(spamdPort: number) {
  const [home, port] = [newHome(), await freePort()];
  const server = `-d 127.0.0.1 -p ${spamdPort} -t ${PATIENCE} --connect-retries=1`;
  writeSieve(home, `exec /usr/bin/spamc ${server} -u "$USER"`);
  giveHome(home);
  const more = `protocols = imap lmtp
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
}
${sieveFilter(home, "lmtp")}`;
  await TestDovecot.start({ home, mail: "Maildir", separator: ".", more });
  return { home, deliver: (message: string) => deliver(port, message) };
}

/** Delivers a message by LMTP. */
function deliver(port: number, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`LHLO example.com\r\nMAIL FROM:<b@example.com>\r\nRCPT TO:<${USER}>\r\nDATA\r\n`);
    });
    socket.setEncoding("utf8").on("data", (text: string) => {
      const isAsked = !/^354 /m.test(said);
      said += text;
      if (isAsked && /^354 /m.test(said)) socket.write(`${message.replaceAll("\n", "\r\n")}.\r\nQUIT\r\n`);
    });
    socket.on("error", reject);
    socket.on("close", () => (/^250 .*Saved$/m.test(said) ? resolve() : reject(new Error(said))));
  });
}

it("marks and files what Dovecot's LMTP server delivers, within its limit of address space", async () => {
  const spamdPort = await freePort();
  await startServer(["-m", trainedModel(), "--spamd", `127.0.0.1:${spamdPort}`, "--quiet"]);
  const { home, deliver } = await withFilter(spamdPort);
  await deliver(SPAM);
  await deliver(HAM);
  expect(delivered(home, "Maildir/.spam")).toEqual([expect.stringMatching(/^X-Thresher: label=spam;/m)]);
  expect(delivered(home, "Maildir")).toEqual([expect.stringMatching(/^X-Thresher: label=ham;/m)]);
});

it("delivers a message as it came if there is no server", async () => {
  const { home, deliver } = await withFilter(await freePort());
  await deliver(SPAM);
  const [message, ...others] = delivered(home, "Maildir");
  expect(others).toEqual([]);
  expect(message).not.toContain("X-Thresher");
  expect(message.endsWith(SPAM)).toBe(true);
});
