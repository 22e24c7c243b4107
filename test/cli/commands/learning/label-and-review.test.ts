import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, renameSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { correctorOf } from "../../../../src/delivery/review/corrector.js";
import { DecisionLog } from "../../../../src/delivery/review/decision-log.js";
import type { Change, LabellingState } from "../../../../src/labelling/state.js";
import { load } from "../../../../src/model/file/model-file.js";
import { decision, historyWith } from "../../../delivery/review/entries.js";
import { admittedHeaders } from "../../../helpers/admitted.js";
import { COMMAND, thresher } from "../../../helpers/command.js";
import { expectFault, outputOf } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, write } from "../../../helpers/folder.js";
import { threeSubjects } from "../../../helpers/labelling-here.js";
import { trainedModel } from "../../../helpers/trained-model.js";

/** Starts a command that opens a page. Returns the address of the page, and what waits for the end and what was said by then. */
async function opened(...words: string[]) {
  const args = [COMMAND, ...words, "--no-open"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const closed = once(child, "close");
  await expect.poll(() => said).toMatch(/open http:\S+/);
  const ended = async () => {
    const [code] = await closed;
    expect(code).toBe(0);
    return said;
  };
  const end = () => {
    child.kill("SIGTERM");
    return ended();
  };
  return { address: new URL(/http:\S+/.exec(said)?.[0] ?? ""), ended, end };
}

/** Starts a session of labelling. `change` changes its state, and `answerAll` answers questions by the first word of each text. */
async function labelling(...words: string[]) {
  const page = await opened("label", ...words);
  const headers = await admittedHeaders(page.address);
  const asked = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, page.address), { headers, ...init });
    return (await answer.json()) as LabellingState;
  };
  const state = () => asked("/state?seen=0");
  await expect.poll(async () => (await state()).phase).not.toBe("reading");
  const change = async (change: Change) => {
    const { version: seen } = await state();
    return asked("/change", { method: "POST", body: JSON.stringify({ change, seen }) });
  };
  const answerAll = async (most: number) => {
    const labels: string[] = [];
    let { question } = await change({ do: "start-questions" });
    while (labels.length < most && question !== undefined) {
      const [label] = question.text.split(" ");
      labels.push(label);
      ({ question } = await change({ do: "answer", item: question.item, label }));
    }
    return labels;
  };
  return { ...page, state, change, answerAll };
}

describe("thresher label", () => {
  it("refuses a pile that is not there in one line, and makes no folder", async () => {
    const into = join(temporaryFolder(), "sorted");
    const message = "thresher: there is nothing to label in nope: no such file or folder\n";
    expectFault(await thresher(["label", "nope", "--into", into]), 1, message);
    expect(existsSync(into)).toBe(false);
  });

  it("prints the commands that go on and that sort the rest with all options that say what is read", async () => {
    const folder = folderWith({ "pile.txt": Object.values(threeSubjects(60)).join("\n") });
    const where = [join(folder, "pile.txt"), "--into", join(folder, "sorted"), "--input-format", "lines"];
    const first = await labelling(...where, "--include", "*.txt");
    await first.answerAll(120);
    expect(await first.end()).toContain(
      `120 documents labelled. To go on, run the same command: thresher label ${where.join(" ")} --include '*.txt' --no-open`,
    );
    const second = await labelling(...where, "--include", "*.txt");
    await expect.poll(async () => (await second.state()).progress.sure).toBeGreaterThan(0);
    await second.change({ do: "finish", how: "copy", sureToo: false });
    expect(await second.ended()).toMatch(
      /Sort the rest with it: thresher sort \S+pile\.txt -m \S+ --into \S+ --include '\*\.txt' --input-format lines/,
    );
  });

  it("leaves a model that learns what the user then moves, and what review corrects, from its answers", async () => {
    const folder = folderWith({ pile: threeSubjects(12) });
    const [pile, into, model] = ["pile", "sorted", "sorted.model"].map((name) => join(folder, name));
    const session = await labelling(pile, "--into", into);
    const labels = await session.answerAll(24);
    await session.change({ do: "finish", how: "copy", sureToo: false });
    const command = `sort --learn-moves ${into} -m ${model}`;
    expect(await session.ended()).toContain(
      `To correct it, move documents to other folders, then: thresher ${command}`,
    );
    // Documents that a model has sorted are no answers.
    await outputOf(["sort", pile, "-m", model, "--into", into]);
    for (const name of readdirSync(join(into, "sea"))) renameSync(join(into, "sea", name), join(into, "bread", name));
    const newLog = () => new DecisionLog(into, () => undefined);
    const settings = { model, labels: load(model).labels, folders: [into], later: "again" };
    const corrector = correctorOf(newLog(), settings);
    const [chess] = newLog().rows.filter(({ label }) => label === "chess");
    expect(await corrector.correct([chess], "sea")).toContain("learned when you run: again; filed as");
    expect((await thresher(command)).stdout).toMatch(/: trained again on \d+ answers, 12 moved since\.\n$/);
    const after = load(model);
    expect(after.labels).toEqual(["bread", "chess", "sea"]);
    const bread = labels.filter((label) => label === "bread").length;
    expect(after.counts.documents[0]).toBeGreaterThanOrEqual(bread + 12);
    expect(after.counts.documents[2]).toBeLessThan(4);
    expect((await thresher(`${command} --dry-run`)).stdout).toMatch(/^Would be: trained again/);
  });
});

describe("thresher review", () => {
  const model = trainedModel({ preset: "mail", remember: true });
  const refused = async (path: string, message: string, ...more: string[]) =>
    expectFault(await thresher(["review", path, "-m", model, "--no-open", ...more]), 1, message);

  it.each<[what: string, path: () => string, why: string]>([
    [
      "a history that is not there",
      () => "/none/history",
      "the history /none/history cannot be opened: no such file or folder",
    ],
    ["an empty history", () => historyWith([]), "has no decisions yet"],
    [
      "a file that is no history",
      () => historyWith(["Subject: x"]),
      "is not a history of thresher: none of its 1 line is an entry",
    ],
    ["a folder without journals", () => folderWith({}), "has no journal of thresher sort or label: name a folder"],
    [
      "a history of another model",
      () => historyWith([decision(1, { label: "sci.med" })]),
      'is about other classes than the model: "sci.med", not "ham", "spam": name the model that decided',
    ],
  ])("says in one line what is wrong with %s", (_, path, why) => refused(path(), why));

  it("refuses a history that others may write to, and a folder of --in that is not there", async () => {
    const path = historyWith([decision(1)]);
    await refused(path, "--in /none: there is no such folder", "--in", "/none");
    chmodSync(path, 0o666);
    await refused(path, "can be written to by other users");
  });

  it("says that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = String((other.address() as AddressInfo).port);
    const message = `thresher: port ${port}: another program uses it: choose another, or 0 for a free one\n`;
    await refused(historyWith([decision(1)]), message, "--port", port);
    other.close();
  });

  it("opens a history with damaged lines, a folder that sort has filled, and a model that cannot learn", async () => {
    await (await opened("review", historyWith(["{", decision(1)]), "-m", model)).end();
    const [inbox, into] = [folderWith({ "1.eml": "Subject: urgent cash\n\nprize winner\n" }), temporaryFolder()];
    await outputOf(`sort ${inbox} -m ${model} --into ${into} --unsure-below 0`);
    write(into, { other: { file: "" } });
    const { address, end } = await opened("review", into, "-m", trainedModel({ preset: "mail" }));
    expect(address.hash).toMatch(/^#key=/);
    await end();
  });
});
