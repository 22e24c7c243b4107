import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../../helpers/command.js";
import { configured, MESSAGE, SETS_MODEL } from "../../helpers/configured.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const corpus = folderWith(twoClasses());
const model = join(temporaryFolder(), "mail.model");

beforeAll(async () => {
  await thresher(["train", corpus, "-m", model, "--remember"]);
});

const place = (files: Parameters<typeof configured>[1]) => configured(model, files);

describe("a configured model", () => {
  it("need not be typed: in classify, explain, learn, inspect, sort and filter", async () => {
    const here = place({ near: { model: "mail.model" } });
    const commands =
      "classify letter,explain letter,inspect,sort letter --into sorted,learn spam letter --dry-run,filter";
    await each(commands.split(","), async (args) => {
      const { code, stderr } = await thresher(args.split(" "), { ...here, input: MESSAGE });
      expect({ code, stderr }, args).toEqual({ code: 0, stderr: SETS_MODEL });
    });
  });

  it("comes from the command line, the environment, the folder, then the home, and its path is relative to its file", async () => {
    const own = { defaults: { inspect: { model: "own.model" }, filter: { model: "own.model" } } };
    const near = place({ near: { model: "near.model" }, home: { model: "home.model" } });
    const far = place({ home: { model: "home.model" } });
    const cases: [string[], { cwd: string; env: Record<string, string> }, string][] = [
      [["-m", "typed.model"], near, "typed.model"],
      [[], { ...near, env: { ...near.env, THRESHER_MODEL: "named.model" } }, "named.model"],
      [[], near, "near.model"],
      [[], place({ near: { model: "general", ...own } }), "own.model"],
      [[], far, join(far.config, "thresher/home.model")],
    ];
    await each(cases, async ([args, here, name]) => {
      for (const command of ["inspect", "filter"]) {
        const { stderr } = await thresher([command, ...args], { ...here, input: MESSAGE });
        expect(stderr).toContain(`thresher: ${name}: cannot read the model`);
      }
    });
  });

  it("is asked for if it is missing, with the ways to give it", async () => {
    const here = place({});
    const message = 'no model: give -m FILE, set THRESHER_MODEL, or write {"model": "FILE"} to thresher.json';
    for (const args of [["inspect"], ["train", corpus], ["sort", "letter", "--into", "sorted"]]) {
      expectFault(await thresher(args, here), 2, message);
    }
    const filtered = await thresher(["filter"], { ...here, input: MESSAGE });
    expect(filtered).toMatchObject({ code: 75, stdout: MESSAGE, stderr: expect.stringContaining("no model: give -m") });
  });

  it("is not that of thresher table, and leaves sort --undo alone", async () => {
    const here = place({ near: { model: "mail.model" } });
    expectFault(await thresher(["table", "--query", "a=b"], here), 2, "table needs a file of separated values");
    expect((await thresher(["sort", "--undo", "nowhere"], here)).stderr).not.toContain("combined");
  });
});

describe("defaults of a command", () => {
  it("fill in options that are not typed, the nearer file first, and give way to one that they cannot be combined with", async () => {
    const near = { defaults: { evaluate: { folds: 2 } } };
    const here = place({ near, home: { defaults: { evaluate: { folds: 3, seed: 7, include: ["**/*"] } } } });
    const protocolWith = async (...args: string[]) =>
      JSON.parse((await thresher(["evaluate", corpus, "--json", ...args], here)).stdout).protocol;
    expect(await protocolWith()).toMatchObject({ kind: "folds", folds: 2, seed: 7 });
    expect(await protocolWith("--folds", "4")).toMatchObject({ folds: 4, seed: 7 });
    expect(await protocolWith("--holdout", "1/2")).toMatchObject({ kind: "holdout", share: 0.5 });
  });

  it("are for the filter too, and the command line wins", async () => {
    const here = place({ near: { model: "mail.model", defaults: { filter: { style: "bogofilter", terse: false } } } });
    const filter = (...args: string[]) => thresher(["filter", ...args], { ...here, input: MESSAGE });
    expect((await filter()).stdout).toMatch(/^X-Bogosity: /);
    expect((await filter("--style", "popfile")).stdout).toMatch(/^X-Text-Classification: /);
  });

  it("are shown with the file that sets them", async () => {
    const here = place({ near: { model: "m", defaults: { evaluate: { folds: 2 } } }, home: { model: "h" } });
    const { stdout } = await thresher(["config"], here);
    expect(stdout).toMatch(/^model +m +thresher\.json\nevaluate +--folds 2 +thresher\.json\n\nthresher\.json +used$/m);
    const json = JSON.parse((await thresher(["config", "--json"], here)).stdout);
    expect(json).toMatchObject({
      model: { path: "m", from: "thresher.json" },
      defaults: [{ command: "evaluate", words: ["--folds", "2"], from: "thresher.json" }],
      files: [
        { path: "thresher.json", state: "used" },
        { path: join(here.config, "thresher/config.json"), state: "used" },
      ],
    });
  });
});

describe("a configuration that is wrong", () => {
  it("is reported in one line that names the file", async () => {
    const inspect = (options: unknown) => ({ defaults: { inspect: options } });
    const wrong: [unknown, RegExp, string?][] = [
      ["{", / is not valid JSON: /],
      ["[]", /: write a JSON object/],
      [{ modell: "m" }, /: unknown key "modell"; the keys are "model" and "defaults"/],
      [{ model: 3 }, /: "model" must be the path of a model, not 3/],
      [{ defaults: [] }, /: "defaults" must be an object/],
      [inspect(3), /: "defaults" of "inspect" must be an object/],
      [inspect({ terms: {} }), /"terms" must be a string, a number, true, false or a list/],
      [inspect({ words: 3 }), /: thresher inspect has no option "--words"/],
      [inspect({ terms: "many" }), /: --terms: give a whole number of at least 0/],
      [inspect({ by: "length" }), /: --by: .*counts or weight/],
      [inspect({ quiet: "yes" }), /: --quiet: write true or false/],
      [inspect({ terms: true }), /: --terms: write a value, not true/],
      [{ defaults: { evaluate: { folds: 2, holdout: "1/3" } } }, /: --folds and --holdout of evaluate/, "evaluate"],
      [{ defaults: { serve: { share: "redis://" } } }, /: thresher serve has no option "--share" any more/, "config"],
      [{ defaults: { predict: {} } }, /: there is no command "predict"/, "config"],
    ];
    await each(wrong, async ([near, message, command = "inspect"]) => {
      const args = { inspect: ["-m", model], evaluate: [corpus] }[command] ?? [];
      const outcome = await thresher([command, ...args], place({ near }));
      expectFault(outcome, 1, new RegExp(`thresher\\.json.*${message.source}`), JSON.stringify(near));
    });
  });

  it("lets the filter pass the message on, with exit code 75", async () => {
    for (const near of ["{", { defaults: { filter: { colour: "red" } } }, { defaults: { filter: { terse: "yes" } } }]) {
      const outcome = await thresher(["filter", "-m", model], { ...place({ near }), input: MESSAGE });
      expect(outcome).toMatchObject({ code: 75, stdout: MESSAGE, stderr: expect.stringContaining("thresher.json") });
    }
  });
});
