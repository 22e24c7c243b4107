import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Outcome, thresher, thresherProcess } from "../../../helpers/command.js";
import { folderWith, journalsIn, namesIn } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

/** A module that sends a signal to its own process in a move. @param again code that also runs */
function signalled(signal: NodeJS.Signals, { at = 3, again = "" } = {}): string {
  return `data:text/javascript,${encodeURIComponent(`
    import fs from "node:fs";
    const { renameSync } = fs;
    let moves = 0;
    fs.renameSync = (...paths) => {
      if (++moves === ${at}) process.kill(process.pid, "${signal}");
      return renameSync(...paths);
    };
    ${again}
  `)}`;
}

const SECOND = `
  process.stdout.write = () => {
    process.kill(process.pid, "SIGINT");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
`;

const model = trainedModel();

function desk(): string {
  return folderWith({
    inbox: Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.txt`, `meeting lunch own${i}`])),
  });
}

const moving = (...more: string[]) => ["sort", "inbox", "-m", model, "--into", "sorted", "--move", ...more];
const run = (cwd: string, module: string, args: readonly string[]): Promise<Outcome> =>
  thresherProcess(args, { cwd, node: ["--import", module] });
const filesIn = (folder: string) => namesIn(folder).filter((name) => name.endsWith(".txt"));

describe("sorting that is asked to stop", () => {
  it("ends after the present message, says how far it came, and goes on or is taken back after that", async () => {
    const folder = desk();
    const { code, stdout, stderr } = await run(folder, signalled("SIGINT"), moving());
    const [journal] = journalsIn(join(folder, "sorted"));
    expect(stderr).toBe(
      "thresher: stopped by SIGINT at file 4 of 6, 3 documents moved before it: to go on, run the same command again; " +
        `to undo it: thresher sort --undo sorted/${journal}\n`,
    );
    expect(code).toBe(130);
    expect(stdout).toMatch(/2\.txt .*\n\nclass {2}moved\nham {8}3\n$/);
    expect(filesIn(join(folder, "sorted"))).toEqual(["ham/0.txt", "ham/1.txt", "ham/2.txt"]);
    expect(filesIn(join(folder, "inbox"))).toEqual(["3.txt", "4.txt", "5.txt"]);
    expect(await thresher(moving("--quiet"), { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    expect(filesIn(join(folder, "sorted"))).toHaveLength(6);
    const undo = ["sort", "--undo", `sorted/${journal}`];
    const undone = await run(folder, signalled("SIGTERM", { at: 2 }), undo);
    expect(undone).toMatchObject({ code: 143, stdout: expect.stringMatching(/\n\n2 back where they were\.\n$/) });
    expect(undone.stderr).toBe(
      "thresher: stopped by SIGTERM after 2 of 3 documents: to take back the rest, run the same command again\n",
    );
    const rest = await run(folder, signalled("SIGTERM", { at: 1 }), undo);
    expect(rest).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n\n1 back where it was\.\n$/) });
    expect(filesIn(join(folder, "inbox"))).toEqual(["0.txt", "1.txt", "2.txt"]);
  });

  it("says in JSON that it was stopped, and by what", async () => {
    const folder = desk();
    const { code, stdout } = await run(folder, signalled("SIGTERM"), moving("--json"));
    const report = JSON.parse(stdout);
    expect({ code, stopped: report.stopped, messages: report.messages.length }).toEqual({
      code: 143,
      stopped: "SIGTERM",
      messages: 3,
    });
  });

  it("ends at once the second time, and the next run has nothing to mend", async () => {
    const folder = desk();
    const { code, signal } = await run(folder, signalled("SIGINT", { again: SECOND }), moving());
    expect({ code, signal }).toEqual({ code: null, signal: "SIGINT" });
    expect(await thresher(moving(), { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    expect(filesIn(join(folder, "sorted"))).toHaveLength(6);
  });
});
