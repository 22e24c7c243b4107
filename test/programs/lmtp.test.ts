import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { freePort, TestDovecot, USER } from "../helpers/dovecot.js";
import { startServer } from "../helpers/server.js";
import { delivered, giveHome, newHome, trainedModel } from "./programs.js";

const SPAM = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";
const HAM = "From: b@example.com\nSubject: lunch\n\nmeeting, report\n";
const SIEVE = `require ["vnd.dovecot.filter", "fileinto"];
filter "thresher";
if header :contains "X-Thresher" "label=spam;" { fileinto "spam"; }
`;
let model = "";
beforeAll(() => {
  model = trainedModel();
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A Dovecot as Debian installs it that takes mail by LMTP, with the recipe for Sieve in src/delivery/README.md. */
async function withFilter(spamdPort: number) {
  const [home, port] = [newHome(), await freePort()];
  writeFileSync(join(home, ".dovecot.sieve"), SIEVE);
  mkdirSync(join(home, "bin"));
  const script = `#!/bin/sh\nexec /usr/bin/spamc -d 127.0.0.1 -p ${spamdPort} -t 10 --connect-retries=1 -u "$USER"\n`;
  writeFileSync(join(home, "bin/thresher"), script, { mode: 0o755 });
  giveHome(home);
  const more = `protocols = imap lmtp
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
}
protocol lmtp {
  mail_plugins = sieve
}
plugin {
  sieve = ~/.dovecot.sieve
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.filter
  sieve_filter_bin_dir = ${home}/bin
}
`;
  const dovecot = await TestDovecot.start({ home, mail: "Maildir", separator: ".", more });
  ends.push(() => dovecot.stop());
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
  const server = await startServer(["-m", model, "--spamd", `127.0.0.1:${spamdPort}`, "--quiet"]);
  ends.push(() => server.end());
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
