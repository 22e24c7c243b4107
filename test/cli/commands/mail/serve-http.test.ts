import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { talk } from "../../../helpers/talk.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const SPAM = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";
const NEW = "From: c@example.com\nSubject: zebra\n\nzebra crossing, zebra stripes\n";
const folder = temporaryFolder();
const [password, open, empty] = ["password", "open", "empty"].map((name) => join(folder, name));
for (const [path, text, mode] of [
  [password, "secret\n", 0o640],
  [open, "secret", 0o644],
  [empty, "\n", 0o600],
] as const) {
  writeFileSync(path, text);
  chmodSync(path, mode);
}
const start = (args: string) => startServer(`-m ${trainedModel({ remember: true })} ${args}`);

/** The answer of a server: its status and its body. */
async function asked(address: string, path: string, message: string, fields = "") {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}Content-Length: ${message.length}\r\n`;
  const got = await talk(address, [`${head}\r\n${message}`]);
  const [status, body] = [got.slice(9, 12), got.slice(got.indexOf("\r\n\r\n") + 4)];
  return { status, body: JSON.parse(body) };
}

describe("thresher serve --http", () => {
  it("speaks all protocols at once, learns with the password, and counts what all of them asked", async () => {
    const server = await start(`--spamd 127.0.0.1:0 --http 127.0.0.1:0 --allow-tell ${password} --action reject=5`);
    const [spamd, http] = server.address.split("\n");
    expect(await talk(spamd, [`CHECK SPAMC/1.5\r\nContent-length: ${SPAM.length}\r\n\r\n${SPAM}`])).toContain(
      "Spam: True",
    );
    expect(await asked(http, "/checkv2", SPAM)).toMatchObject({ status: "200", body: { action: "reject" } });
    expect(await asked(http, "/checkv2", NEW)).toMatchObject({ body: { score: 0, action: "no action" } });
    expect(await asked(http, "/learnspam", NEW)).toMatchObject({
      status: "403",
      body: { error: expect.stringMatching(/password is wrong/) },
    });
    expect(await asked(http, "/learnspam", NEW, "Password: secret\r\n")).toMatchObject({ body: { success: true } });
    expect(await asked(http, "/checkv2", NEW)).toMatchObject({ body: { action: "reject" } });
    const stat = { scanned: 4, spam_count: 3, ham_count: 1, learned: 1, version: expect.stringMatching(/^\d/) };
    expect(await asked(http, "/stat", "")).toMatchObject({ body: stat });
    expect(await server.end()).toEqual({ code: 0, signal: null });
  });

  it("learns without a password at a socket for one user alone", async () => {
    const socket = join(temporaryFolder(), "s");
    const server = await start(`--http ${socket} --http 127.0.0.1:0 --allow-tell`);
    const [, port] = server.address.split("\n");
    expect(await asked(port, "/learnham", NEW)).toMatchObject({
      status: "403",
      body: { error: expect.stringMatching(/need a password here/) },
    });
    expect(await asked(socket, "/learnham", NEW)).toMatchObject({ body: { success: true } });
    await server.end();
    const shared = await start(`--http ${socket} --allow-tell --socket-mode 666`);
    expect(await asked(socket, "/learnham", NEW)).toMatchObject({ status: "403" });
    await shared.end();
    const deaf = await start(`--http ${socket}`);
    expect(await asked(socket, "/learnham", NEW)).toMatchObject({
      status: "403",
      body: { error: expect.stringMatching(/--allow-tell/) },
    });
    await deaf.end();
  });

  it("says what is wrong with a lesson for no user, or one whose name is refused", async () => {
    const [socket, models] = [join(temporaryFolder(), "s"), join(temporaryFolder(), "%u.model")];
    const server = await start(`--http ${socket} --allow-tell --models ${models}`);
    const learned = (fields: string) => asked(socket, "/learnham", NEW, fields);
    const needs = { error: expect.stringMatching(/a lesson needs the name of its user/) };
    expect(await learned("")).toMatchObject({ status: "400", body: needs });
    const refused = { error: expect.stringMatching(/the user name "\.\.\/ann" is refused/) };
    expect(await learned("User: ../ann\r\n")).toMatchObject({ status: "400", body: refused });
    expect(await learned("User: ann\r\n")).toMatchObject({ status: "200", body: { success: true } });
    await server.end();
  });

  it("refuses a wrong command line, and a password that is missing or open to others", async () => {
    const cases: Refused[] = [
      [
        "--http 127.0.0.1:0 --action reject=4",
        /--action "reject=4": give reject, discard or quarantine and a score of/,
      ],
      ["--http 127.0.0.1:0 --action drop=9", /--action "drop=9": give reject, discard or quarantine/],
      ["--spamd 127.0.0.1:0 --action reject=9", /--action needs --milter or --http/],
      [`--http 127.0.0.1:0 --allow-tell ${join(folder, "none")}`, /none: cannot read the password for lessons/, 1],
      [`--http 127.0.0.1:0 --allow-tell ${open}`, /open: every user can read this password: run chmod o= /, 1],
      [`--http 127.0.0.1:0 --allow-tell ${empty}`, /empty: this file has no password: write one into it/, 1],
    ];
    await expectRefused(cases, `serve -m ${trainedModel({ remember: true })}`);
    expect((await thresher("serve --help")).stdout).toContain("--http <address>");
  });
});
