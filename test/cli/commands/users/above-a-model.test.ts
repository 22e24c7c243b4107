import { chmodSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault, outputOf } from "../../../helpers/expectations.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const site = trainedModel({ preset: "mail" });
const letter = (n: number) =>
  `Message-ID: <${n}@roses.example>\nFrom: news@roses.example\nSubject: roses ${n}\n\nmeeting lunch report, in the rose garden number${n}\n`;

let folder = "";
let lessons: string[] = [];
const asked = (words: string, n: number) => outputOf([...words.split(" "), ...lessons], { input: letter(n) });

beforeEach(() => {
  folder = temporaryFolder();
  lessons = ["-m", site, "--models", join(folder, "%u.model"), "--user", "anna"];
});

describe("the lessons of a user, wherever a command takes a model", () => {
  it("answer and learn, and leave the model for all as it is", async () => {
    const before = readFileSync(site);
    const alone = await outputOf(["filter", "-m", site], { input: letter(9) });
    expect(alone).toContain("X-Thresher: label=ham;");
    // Without a lesson, the model for all answers.
    expect(await asked("filter", 9)).toBe(alone);
    for (const n of [1, 2, 3]) await asked("learn spam -", n);
    const filtered = await asked("filter", 9);
    expect(filtered).toContain("X-Thresher: label=spam;");
    const [, id] = /model=(\w{8})/.exec(filtered) ?? [];
    expect(alone).not.toContain(`model=${id}`);
    expect(await asked("classify - --format csv", 9)).toMatch(/-,spam,/);
    expect(await asked("explain -", 9)).toContain("3 lessons of anna (spam 3)");
    for (const n of [1, 2, 3]) await asked("unlearn -", n);
    expect(await asked("classify - --format csv", 9)).toMatch(/-,ham,/);
    expect(readFileSync(site).equals(before)).toBe(true);
  });

  it("are refused in one line if they cannot be used", async () => {
    await asked("learn spam -", 1);
    const [anna, ben] = ["anna", "ben"].map((name) => join(folder, `${name}.model`));
    const run = (words: string, user: string, model = site, ...more: string[]) =>
      thresher([...words.split(" "), "-m", model, ...lessons.slice(2, 4), "--user", user, ...more], {
        input: letter(9),
      });
    expectFault(await run("classify -", ".."), 1, /user name ".." is refused/);
    copyFileSync(anna, ben);
    expectFault(await run("classify -", "ben"), 1, /these are the lessons of "anna", not of "ben"/);
    chmodSync(ben, 0o666);
    expectFault(await run("classify -", "ben"), 1, /other users can write to it/);
    chmodSync(ben, 0o600);
    copyFileSync(site, ben);
    expectFault(await run("classify -", "ben"), 1, /is a whole model, not lessons: name it with --model/);
    expectFault(await run("classify -", "anna", join(folder, "none")), 1, /cannot read the model: no such file/);
    expectFault(await run("classify -", "anna", site, "-o", "a.jsonl"), 2, /--models.*--output|--output.*--models/);
    for (const [model, more, why] of [
      [site, ["--server", "s"], /--server and --models cannot be combined: use spamc -u/],
      [site, ["--history", "h"], /--history cannot be combined with --models/],
      [anna, [], /anna\.model: not a Thresher model/],
    ] as const) {
      const { code, stdout, stderr } = await run("filter", "anna", model, ...more);
      expect({ code, stdout, stderr }).toEqual({ code: 75, stdout: letter(9), stderr: expect.stringMatching(why) });
    }
    const alone = await thresher(["filter", "-m", site, "--user", "anna"], { input: letter(9) });
    expect(alone.stderr).toBe("thresher: --user needs --models; the message goes through unchanged\n");
  });
});
