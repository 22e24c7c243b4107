import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { folderWith } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const PLAIN = "From: Ann <ann@a.example>\nTo: Bob <bob@b.example>\nSubject: hello\n\nhow are you?\n";

describe.runIf(hasPython)("check:messages", () => {
  it("counts messages that Python reads alike and otherwise, with the kinds, and checks the filter", async () => {
    const folder = folderWith({
      "plain.eml": PLAIN,
      "marked.eml": `\ufeff${PLAIN}`,
      "raw.eml": Buffer.from(PLAIN.replace("how", "caf\xe9, how"), "latin1"),
      "apple.emlx": `${PLAIN.length}\n${PLAIN}<?xml version="1.0"?>\n<plist version="1.0"><dict/></plist>\n`,
      "notes.txt": "not a message\n",
    });
    const { code, stdout, stderr } = await runBuilt("check-messages", [folder, "--list"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/ 4 {2,}1 {2,}3 {2}no field 2, charset 1\n/);
    expect(stdout).toMatch(/raw\.eml: texts \(charset\)\n {2}Thresher: café, how/);
    expect(stdout).toContain("4 messages, 3 with a new field and nothing else, 1 unchanged with exit code 75\n");
  });

  it("says in one line what is wrong", async () => {
    const { code, stderr } = await runBuilt("check-messages", [folderWith({ "notes.txt": "not a message\n" })]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^check:messages: .* has no messages\n$/);
  });
});
