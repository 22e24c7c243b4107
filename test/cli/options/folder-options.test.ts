import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mayFolderSet } from "../../../src/cli/options/folder-options.js";
import { thresher } from "../../helpers/command.js";
import { configured, MESSAGE, SETS_MODEL } from "../../helpers/configured.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const corpus = folderWith(twoClasses());
const model = join(temporaryFolder(), "mail.model");

beforeAll(async () => {
  await thresher(["train", corpus, "-m", model, "--remember"]);
});

const place = (files: Parameters<typeof configured>[1]) => configured(model, files);

describe("a configuration that another user may write to", () => {
  it("is not used, and a line says so", async () => {
    const here = place({ near: { model: "theirs" } });
    chmodSync(join(here.cwd, "thresher.json"), 0o666);
    const message = "thresher.json is not used: another user owns the file or may write to it";
    const { code, stderr } = await thresher(["inspect", "-m", model], here);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `thresher: ${message}\n` });
    const filtered = await thresher(["filter"], { ...here, input: MESSAGE });
    expect(filtered).toMatchObject({ code: 75, stdout: MESSAGE });
    expect(filtered.stderr).toMatch(/is not used: .*\n.*no model/);
  });

  it("is not used if only its folder is open to others, or if it is no file", async () => {
    const here = place({ near: { model: "theirs" } });
    chmodSync(here.cwd, 0o777);
    expect((await thresher(["inspect", "-m", model], here)).stderr).toContain("another user owns its folder");
    const folder = place({});
    mkdirSync(join(folder.cwd, "thresher.json"));
    expectFault(await thresher(["inspect", "-m", model], folder), 1, "thresher.json is not a file");
  });

  it("is used through a link to a file of one's own", async () => {
    const real = place({ near: { model: "mail.model" } });
    const here = place({});
    symlinkSync(join(real.cwd, "thresher.json"), join(here.cwd, "thresher.json"));
    expect(await thresher(["inspect"], here)).toMatchObject({ code: 0, stderr: SETS_MODEL });
  });
});

describe("thresher.json, which may be a stranger's", () => {
  it("sets how documents are read, learned and measured, and paths below it, and a line says so", async () => {
    const near = {
      model: "mail.model",
      defaults: { evaluate: { folds: 2, predictions: "p.tsv" }, train: { alpha: 0.5 }, sort: { into: "sorted" } },
    };
    const here = place({ near });
    const trained = await thresher(["train", corpus], here);
    expect(trained).toMatchObject({ code: 0, stderr: "thresher: thresher.json sets --model, --alpha\n" });
    const evaluated = await thresher(["evaluate", corpus], here);
    expect(evaluated.stderr).toContain("thresher: thresher.json sets --folds, --predictions\n");
    expect(existsSync(join(here.cwd, "p.tsv"))).toBe(true);
    expect((await thresher(["evaluate", corpus, "--quiet"], here)).stderr).not.toContain("thresher.json");
    expect((await thresher(["sort", "letter"], here)).stderr).toMatch(/sets --model, --into\n/);
    expect((await thresher(["filter"], { ...here, input: MESSAGE })).stderr).toBe(SETS_MODEL);
  });

  it("writes, moves, listens and connects nowhere else, and a line says how to allow it", async () => {
    const home = temporaryFolder();
    const near = {
      model,
      defaults: {
        evaluate: { predictions: "~/.bash_profile", report: [join(home, "r.html")], quiet: true },
        train: { model: "../m", workers: "redis://127.0.0.1:1", parts: "parts" },
        sort: { into: "~/sorted", move: true, "learn-moves": "journal" },
        serve: { socket: "s", "socket-mode": "666" },
        filter: { server: "s", terse: true, style: "popfile" },
        forget: { before: "2026-01-01" },
      },
    };
    const here = place({ near });
    const env = { ...here.env, HOME: home };
    const config = JSON.parse((await thresher(["config", "--json"], { ...here, env })).stdout);
    expect(config).toMatchObject({ model: null, defaults: [{ command: "filter", words: ["--style", "popfile"] }] });
    expect(config.files[0].ignored).toEqual([
      "--model",
      ...["train --model", "train --workers", "train --parts", "sort --into"],
      ...["sort --move", "sort --learn-moves"],
      ...["filter --server", "filter --terse", "serve --socket", "serve --socket-mode"],
      ...["forget --before", "evaluate --predictions", "evaluate --report", "evaluate --quiet"],
    ]);
    const evaluated = await thresher(["evaluate", corpus], { ...here, env });
    expect(evaluated.code).toBe(0);
    expect(evaluated.stderr).toContain(
      "thresher: thresher.json may not set --predictions, --report, --quiet: type it, or set it in ~/.config/thresher/config.json\n",
    );
    expect(await thresher(["train", corpus], { ...here, env })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/set --model, --workers, --parts: .*\n.*no model/),
    });
    await thresher(["sort", "letter", "-m", model, "--into", "out"], { ...here, env });
    expect(existsSync(join(here.cwd, "letter"))).toBe(true);
    const filtered = await thresher(["filter", "-m", model], { ...here, env, input: MESSAGE });
    expect(filtered.stdout).toMatch(/^X-Text-Classification: .*\nSubject: winner/);
    expect(filtered.stderr).toContain("may not set --model, --server, --terse");
    expect(namesIn(home)).toEqual([]);
  });

  it("sets no path that leads out of the folder: by .., by a link, or a hidden name", () => {
    const [outside, folder] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(folder, "sub"));
    symlinkSync(outside, join(folder, "out"));
    symlinkSync("sub", join(folder, "own"));
    symlinkSync(join(outside, "missing"), join(folder, "nothing"));
    writeFileSync(join(outside, "there"), "");
    symlinkSync(join(outside, "there"), join(folder, "file"));
    const within = ["p.tsv", "sub/deep/p.tsv", "sub/"];
    const without = ["./p.tsv", "..", "../p.tsv", "sub/../p.tsv", "sub/../../p.tsv", join(outside, "p.tsv"), "~/p.tsv"];
    const elsewhere = ["own/p.tsv", "out/p.tsv", "out/../p.tsv", "nothing", "file", ".profile", "sub/.git/config", ""];
    for (const path of [...within, ...without, ...elsewhere]) {
      expect(mayFolderSet("predictions", path, folder), path).toBe(within.includes(path));
    }
  });

  it("may set no option that nobody has classified", async () => {
    const { stdout } = await thresher(["completion", "fish"]);
    const names = Array.from(stdout.matchAll(/^complete .*? -l (?!help|version|no-)([\w-]+)/gm), ([, name]) => name);
    const folder = temporaryFolder();
    const others = new Set(names.filter((name) => !mayFolderSet(name, "x", folder)));
    expect([...others].sort()).toEqual(
      (
        "allow-tell before ca cache debug dry-run every folders forget history host in " +
        "insecure keep keyword labels learn-moves learn-socket link log metrics models move " +
        "new-class newest parts password-command port quiet save-every script security server " +
        "server-timeout since socket socket-group socket-mode spamd terminal terse timeout to-size token-command " +
        "undo unlabelled user workers"
      ).split(" "),
    );
  });
});
