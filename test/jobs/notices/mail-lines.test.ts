import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../helpers/command.js";
import { bytesOf, folderWith, temporaryFolder } from "../../helpers/folder.js";

const NOTICE = /thresher: this looks like mail: --preset mail /;
const mail = (words: string) => `MIME-Version: 1.0\nSubject: ${words}\n\n${words}\n`;
const article = (words: string) => `Newsgroups: sci.space\nSubject: ${words}\n\n${words}\n`;
const corpusOf = (message: (words: string) => string) =>
  folderWith({ ham: { 1: message("lunch today"), 2: message("report") }, spam: { 1: message("cash prize") } });
const model = () => join(temporaryFolder(), "m.model");

describe.concurrent("the notice on mail that is not read as mail", () => {
  const messages = corpusOf(mail);

  it("is said when it is learned or measured, beside the one on chosen fields that teach nothing", async () => {
    expect((await thresher(["evaluate", messages, "--holdout", "1/2"])).stderr).toMatch(NOTICE);
    const { stderr } = await thresher(["train", messages, "-m", model(), "--fields", "subject,status"]);
    expect(stderr).toMatch(NOTICE);
    expect(stderr).toContain("thresher: --fields status: written when a message arrives or later");
  });

  it("is not of a model that learning begins: that one reads mail as the preset does", async () => {
    const [learned, chosen] = [model(), model()];
    const begun =
      "thresher: this looks like mail: the new model is made with --preset mail (--as auto reads messages as they are)\n";
    for (const label of ["ham", "spam"]) {
      const { code, stderr } = await thresher(["learn", label, join(messages, label), "-m", learned]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: label === "ham" ? begun : "" });
      await thresher(["learn", label, join(messages, label), "-m", chosen, "--preset", "mail"]);
    }
    expect(bytesOf(learned).equals(bytesOf(chosen))).toBe(true);
    const input = mail("cash prize");
    expect(await thresher(["learn", "ham", "-", "-m", model()], { input })).toMatchObject({ code: 0, stderr: begun });
  });

  it.each([[["--as", "mail"]], [["--as", "auto"]], [["--preset", "mail"]], [["--quiet"]]])(
    "is not where somebody has chosen: %j",
    async (options) => {
      expect((await thresher(["train", messages, "-m", model(), ...options])).stderr).toBe("");
      expect((await thresher(["learn", "ham", join(messages, "ham"), "-m", model(), ...options])).stderr).toBe("");
    },
  );

  it("is not of newsgroups and other texts, nor of a few messages among them", async () => {
    const spam = { 1: mail("cash"), 2: "prize", 3: mail("now"), 4: "x" };
    const few = folderWith({ ham: { 1: "lunch", 2: "report" }, spam });
    for (const corpus of [corpusOf(article), corpusOf((words) => words), few]) {
      expect((await thresher(["train", corpus, "-m", model()])).stderr).toBe("");
      expect((await thresher(["learn", "ham", corpus, "-m", model()])).stderr).toBe("");
    }
  });
});
