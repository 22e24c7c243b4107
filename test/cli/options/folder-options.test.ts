import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayFolderSet } from "../../../src/cli/options/folder-options.js";
import { thresher } from "../../helpers/command.js";
import { configured, MESSAGE, SETS_MODEL } from "../../helpers/configured.js";
import { expectFault, jsonOf, outputOf } from "../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";
import { trainedModel } from "../../helpers/trained-model.js";

const corpus = folderWith(twoClasses());
const model = trainedModel({ remember: true });

const place = (near?: unknown) => configured(model, { near });

describe("a configuration that another user may write to", () => {
  it("is not used, and a line says so", async () => {
    const here = place({ model: "theirs" });
    chmodSync(join(here.cwd, "thresher.json"), 0o666);
    const stderr = "thresher: thresher.json is not used: another user owns the file or may write to it\n";
    expect(await thresher(`inspect -m ${model}`, here)).toMatchObject({ code: 0, stderr });
    const filtered = await thresher("filter", { ...here, input: MESSAGE });
    expect(filtered).toMatchObject({ code: 75, stdout: MESSAGE });
    expect(filtered.stderr).toMatch(/is not used: .*\n.*no model/);
  });

  it("is not used if only its folder is open to others, or if it is no file", async () => {
    const here = place({ model: "theirs" });
    chmodSync(here.cwd, 0o777);
    expect((await thresher(`inspect -m ${model}`, here)).stderr).toContain("another user owns its folder");
    const folder = place();
    mkdirSync(join(folder.cwd, "thresher.json"));
    expectFault(await thresher(`inspect -m ${model}`, folder), 1, "thresher.json is not a file");
  });

  it("is used through a link to a file of one's own", async () => {
    const [real, here] = [place({ model: "mail.model" }), place()];
    symlinkSync(join(real.cwd, "thresher.json"), join(here.cwd, "thresher.json"));
    expect(await thresher("inspect", here)).toMatchObject({ code: 0, stderr: SETS_MODEL });
  });
});

describe("thresher.json, which may be a stranger's", () => {
  it("sets how documents are read, learned and measured, and paths below it, and a line says so", async () => {
    const evaluate = { folds: 2, predictions: "p.tsv" };
    const here = place({
      model: "mail.model",
      defaults: { evaluate, train: { alpha: 0.5 }, sort: { into: "sorted" } },
    });
    const trained = await thresher(`train ${corpus}`, here);
    expect(trained).toMatchObject({ code: 0, stderr: "thresher: thresher.json sets --model, --alpha\n" });
    const evaluated = await thresher(`evaluate ${corpus}`, here);
    expect(evaluated.stderr).toContain("thresher: thresher.json sets --folds, --predictions\n");
    expect(existsSync(join(here.cwd, "p.tsv"))).toBe(true);
    await outputOf(`evaluate ${corpus} --quiet`, here);
    expect((await thresher("sort letter", here)).stderr).toMatch(/sets --model, --into\n/);
    expect((await thresher("filter", { ...here, input: MESSAGE })).stderr).toBe(SETS_MODEL);
  });

  it("writes, moves, listens and connects nowhere else, and a line says how to allow it", async () => {
    const HOME = temporaryFolder();
    const { cwd, env } = place({
      model,
      defaults: {
        evaluate: { predictions: "~/.bash_profile", report: [join(HOME, "r.html")], quiet: true },
        train: { model: "../m", workers: "redis://127.0.0.1:1", parts: "parts" },
        sort: { into: "~/sorted", move: true, "learn-moves": "journal" },
        serve: { socket: "s", "socket-mode": "666" },
        filter: { server: "s", terse: true, style: "popfile" },
        forget: { before: "2026-01-01" },
      },
    });
    const here = { cwd, env: { ...env, HOME } };
    const config = await jsonOf("config", here);
    expect(config).toMatchObject({ model: null, defaults: [{ command: "filter", words: ["--style", "popfile"] }] });
    expect(config.files[0].ignored).toEqual([
      "--model",
      ...["train --model", "train --workers", "train --parts", "sort --into"],
      ...["sort --move", "sort --learn-moves"],
      ...["filter --server", "filter --terse", "serve --socket", "serve --socket-mode"],
      ...["forget --before", "evaluate --predictions", "evaluate --report", "evaluate --quiet"],
    ]);
    const evaluated = await thresher(`evaluate ${corpus}`, here);
    expect(evaluated.code).toBe(0);
    expect(evaluated.stderr).toContain(
      "thresher: thresher.json may not set --predictions, --report, --quiet: type it, or set it in ~/.config/thresher/config.json\n",
    );
    expect(await thresher(`train ${corpus}`, here)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/set --model, --workers, --parts: .*\n.*no model/),
    });
    await thresher(`sort letter -m ${model} --into out`, here);
    expect(existsSync(join(cwd, "letter"))).toBe(true);
    const filtered = await thresher(`filter -m ${model}`, { ...here, input: MESSAGE });
    expect(filtered.stdout).toMatch(/^X-Text-Classification: .*\nSubject: winner/);
    expect(filtered.stderr).toContain("may not set --model, --server, --terse");
    expect(namesIn(HOME)).toEqual([]);
  });

  it("sets no path that leads out of the folder: by .., by a link, or a hidden name", () => {
    const [outside, folder] = [folderWith({ there: "" }), folderWith({ sub: {} })];
    const links = { out: outside, own: "sub", nothing: join(outside, "missing"), file: join(outside, "there") };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
    const within = ["p.tsv", "sub/deep/p.tsv", "sub/"];
    const without = ["./p.tsv", "..", "../p.tsv", "sub/../p.tsv", "sub/../../p.tsv", join(outside, "p.tsv"), "~/p.tsv"];
    const elsewhere = ["own/p.tsv", "out/p.tsv", "out/../p.tsv", "nothing", "file", ".profile", "sub/.git/config", ""];
    for (const path of [...within, ...without, ...elsewhere]) {
      expect(mayFolderSet("predictions", path, folder), path).toBe(within.includes(path));
    }
  });

  it("may set no option that nobody has classified", async () => {
    const stdout = await outputOf("completion fish");
    const names = Array.from(stdout.matchAll(/^complete .*? -l (?!help|version|no-)([\w-]+)/gm), ([, name]) => name);
    const folder = temporaryFolder();
    const others = new Set(names.filter((name) => !mayFolderSet(name, "x", folder)));
    expect([...others].sort().join(" ")).toBe(
      "action allow-tell before ca cache debug dry-run every folders forget history host http in " +
        "keep keyword labels learn-moves learn-socket link log metrics milter models move " +
        "new-class newest parts password-command port quiet security server " +
        "shares since socket socket-mode spamd terminal terse timeout to-size token-command " +
        "undo unlabelled user workers",
    );
  });
});
