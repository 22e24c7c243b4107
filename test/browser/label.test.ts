import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import type { LabellingState } from "../../src/labelling/state.js";
import { labelPage } from "../../src/pages/label-page.js";
import { isThorough } from "../helpers/arbitraries.js";
import { COMMAND, thresher } from "../helpers/command.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { threeSubjects } from "../helpers/labelling-here.js";
import { startBrowser } from "./start-browser.js";

/** How often a session is killed. */
const KILLS = isThorough ? 50 : 10;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A running command, and the address that it has printed. */
interface Running {
  readonly command: ChildProcess;
  readonly address: string;
  /** What it has printed on standard error. */
  readonly said: () => string;
}

const running: ChildProcess[] = [];

const SAMPLED: LabellingState = {
  version: 9,
  phase: "done",
  sampledFrom: 500_000,
  classes: [],
  groups: [],
  isGrouping: false,
  progress: { labelled: 300, documents: 100_000 },
  ending: "copy",
  canUndo: false,
  notices: [],
  result: { filed: 300, there: 0, left: [] },
};
const READING: LabellingState = {
  ...SAMPLED,
  phase: "reading",
  reading: { documents: 5000, of: 1 },
  result: undefined,
};

async function label(pile: string, into: string, ...options: string[]): Promise<Running> {
  const command = spawn(process.execPath, [COMMAND, "label", pile, "--into", into, "--no-open", ...options], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.push(command);
  let said = "";
  command.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  await expect.poll(() => said).toMatch(/open http:\S+/);
  return { command, address: /http:\S+/.exec(said)?.[0] ?? "", said: () => said };
}

/** The documents below a folder, by the folder that they are in. */
function filed(into: string): Record<string, string[]> {
  const folders = readdirSync(into, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(folders.map(({ name }) => [name, readdirSync(join(into, name)).sort()]));
}

/** The subject of the document on the screen: its name begins with it. */
async function subject(page: Page): Promise<string> {
  return (await shown(page)).replace(/^.*\//, "").replace(/-\d+$/, "");
}

async function shown(page: Page): Promise<string> {
  return (await page.locator("dd.file").textContent({ timeout: 60_000 })) ?? "";
}

/** Answers the question on the screen by keyboard, and waits for the next one, or for none. */
async function answer(page: Page): Promise<void> {
  const before = await shown(page);
  const folder = await subject(page);
  const proposal = page.locator("button.main");
  const isProposed = (await proposal.count()) > 0 && (await proposal.textContent())?.includes(` ${folder}, `);
  if (isProposed) await page.keyboard.press("Space");
  else {
    await page.keyboard.press("n");
    await page.keyboard.type(folder);
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction((name) => document.querySelector("dd.file")?.textContent !== name, before);
}

const noneLeft = (page: Page) => page.getByText("No document is left").count();

describe("the page of label", () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    await context.close();
    for (const command of running.splice(0)) command.kill("SIGKILL");
  });
  afterAll(() => browser.close());

  async function opened(address: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
    context = await browser.newContext(options);
    return newPage(address);
  }
  async function newPage(address: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator("h1", { hasText: /What is|Where/ }).waitFor({ timeout: 60_000 });
    return page;
  }
  /** Goes from the groups to the questions. */
  async function questions(page: Page): Promise<void> {
    await page.getByRole("button", { name: /Begin without|Go on/ }).press("Enter");
    await page.locator("dd.file").waitFor({ timeout: 60_000 });
  }

  it("goes from a pile to folders by keyboard alone, and can be loaded again in between", async () => {
    const pile = folderWith(threeSubjects(14));
    const into = temporaryFolder();
    const { command, address } = await label(pile, into);
    const faults: string[] = [];
    const page = await opened(address);
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => faults.push(message.text()));
    expect(new URL(page.url()).search).toBe("");
    await questions(page);
    let answers = 0;
    while ((await noneLeft(page)) === 0) {
      await answer(page);
      if (++answers === 20) {
        const before = await shown(page);
        await page.reload();
        expect(await shown(page)).toBe(before);
      }
    }
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Finish" }).press("Enter");
    await page.locator("h1", { hasText: "Done" }).waitFor({ timeout: 60_000 });
    expect(await page.locator(".lead").textContent()).toBe("42 documents filed.");
    const [code] = command.exitCode === null ? await once(command, "exit") : [command.exitCode];
    expect(code).toBe(0);
    const folders = filed(into);
    expect(Object.keys(folders).sort()).toEqual(["bread", "chess", "sea"]);
    for (const [folder, names] of Object.entries(folders)) {
      expect(names.map((name) => name.replace(/-\d+$/, ""))).toEqual(Array(14).fill(folder));
    }
    expect(faults).toEqual([]);
    expect(await page.locator("pre").allTextContents()).toEqual([
      `thresher sort ${pile} -m ${into}.model --into ${into}`,
      `thresher sort --learn-moves ${into} -m ${into}.model`,
      expect.stringMatching(/^thresher sort --undo /),
    ]);
    const { stdout } = await thresher(["classify", "-m", `${into}.model`, join(pile, "sea-3")]);
    expect(stdout).toContain("sea");
    expect(answers).toBeLessThanOrEqual(42);
  });

  it("takes back, skips, and files what looks the same", async () => {
    const pile = folderWith(threeSubjects(8));
    const { address } = await label(pile, temporaryFolder());
    const page = await opened(address);
    await questions(page);
    const first = await shown(page);
    await answer(page);
    await page.keyboard.press("u");
    await expect.poll(() => shown(page)).toBe(first);
    expect(await page.locator("aside strong").first().textContent()).toBe("0");
    await page.keyboard.press("s");
    await expect.poll(() => shown(page)).not.toBe(first);
    await page.keyboard.press("u");
    await expect.poll(() => shown(page)).toBe(first);
  });

  it("says why it refuses a name, which stays in its field", async () => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address);
    const group = page.locator(".group input[name]").first();
    await group.waitFor({ timeout: 60_000 });
    const refuses = async (field: Locator, name: string, why: string) => {
      await field.fill(name);
      await field.press("Enter");
      await page.getByRole("alert").getByText(why).waitFor();
      expect(await field.inputValue()).toBe(name);
    };
    await refuses(group, "a/b", '"a/b" cannot be the name of a folder');
    await refuses(group, " ", "a folder needs a name");
    await questions(page);
    const fresh = page.getByLabel("new folder");
    await refuses(fresh, "c/d", '"c/d" cannot be the name of a folder');
    await refuses(fresh, "", "a folder needs a name");
  });

  it("names groups of Chinese texts by words", async () => {
    const subjects = [
      "小时 分钟 电话 时间 骑手 地址 迟到 等待",
      "米饭 味道 价格 牛肉 面条 蔬菜 饮料 新鲜",
      "老师 学校 作业 考试 学生 教室 成绩 课程",
    ];
    const lines = subjects.flatMap((subject, s) => {
      const words = subject.split(" ");
      return Array.from({ length: 14 }, (_, i) => {
        const own = Array.from({ length: 5 }, (_, j) => words[(i + j * (1 + (i % 3))) % words.length]);
        return `${own.join("的")}，${1000 * s + i}，${3000 * s + i}，${5000 * s + i}`;
      });
    });
    const folder = folderWith({ "reviews.txt": lines.join("\n") });
    const { address } = await label(join(folder, "reviews.txt"), temporaryFolder(), "--input-format", "lines");
    const page = await opened(address);
    await page.locator(".group h2").first().waitFor({ timeout: 60_000 });
    const titles = (await page.locator(".group h2").allTextContents()).flatMap((title) => title.split(", "));
    expect(titles.length).toBeGreaterThan(4);
    expect(titles.filter((title) => !subjects.join(" ").split(" ").includes(title))).toEqual([]);
  });

  it("offers documents that are sure only if there are some", async () => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address);
    await questions(page);
    await page.keyboard.press("f");
    await page.locator("fieldset").waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(0);
  });

  it.each([
    ["that the rest stays where it is, after sampling", SAMPLED, "The rest of 500,000 documents stays where it is."],
    ["how many documents are read, and of how many files", READING, "5,000 documents read, of 1 file."],
  ])("says %s", async (_, state, said) => {
    const server = labelPage({
      state: () => state,
      change: async () => state,
      find: () => undefined,
      onChange: () => () => undefined,
    });
    await server.listen();
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.newAddress());
    await page.getByText(said).waitFor();
    await context.close();
    await server.close();
  });

  it("tells the second of two windows that the first has changed the session", async () => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address);
    await questions(page);
    // The other window gets the state once. It hears of the answer only when its own is refused.
    const other = await context.newPage();
    let asked = 0;
    const refused = other.waitForResponse("**/change");
    await other.route("**/state*", async (route) => {
      if (asked++ > 0) await refused;
      await route.continue();
    });
    await other.goto(new URL("/", address).href);
    const item = await shown(other);
    await answer(page);
    expect(await shown(other)).toBe(item);
    await other.keyboard.press("n");
    await other.keyboard.type("elsewhere");
    await other.keyboard.press("Enter");
    await other.getByText("Another window changed this session").waitFor();
    await expect.poll(() => shown(other)).toBe(await shown(page));
    expect(await page.locator("aside strong").first().textContent()).toBe("1");
  });

  it("loses nothing that was confirmed when the process is killed, and files nothing twice", async () => {
    const random = seededRandom(4);
    const pile = folderWith(threeSubjects(20));
    const into = temporaryFolder();
    const confirmed = () => page.locator("aside strong").first().textContent();
    let page = await opened((await label(pile, into)).address);
    await questions(page);
    let kills = 0;
    let before = "0";
    while ((await noneLeft(page)) === 0 && kills < KILLS) {
      for (let i = random(2); i >= 0 && (await noneLeft(page)) === 0; i--) await answer(page);
      before = (await confirmed()) ?? "";
      for (const command of running.splice(0)) command.kill("SIGKILL");
      kills++;
      await page.close();
      page = await newPage((await label(pile, into)).address);
      expect(Number(await confirmed())).toBe(Number(before));
    }
    expect(kills).toBeGreaterThan(KILLS / 2);
    while ((await noneLeft(page)) === 0) await answer(page);
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Finish" }).press("Enter");
    await page.locator("h1", { hasText: "Done" }).waitFor({ timeout: 60_000 });
    const names = Object.values(filed(into)).flat();
    expect(names.sort()).toEqual(readdirSync(pile).sort());
  }, 400_000);

  it("shows a hostile document as text, and does nothing that it says", async () => {
    const evil = `Subject: <img src=x onerror="document.title='owned'"> \u202egnp.exe
From: "<script>document.title='owned'</script>" <a@example.org>
Content-Type: text/html

<script>document.title = "owned"</script><body onload="document.title='owned'">
<img src="http://tracker.invalid/pixel.png" onerror="document.title='owned'"><iframe src="http://tracker.invalid/"></iframe>
<a href="javascript:document.title='owned'">click</a><style>body{display:none}</style>
<form action="/change" method="post"><input name="do" value="undo"></form> \u202eright to left\u2066 ${"words of sailing ".repeat(20)}`;
    const pile = folderWith({
      "evil.eml": evil,
      "<b onclick=alert(1)>bold.eml": `letter of the crew ${"boats of the captain ".repeat(20)}`,
      "long.txt": "x".repeat(5_000_000),
      "wide.txt": `letters ${"of a baker ".repeat(500_000)}`,
      ...threeSubjects(3),
    });
    const { address } = await label(pile, temporaryFolder());
    const page = await opened(address);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).host));
    await questions(page);
    const seen = new Set<string>();
    while ((await noneLeft(page)) === 0) {
      seen.add(await shown(page));
      expect(await page.title()).toBe("Thresher: label");
      expect(await page.locator("#app script, #app iframe, #app img, #app a[href^=javascript]").count()).toBe(0);
      const { width } = (await page.locator("article.document").boundingBox()) ?? { width: 0 };
      expect(width).toBeLessThan(1280);
      await answer(page);
    }
    expect([...seen].join("\n")).toContain("evil.eml");
    expect([...seen].join("\n")).toContain("wide.txt");
    expect([...new Set(requests)]).toEqual([new URL(address).host]);
  });

  it.each([
    ["a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
    ["a wide screen", { viewport: { width: 1600, height: 900 } }],
    ["a dark screen", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const }],
  ])("has no fault of accessibility and fits on %s", async (_, options) => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address, options);
    const look = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const { violations } = (await page.evaluate(`${AXE}; axe.run()`)) as {
        violations: { id: string; nodes: unknown[] }[];
      };
      expect(violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes).slice(0, 400)}`)).toEqual([]);
    };
    await page.locator(".group").first().waitFor({ timeout: 60_000 });
    await look();
    await questions(page);
    for (let i = 0; i < 6; i++) await answer(page);
    await look();
    await page.keyboard.press("f");
    await page.locator("fieldset").waitFor();
    await look();
    await page.getByRole("button", { name: "Finish" }).press("Enter");
    await page.locator("h1", { hasText: "Done" }).waitFor({ timeout: 60_000 });
    await look();
  });

  it("refuses ten thousand requests of others, and serves its own meanwhile", async () => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address);
    await questions(page);
    const { host } = new URL(address);
    const statuses = new Map<number, number>();
    for (let i = 0; i < 10_000; i += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => fetch(`http://${host}/state`, { headers: { connection: "close" } })),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[403, 10_000]]);
    const before = await shown(page);
    await answer(page);
    expect(await shown(page)).not.toBe(before);
  });

  it("says that the command has ended, and goes on when it runs again", async () => {
    const pile = folderWith(threeSubjects(8));
    const into = temporaryFolder();
    const { command, address } = await label(pile, into);
    const page = await opened(address);
    await questions(page);
    await answer(page);
    command.kill("SIGTERM");
    await page.getByText("Thresher has ended").waitFor({ timeout: 60_000 });
    const again = await newPage((await label(pile, into)).address);
    expect(await again.locator("aside strong").first().textContent()).toBe("1");
    expect(existsSync(join(into, ".thresher-labelling.jsonl"))).toBe(true);
  });
});
