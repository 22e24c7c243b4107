import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { identityOf } from "../../../src/mail/rewrite/identity.js";
import { thresher } from "../../helpers/command.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";
import { startServer } from "../../helpers/server.js";
import { spamdRequest, talk } from "../../helpers/talk.js";
import { trainedModel } from "../../helpers/trained-model.js";

const SPAM =
  "From: a@example.org\nMessage-ID: <1@example.org>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: urgent cash\n\nprize winner\n";
const model = trainedModel({ remember: true });

const newHistory = () => join(temporaryFolder(), "history");
const entriesIn = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const DIGEST = Buffer.from(identityOf(Buffer.from(SPAM)).digest).toString("hex");
const OF_STREAM = {
  id: "<1@example.org>",
  from: "a@example.org",
  subject: "urgent cash",
  digest: DIGEST,
  label: "spam",
};

describe("--history", () => {
  it("of filter keeps the decision with its reasons, and the message goes out as without it", async () => {
    const history = newHistory();
    const without = await thresher(["filter", "-m", model], { input: SPAM });
    const { stdout, stderr, code } = await thresher(["filter", "-m", model, "--history", history], { input: SPAM });
    expect({ stdout, stderr, code }).toEqual({ stdout: without.stdout, stderr: "", code: 0 });
    const terse = await thresher(["filter", "-m", model, "--history", history, "--terse", "--cutoffs=0,1"], {
      input: SPAM,
    });
    expect(terse.code).toBe(2);
    const [first, second, ...more] = entriesIn(history);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ n: 1, command: "filter", ...OF_STREAM, unsure: false });
    expect(first.terms.length).toBeGreaterThan(2);
    expect(second).toMatchObject({ n: 2, ...OF_STREAM, unsure: true });
  });

  it("of filter never touches the mail if it cannot be written", async () => {
    const outcome = await thresher(["filter", "-m", model, "--history", join(model, "history")], { input: SPAM });
    expect(outcome.stdout).toContain(SPAM);
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toMatch(
      /^thresher: the history .*\/history cannot be opened: a part of the path is not a folder; .*\n$/,
    );
  });

  it("of serve keeps what its socket and spamd decided, also with several threads and a model that learns", async () => {
    for (const more of [["--jobs", "2"], ["--allow-tell"]]) {
      const history = newHistory();
      const folder = temporaryFolder();
      const [socket, spamd] = [join(folder, "socket"), join(folder, "spamd")];
      const places = ["--socket", socket, "--spamd", spamd, "--history", history];
      const server = await startServer(["-m", model, ...places, ...more]);
      await thresher(["filter", "--server", socket], { input: SPAM });
      await talk(spamd, [spamdRequest("CHECK", SPAM)]);
      // A lesson is no decision.
      await talk(spamd, [spamdRequest("TELL", SPAM, "Message-class: spam\r\nSet: local\r\n")]);
      await server.end();
      const entries = entriesIn(history);
      expect(entries).toMatchObject(Array(2).fill({ command: "serve", ...OF_STREAM, unsure: false }));
      for (const { terms } of entries) expect(terms.length, more[0]).toBeGreaterThan(2);
    }
  });

  it("of serve is refused with a model for each user", async () => {
    const args = ["serve", "-m", model, "--spamd", "127.0.0.1:0", "--models", "/tmp/%u.model", "--history", "h"];
    const { code, stderr } = await thresher(args);
    expect(stderr).toContain("--history cannot be combined with --models");
    expect(code).toBe(2);
  });

  it("of sort says where each document was and is, and a dry run keeps nothing", async () => {
    const history = newHistory();
    const inbox = folderWith({ "1.eml": SPAM, "2.txt": "zzz" });
    const into = temporaryFolder();
    const args = ["sort", inbox, "-m", model, "--into", into, "--history", history];
    await thresher([...args, "--dry-run"]);
    expect(existsSync(history)).toBe(false);
    const { code, stderr } = await thresher(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [filed, left] = entriesIn(history);
    const place = { id: join(inbox, "1.eml"), into, filed: join(into, "spam/1.eml") };
    expect(filed).toMatchObject({ command: "sort", ...OF_STREAM, ...place, unsure: false });
    expect(left).toMatchObject({ id: join(inbox, "2.txt"), from: "", subject: "", terms: [], unsure: true });
    expect(left.filed).toBeUndefined();
  });

  it("cannot be set by a file of the current folder that nobody trusts", async () => {
    const folder = folderWith({ "thresher.json": JSON.stringify({ defaults: { filter: { history: "h" } } }) });
    writeFileSync(join(folder, "in"), SPAM);
    const { stdout } = await thresher(["filter", "-m", model], { input: SPAM, cwd: folder });
    expect(stdout).toContain(SPAM);
    expect(existsSync(join(folder, "h"))).toBe(false);
  });
});
