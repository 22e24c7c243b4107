import { describe, expect, it } from "vitest";
import { thresher, thresherProcess } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith } from "../../../helpers/folder.js";
import { expectRepeatable, mixed, tune } from "../../../helpers/tuned.js";

describe.concurrent("thresher tune without choices", () => {
  const corpus = folderWith(mixed(15));

  it("prints commands that train, and that give the figure again", async () => {
    const { code, stdout } = await thresher(["tune", corpus, "--folds", "3", "--seed", "2", "--jobs", "1"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Candidates tested: \d+ on the first fold, \d+ on all folds\./m);
    expect(stdout).toMatch(/^No candidate was left out for lack of time \(limit 2 minutes\)\.$/m);
    await expectRepeatable(stdout);
  });

  it("reads mail as mail, and says so", async () => {
    const mail = (words: readonly string[]) =>
      Object.fromEntries(
        words.map((word, i) => [`${i}`, `Received: by mx; Sun, 22 Nov 2026\nSubject: ${word}\n\n${word} ${word}\n`]),
      );
    const folder = folderWith({ ham: mail(["lunch", "lunch", "home"]), spam: mail(["cash", "prize", "cash"]) });
    const { stderr, stdout } = await thresher(["tune", folder, "--folds", "2", "--json"]);
    expect(stderr).toContain("this looks like mail, and is read as --as mail");
    const { candidates, commands } = JSON.parse(stdout);
    expect(commands[0]).toMatch(/--as mail|--preset mail-best/);
    expect(candidates.map(({ preset = null }) => preset)).toContain("mail-best");
  });

  it("has said the best so far, with its command, if a signal ends it", async () => {
    const outcome = await thresherProcess(["tune", folderWith(mixed(30)), "--folds", "20", "--jobs", "1"], {
      onStart: (child) => child.stderr?.once("data", () => child.kill("SIGINT")),
    });
    expect(outcome).toMatchObject({ stdout: "", signal: "SIGINT" });
    expect(outcome.stderr).toMatch(/^thresher: best so far, [\d.]+ %: thresher train .* -m MODEL --classifier .*\n/);
  });

  it("tests one candidate on all folds if there is no time for more", async () => {
    const { search, candidates } = await tune(corpus, "--quiet", "--minutes", "0.0000001");
    expect([candidates.length, search.tested]).toEqual([1, 1]);
    expect(search.untried.map(({ preset = null }) => preset)).toContain("best");
  });

  it("refuses wrong options in one line", async () => {
    const three = folderWith({ ...mixed(4), eggs: { a: "egg", b: "egg" } });
    const cases: Refused[] = [
      [`${corpus} --minutes 0`, /--minutes "0": give a number above 0/],
      [`${corpus} --minutes -1`, /--minutes "-1": give a number above 0/],
      [`${corpus} --minutes 1 --try alpha=1`, /--minutes limits a search; the choices given here are all tried/],
      [`${corpus} --by roc-auc --positive eggs`, /there is no class "eggs"/],
      [`${corpus} --set class-weight=even`, /even/],
      [`${three} --by roc-auc`, "roc-auc needs two classes; there are 3"],
    ];
    await expectRefused(cases, ["tune"]);
  });
});
