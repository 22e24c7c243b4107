import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

const NOTICE = /thresher: this is mail: --preset mail /;
const mail = (words: string) => `MIME-Version: 1.0\nSubject: ${words}\n\n${words}\n`;
const article = (words: string) => `Newsgroups: sci.space\nSubject: ${words}\n\n${words}\n`;
const corpusOf = (message: (words: string) => string) =>
  folderWith({ ham: { 1: message("lunch today"), 2: message("report") }, spam: { 1: message("cash prize") } });
const model = () => join(temporaryFolder(), "m.model");

describe.concurrent("what is said of mail that is not read as mail", () => {
  const messages = corpusOf(mail);

  it("is said when it is learned or measured, and when a model is begun", async () => {
    const learned = model();
    expect((await thresher(["train", messages, "-m", model()])).stderr).toMatch(NOTICE);
    expect((await thresher(["evaluate", messages, "--holdout", "1/2"])).stderr).toMatch(NOTICE);
    expect((await thresher(["learn", "ham", join(messages, "ham"), "-m", learned])).stderr).toMatch(NOTICE);
    expect((await thresher(["learn", "spam", join(messages, "spam"), "-m", learned])).stderr).toBe("");
  });

  it.each([
    [["--as", "mail"]],
    [["--as", "auto"]],
    [["--preset", "mail"]],
    [["--classifier", "bernoulli"]],
    [["--quiet"]],
  ])("is not where somebody has chosen: %j", async (options) => {
    expect((await thresher(["train", messages, "-m", model(), ...options])).stderr).toBe("");
    expect((await thresher(["learn", "ham", join(messages, "ham"), "-m", model(), ...options])).stderr).toBe("");
  });

  it("is not of newsgroups and other texts, nor of a few messages among them", async () => {
    const few = folderWith({
      ham: { 1: "lunch", 2: "report" },
      spam: { 1: mail("cash"), 2: "prize", 3: mail("now"), 4: "x" },
    });
    for (const corpus of [corpusOf(article), corpusOf((words) => words), few]) {
      expect((await thresher(["train", corpus, "-m", model()])).stderr).toBe("");
    }
  });
});
