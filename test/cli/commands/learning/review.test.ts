import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decision, historyWith } from "../../../delivery/review/entries.js";
import { COMMAND, thresher } from "../../../helpers/command.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const model = trainedModel({ preset: "mail", remember: true });
const fixed = trainedModel({ preset: "mail" });

const review = (...args: string[]) => thresher(["review", ...args, "--no-open"]);

/** Starts the command, ends it when it has printed its address, and returns what it said. */
async function opened(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [COMMAND, "review", ...args, "--no-open"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
    // A second signal would end it at once.
    if (!child.killed && /open http:\S+/.test(said)) child.kill("SIGTERM");
  });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return said;
}

describe("thresher review", () => {
  it.each([
    [
      "a history that is not there",
      () => "/none/history",
      "the history /none/history cannot be opened: no such file or folder",
    ],
    ["an empty history", () => historyWith([]), "has no decisions yet"],
    [
      "a file that is no history",
      () => historyWith(["Subject: x"]),
      "is not a history of thresher: none of its 1 line is an entry",
    ],
    ["a folder without journals", () => folderWith({}), "has no journal of thresher sort or label: name a folder"],
    [
      "a history of another model",
      () => historyWith([decision(1, { label: "sci.med" })]),
      'is about other classes than the model: "sci.med", not "ham", "spam": name the model that decided',
    ],
  ])("says in one line what is wrong with %s", async (_, path, why) => {
    const { code, stderr } = await review(path(), "-m", model);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(why);
    expect(code).toBe(1);
  });

  it("refuses a history that others may write to", async () => {
    const path = historyWith([decision(1)]);
    chmodSync(path, 0o666);
    expect((await review(path, "-m", model)).stderr).toMatch(/can be written to by other users, .*chmod go-w/);
  });

  it("says that a folder of --in is not there, and that the port is taken", async () => {
    const path = historyWith([decision(1)]);
    expect((await review(path, "-m", model, "--in", "/none")).stderr).toContain("--in /none: there is no such folder");
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { stderr, code } = await review(path, "-m", model, "--port", String(port));
    expect(stderr).toBe(`thresher: port ${port}: another program uses it: choose another, or 0 for a free one\n`);
    expect(code).toBe(1);
    other.close();
  });

  it("opens a history with damaged lines, a folder that sort has filled, and a model that cannot learn", async () => {
    expect(await opened(historyWith(["{", decision(1)]), "-m", model)).toContain("open http:");
    const [inbox, into] = [folderWith({ "1.eml": "Subject: urgent cash\n\nprize winner\n" }), temporaryFolder()];
    expect(await thresher(["sort", inbox, "-m", model, "--into", into, "--unsure-below", "0"])).toMatchObject({
      code: 0,
    });
    mkdirSync(join(into, "other"));
    writeFileSync(join(into, "other/file"), "");
    expect(await opened(into, "-m", fixed)).toMatch(/open http:\/\/127\.0\.0\.1:\d+\/#key=/);
  });
});
