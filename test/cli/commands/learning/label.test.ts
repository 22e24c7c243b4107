import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Corrector } from "../../../../src/delivery/review/corrector.js";
import { DecisionLog } from "../../../../src/delivery/review/decision-log.js";
import type { Change, LabellingState } from "../../../../src/labelling/state.js";
import { load } from "../../../../src/model/file/model-file.js";
import { admittedHeaders } from "../../../helpers/admitted.js";
import { COMMAND, thresher } from "../../../helpers/command.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { threeSubjects } from "../../../helpers/labelling-here.js";

/** Starts the command, and returns what asks its page, and what ends it. */
async function started(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, "label", ...args, "--no-open"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const closed = once(child, "close");
  await expect.poll(() => said).toMatch(/open http:\S+/);
  const address = new URL(/http:\S+/.exec(said)?.[0] ?? "");
  const headers = await admittedHeaders(address);
  const asked = async (path: string, init: RequestInit) => {
    const answer = await fetch(new URL(path, address), { headers, ...init });
    return (await answer.json()) as LabellingState;
  };
  const state = () => asked("/state?seen=0", {});
  await expect.poll(async () => (await state()).phase).not.toBe("reading");
  return {
    state,
    change: async (change: Change) => {
      const { version: seen } = await state();
      return asked("/change", { method: "POST", body: JSON.stringify({ change, seen }) });
    },
    end: async () => {
      child.kill("SIGTERM");
      await closed;
      return said;
    },
    closed: async () => {
      await closed;
      return said;
    },
  };
}

describe("thresher label", () => {
  it("refuses a pile that is not there in one line, and makes no folder", async () => {
    const into = join(temporaryFolder(), "sorted");
    expect(await thresher(["label", "nope", "--into", into])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "thresher: there is nothing to label in nope: no such file or folder\n",
    });
    expect(existsSync(into)).toBe(false);
  });

  it("prints the commands that go on and that sort the rest with all options that say what is read", async () => {
    const folder = temporaryFolder();
    const [pile, into] = [join(folder, "pile.txt"), join(folder, "sorted")];
    writeFileSync(pile, Object.values(threeSubjects(60)).join("\n"));
    const args = [pile, "--into", into, "--input-format", "lines", "--include", "*.txt"];
    const first = await started(...args);
    let state = await first.change({ do: "start-questions" });
    for (let n = 0; n < 120 && state.question !== undefined; n++) {
      const { item, text } = state.question;
      state = await first.change({ do: "answer", item, label: text.split(" ")[0] });
    }
    expect(await first.end()).toContain(
      `120 documents labelled. To go on, run the same command: thresher label ${args.slice(0, 5).join(" ")} --include '*.txt' --no-open`,
    );
    const second = await started(...args);
    await expect.poll(async () => (await second.state()).progress.sure).toBeGreaterThan(0);
    await second.change({ do: "finish", how: "copy", sureToo: false });
    expect(await second.closed()).toMatch(
      /Sort the rest with it: thresher sort \S+pile\.txt -m \S+ --into \S+ --include '\*\.txt' --input-format lines/,
    );
  });

  it("leaves a model that learns what the user then moves, and what review corrects, from its answers", async () => {
    const folder = temporaryFolder();
    const [pile, into, model] = ["pile", "sorted", "sorted.model"].map((name) => join(folder, name));
    mkdirSync(pile);
    for (const [name, text] of Object.entries(threeSubjects(12))) writeFileSync(join(pile, name), text);
    const session = await started(pile, "--into", into);
    let state = await session.change({ do: "start-questions" });
    let bread = 0;
    for (let n = 0; n < 24 && state.question !== undefined; n++) {
      const { item, text } = state.question;
      const [label] = text.split(" ");
      if (label === "bread") bread++;
      state = await session.change({ do: "answer", item, label });
    }
    await session.change({ do: "finish", how: "copy", sureToo: false });
    const command = ["sort", "--learn-moves", into, "-m", model];
    expect(await session.closed()).toContain(
      `To correct it, move documents to other folders, then: thresher ${command.join(" ")}`,
    );
    // Documents that a model has sorted are no answers.
    expect(await thresher(["sort", pile, "-m", model, "--into", into])).toMatchObject({ code: 0 });
    for (const name of readdirSync(join(into, "sea"))) renameSync(join(into, "sea", name), join(into, "bread", name));
    const corrector = new Corrector(new DecisionLog(into, () => undefined), {
      model,
      labels: load(model).labels,
      folders: [into],
      later: "again",
    });
    const log = new DecisionLog(into, () => undefined);
    const [chess] = log.rows.filter(({ label }) => label === "chess");
    expect(await corrector.correct([chess], "sea")).toContain("learned when you run: again; filed as");
    const { stdout } = await thresher(command);
    expect(stdout).toMatch(/: trained again on \d+ answers, 12 moved since\.\n$/);
    const { labels, counts } = load(model);
    expect(labels).toEqual(["bread", "chess", "sea"]);
    expect(counts.documents[0]).toBeGreaterThanOrEqual(bread + 12);
    expect(counts.documents[2]).toBeLessThan(4);
    expect((await thresher([...command, "--dry-run"])).stdout).toMatch(/^Would be: trained again/);
  });
});
