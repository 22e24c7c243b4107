import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { spamdRequest, talk } from "../../../helpers/talk.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const LETTER =
  "Message-ID: <1@example.com>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: urgent\n\nprize winner zebra\n";
const model = trainedModel({ remember: true });

/** Trains a model, or copies it. */
function copied(): string {
  const path = join(temporaryFolder(), "mail.model");
  cpSync(model, path);
  return path;
}

const tell = (fields: string) => spamdRequest("TELL", LETTER, fields);
const LEARN_HAM = tell("Message-class: ham\r\nSet: local\r\n");
const FORGET = tell("Remove: local\r\n");

describe("thresher serve --spamd", () => {
  it("listens at several addresses beside its socket, prints them, and removes its sockets", async () => {
    const place = temporaryFolder();
    const [own, other] = [join(place, "own"), join(place, "spamd")];
    const args = ["-m", model, "--socket", own, "--spamd", other, "--spamd", "localhost:0"];
    const server = await startServer(args);
    const [first, second, port] = server.address.split("\n");
    expect([first, second]).toEqual([own, other]);
    for (const address of [other, port]) {
      expect(await talk(address, [spamdRequest("CHECK", LETTER)])).toMatch(/^SPAMD\/1\.1 0 EX_OK\r\nSpam: True ; \d/);
    }
    const filtered = await thresher(["filter", "--server", own, "--style", "spamassassin"], { input: LETTER });
    expect(filtered.stdout).toContain("X-Spam-Flag: YES\n");
    expect(server.said()).not.toContain("warning");
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(namesIn(place)).toEqual([]);
  });

  it("warns of an address that other machines can reach", async () => {
    // An address for documentation, which no machine has.
    const { code, stderr } = await thresher(["serve", "-m", model, "--spamd", "192.0.2.1:783"]);
    const [warning, fault] = stderr.split("\n");
    expect(warning).toBe(
      "thresher: warning: 192.0.2.1:783: other machines can reach it, and mail comes over it unencrypted",
    );
    expect(fault).toMatch(/^thresher: cannot listen at 192\.0\.2\.1:783: /);
    expect(code).toBe(1);
  });

  it("learns exactly what learn would, forgets it exactly, and keeps what it confirmed when it is killed", async () => {
    const [taught, plain] = [copied(), copied()];
    const before = readFileSync(model);
    const args = ["-m", taught, "--spamd", join(temporaryFolder(), "s"), "--allow-tell"];
    const first = await startServer(args);
    const done = (what: string) => `SPAMD/1.1 0 EX_OK\r\n${what}\r\n\r\n`;
    expect(await talk(first.address, [LEARN_HAM])).toBe(done("DidSet: local\r\n"));
    expect(await talk(first.address, [LEARN_HAM])).toBe(done(""));
    await first.end("SIGKILL");
    const second = await startServer(args);
    expect(await talk(second.address, [LEARN_HAM])).toBe(done(""));
    await second.end();
    await thresher(["learn", "ham", "-", "-m", plain], { input: LETTER });
    expect(readFileSync(taught).equals(readFileSync(plain))).toBe(true);
    expect(readFileSync(taught).equals(before)).toBe(false);
    const third = await startServer(args);
    expect(await talk(third.address, [FORGET])).toBe(done("DidRemove: local\r\n"));
    expect(await talk(third.address, [FORGET])).toBe(done(""));
    await third.end();
    await thresher(["unlearn", "-", "-m", plain], { input: LETTER });
    expect(readFileSync(taught).equals(readFileSync(plain))).toBe(true);
  });

  it("does not learn without --allow-tell", async () => {
    const path = copied();
    const server = await startServer(["-m", path, "--spamd", join(temporaryFolder(), "s")]);
    expect(await talk(server.address, [LEARN_HAM])).toMatch(/^SPAMD\/1\.0 69 Service Unavailable: .*--allow-tell\r\n$/);
    await server.end();
    expect(readFileSync(path).equals(readFileSync(model))).toBe(true);
  });

  it("refuses a wrong command line, a model without spam, and one that cannot learn", async () => {
    const scratch = temporaryFolder();
    const [topics, forgetful] = [join(scratch, "topics"), join(scratch, "forgetful")];
    const { ham, spam } = twoClasses();
    await thresher(["train", folderWith({ sport: ham, money: spam }), "-m", topics]);
    await thresher(["train", folderWith({ ham, spam }), "-m", forgetful]);
    const place = join(scratch, "s");
    const cases: Refused[] = [
      ["--socket s --allow-tell", /--allow-tell needs --spamd/],
      ["--socket s --spam ham", /--spam needs --spamd/],
      [`--spamd 127.0.0.1:99999`, /a port must be a number from 0 to 65535/],
      ["--spamd 127.0.0.1:0 --socket-mode 660", /--socket-mode and --socket-group are for sockets, not for ports/],
      [`--spamd ${place} --spam junk`, /--spam: this model has no class "junk"; it has "ham", "spam"/],
      [`--spamd ${place} -m ${topics}`, /--spam: this model has no class "spam"; it has "money", "sport"/],
      [`--spamd ${place} -m ${join(scratch, "none")}`, /cannot read the model/, 1],
    ];
    await expectRefused(cases, ["serve", "-m", model]);
    expectFault(await thresher(["serve", "-m", forgetful, "--spamd", place, "--allow-tell"]), 1, /--remember/);
    expect(namesIn(scratch)).not.toContain("s");
  });
});
