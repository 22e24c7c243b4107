import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { identityOf } from "../../../src/mail/rewrite/identity.js";
import { thresher } from "../../helpers/command.js";
import { outputOf } from "../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";
import { startServer } from "../../helpers/server.js";
import { spamdRequest, talk } from "../../helpers/talk.js";
import { trainedModel } from "../../helpers/trained-model.js";

const SPAM =
  "From: a@example.org\nMessage-ID: <1@example.org>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: urgent cash\n\nprize winner\n";
const model = trainedModel({ remember: true });
const filter = `filter -m ${model}`;

const entriesIn = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const OF_MESSAGE = {
  ...{ id: "<1@example.org>", from: "a@example.org", subject: "urgent cash", label: "spam" },
  digest: Buffer.from(identityOf(Buffer.from(SPAM)).digest).toString("hex"),
};

describe("--history", () => {
  it("of filter keeps the decision with its reasons, and the message goes out as without it", async () => {
    const here = { cwd: temporaryFolder(), input: SPAM };
    expect(await outputOf(`${filter} --history h`, here)).toBe(await outputOf(filter, here));
    expect((await thresher(`${filter} --history h --terse --cutoffs=0,1`, here)).code).toBe(2);
    const entries = entriesIn(join(here.cwd, "h"));
    expect(entries).toMatchObject([
      { n: 1, command: "filter", ...OF_MESSAGE, unsure: false },
      { n: 2, command: "filter", ...OF_MESSAGE, unsure: true },
    ]);
    expect(entries[0].terms.length).toBeGreaterThan(2);
  });

  it("of filter never touches the mail if it cannot be written", async () => {
    const { code, stdout, stderr } = await thresher(`${filter} --history ${model}/history`, { input: SPAM });
    expect(stdout).toContain(SPAM);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^thresher: the history .*\/history cannot be opened: a part of the path is not a folder; .*\n$/,
    );
  });

  it.each(["--jobs 2", "--allow-tell"])("of serve keeps what its socket and spamd decided: %s", async (more) => {
    const folder = temporaryFolder();
    const [socket, spamd, history] = ["socket", "spamd", "history"].map((name) => join(folder, name));
    const server = await startServer(`-m ${model} --socket ${socket} --spamd ${spamd} --history ${history} ${more}`);
    await thresher(`filter --server ${socket}`, { input: SPAM });
    await talk(spamd, [spamdRequest("CHECK", SPAM)]);
    // A lesson is no decision.
    await talk(spamd, [spamdRequest("TELL", SPAM, "Message-class: spam\r\nSet: local\r\n")]);
    await server.end();
    const entries = entriesIn(history);
    expect(entries).toMatchObject(Array(2).fill({ command: "serve", ...OF_MESSAGE, unsure: false }));
    for (const { terms } of entries) expect(terms.length).toBeGreaterThan(2);
  });

  it("of sort says where each document was and is, and a dry run keeps nothing", async () => {
    const cwd = folderWith({ inbox: { "1.eml": SPAM, "2.txt": "zzz" } });
    const sort = `sort inbox -m ${model} --into ${cwd}/into --history h`;
    await thresher(`${sort} --dry-run`, { cwd });
    expect(existsSync(join(cwd, "h"))).toBe(false);
    await outputOf(sort, { cwd });
    const [filed, left] = entriesIn(join(cwd, "h"));
    const place = { id: join(cwd, "inbox/1.eml"), into: join(cwd, "into"), filed: join(cwd, "into/spam/1.eml") };
    expect(filed).toMatchObject({ command: "sort", ...OF_MESSAGE, ...place, unsure: false });
    expect(left).toMatchObject({ id: join(cwd, "inbox/2.txt"), from: "", subject: "", terms: [], unsure: true });
    expect(left.filed).toBeUndefined();
  });

  it("cannot be set by a file of the current folder that nobody trusts", async () => {
    const cwd = folderWith({ "thresher.json": JSON.stringify({ defaults: { filter: { history: "h" } } }) });
    expect((await thresher(filter, { input: SPAM, cwd })).stdout).toContain(SPAM);
    expect(existsSync(join(cwd, "h"))).toBe(false);
  });
});
