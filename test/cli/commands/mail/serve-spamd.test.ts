import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, outputOf, type Refused } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { spamdRequest, talk } from "../../../helpers/talk.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const LETTER =
  "Message-ID: <1@example.com>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: urgent\n\nprize winner zebra\n";
const LEARN_HAM = spamdRequest("TELL", LETTER, "Message-class: ham\r\nSet: local\r\n");
const FORGET = spamdRequest("TELL", LETTER, "Remove: local\r\n");
const model = trainedModel({ remember: true });

/** A copy of the model. */
function copied(): string {
  const path = join(temporaryFolder(), "mail.model");
  cpSync(model, path);
  return path;
}

describe("thresher serve --spamd", () => {
  it("listens at several addresses beside its socket, prints them, and removes its sockets", async () => {
    const place = temporaryFolder();
    const [own, other] = [join(place, "own"), join(place, "spamd")];
    const server = await startServer(`-m ${model} --socket ${own} --spamd ${other} --spamd localhost:0`);
    const [first, second, port] = server.address.split("\n");
    expect([first, second]).toEqual([own, other]);
    for (const address of [other, port]) {
      expect(await talk(address, [spamdRequest("CHECK", LETTER)])).toMatch(/^SPAMD\/1\.1 0 EX_OK\r\nSpam: True ; \d/);
    }
    const filtered = await outputOf(`filter --server ${own} --style spamassassin`, { input: LETTER });
    expect(filtered).toContain("X-Spam-Flag: YES\n");
    expect(server.said()).not.toContain("warning");
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(namesIn(place)).toEqual([]);
  });

  it("warns of an address that other machines can reach", async () => {
    // An address for documentation, which no machine has.
    const address = "192.0.2.1:783";
    const { code, stderr } = await thresher(["serve", "-m", model, "--spamd", address]);
    const warning = `warning: ${address}: other machines can reach it, and mail comes over it unencrypted`;
    expect(stderr).toContain(`thresher: ${warning}\nthresher: cannot listen at ${address}: `);
    expect(code).toBe(1);
  });

  it("warns that every program can teach at a port", async () => {
    const start = (where: string) => startServer(`-m ${copied()} --spamd ${where} --allow-tell`);
    for (const [where, warns] of [
      ["127.0.0.1:0", true],
      [join(temporaryFolder(), "s"), false],
    ] as const) {
      const server = await start(where);
      expect(server.said().includes("warning: --allow-tell at a port of --spamd lets every program teach")).toBe(warns);
      await server.end();
    }
  });

  it("learns exactly what learn would, forgets it exactly, and keeps what it confirmed when it is killed", async () => {
    const [taught, plain] = [copied(), copied()];
    const start = () => startServer(`-m ${taught} --spamd ${join(temporaryFolder(), "s")} --allow-tell`);
    const done = (what: string) => `SPAMD/1.1 0 EX_OK\r\n${what}\r\n\r\n`;
    const expectSame = async (words: string) => {
      await outputOf(`${words} - -m ${plain}`, { input: LETTER });
      expect(bytesOf(taught).equals(bytesOf(plain))).toBe(true);
    };
    const first = await start();
    expect(await talk(first.address, [LEARN_HAM])).toBe(done("DidSet: local\r\n"));
    expect(await talk(first.address, [LEARN_HAM])).toBe(done(""));
    await first.end("SIGKILL");
    const second = await start();
    expect(await talk(second.address, [LEARN_HAM])).toBe(done(""));
    await second.end();
    await expectSame("learn ham");
    expect(bytesOf(taught).equals(bytesOf(model))).toBe(false);
    const third = await start();
    expect(await talk(third.address, [FORGET])).toBe(done("DidRemove: local\r\n"));
    expect(await talk(third.address, [FORGET])).toBe(done(""));
    await third.end();
    await expectSame("unlearn");
  });

  it("does not learn without --allow-tell", async () => {
    const path = copied();
    const server = await startServer(`-m ${path} --spamd ${join(temporaryFolder(), "s")}`);
    expect(await talk(server.address, [LEARN_HAM])).toMatch(/^SPAMD\/1\.0 69 Service Unavailable: .*--allow-tell\r\n$/);
    await server.end();
    expect(bytesOf(path).equals(bytesOf(model))).toBe(true);
  });

  it("refuses a wrong command line, a model without spam, and one that cannot learn", async () => {
    const { ham, spam } = twoClasses();
    const cwd = folderWith({ topics: { sport: ham, money: spam } });
    await outputOf("train topics -m topics.model", { cwd });
    const forgetful = trainedModel();
    const cases: Refused[] = [
      ["--socket s --allow-tell", /--allow-tell needs --spamd/],
      ["--socket s --spam ham", /--spam needs --spamd/],
      [`--spamd 127.0.0.1:99999`, /a port must be a number from 0 to 65535/],
      ["--spamd 127.0.0.1:0 --socket-mode 660", /--socket-mode is for sockets, not for ports/],
      ["--spamd ./s --spam junk", /--spam: this model has no class "junk"; it has "ham", "spam"/],
      ["--spamd ./s -m topics.model", /--spam: this model has no class "spam"; it has "money", "sport"/],
      ["--spamd ./s -m none", /cannot read the model/, 1],
      [`--spamd ./s -m ${forgetful} --allow-tell`, /--remember/, 1],
      ["--spamd 127.0.0.1:0 --models /tmp/%u.model --history h", "--history cannot be combined with --models"],
    ];
    await expectRefused(cases, `serve -m ${model}`, { cwd });
    expect(namesIn(cwd)).not.toContain("s");
  });
});
