import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Change, LabellingState } from "../../src/labelling/state.js";
import { Mailer, type Message } from "./messages.js";
import { ending, type Life, once, start } from "./world.js";

/** Documents of the pile on the first day. */
const FIRST = 40;
const ENDED = "the session has ended";

/** A document of the pile. */
interface Paper {
  readonly message: Message;
  /** The class that was answered. */
  answer: string | undefined;
}

/**
 * A month with a pile that is labelled over several days: the command is killed and started again, answers are taken
 * back, documents come, and the session is finished more than once.
 */
export async function liveWithPile(life: Life): Promise<void> {
  const month = new PileMonth(life);
  try {
    month.begin();
    for (let day = 1; day <= life.days; day++) await month.live(day);
  } finally {
    await month.stop();
  }
}

class PileMonth {
  readonly #life: Life;
  readonly #mailer: Mailer;
  readonly #pile: string;
  readonly #sorted: string;
  readonly #papers = new Map<string, Paper>();
  #page: Page | undefined;

  constructor(life: Life) {
    this.#life = life;
    this.#mailer = new Mailer(life.random);
    this.#pile = join(life.folder, "pile");
    this.#sorted = join(life.folder, "sorted");
  }

  begin(): void {
    mkdirSync(this.#pile);
    this.#bring(FIRST);
  }

  async live(day: number): Promise<void> {
    const { random, count } = this.#life;
    const page = await this.#open(day);
    for (let n = 2 + random(4); n > 0; n--) await this.#answer(page);
    if (once(random, 4)) {
      count("kills");
      await this.stop();
    } else if (once(random, 4) || day === this.#life.days) {
      await this.#finish(day, page);
      if (once(random, 2)) await this.#finish(day, await this.#open(day));
      this.#bring(random(5));
    } else if (once(random, 2)) {
      await this.stop();
      this.#bring(random(5));
    }
  }

  async stop(): Promise<void> {
    await this.#page?.kill();
    this.#page = undefined;
  }

  #bring(documents: number): void {
    for (let n = 0; n < documents; n++) {
      const message = this.#mailer.next();
      const name = `${message.number}.eml`;
      writeFileSync(join(this.#pile, name), message.text);
      this.#papers.set(name, { message, answer: undefined });
    }
  }

  /** Opens the page, if it is not open. All answers of before must be there. */
  async #open(day: number): Promise<Page> {
    if (this.#page !== undefined) return this.#page;
    const page = await Page.open(this.#life);
    this.#page = page;
    const state = await page.until(({ phase }) => phase !== "reading");
    const answers = [...this.#papers.values()].filter(({ answer }) => answer !== undefined).length;
    if (state.progress.labelled !== answers) {
      this.#life.fault(day, `${state.progress.labelled} answers are there, and ${answers} must be`);
    }
    if (state.phase === "groups") await page.change({ do: "start-questions" });
    return page;
  }

  /** Answers one question, or another way after taking the answer back. */
  async #answer(page: Page): Promise<void> {
    const { random, count } = this.#life;
    const { question } = await page.until(
      ({ question, progress }) => question !== undefined || progress.labelled === progress.documents,
    );
    const paper = this.#papers.get(basename(question?.name ?? ""));
    if (question === undefined || paper === undefined) return;
    const { truth } = paper.message;
    if (once(random, 6)) {
      await page.change({ do: "answer", item: question.item, label: truth === "ham" ? "spam" : "ham" });
      await page.change({ do: "undo" });
      count("answers taken back");
      return;
    }
    await page.change({ do: "answer", item: question.item, label: truth });
    paper.answer = truth;
    count("answers");
  }

  async #finish(day: number, page: Page): Promise<void> {
    const sureToo = once(this.#life.random, 2);
    await page.change({ do: "finish", how: "copy", sureToo });
    await page.end();
    this.#page = undefined;
    this.#life.count("sessions finished");
    for (const [name, { message, answer }] of this.#papers) {
      const labels = this.#labelsOf(message);
      const isThere = existsSync(join(this.#pile, name));
      const isRight = labels.length === (answer === undefined ? labels.length : 1) && labels.length <= 1;
      if (!isThere || !isRight || (answer !== undefined && labels[0] !== answer)) {
        const is = [...(isThere ? ["the pile"] : []), ...labels].join(" and ") || "no folder";
        this.#life.fault(day, `document ${name} is in ${is}, and its answer is ${answer ?? "open"}`);
      }
      // The next session counts documents in folders as answered.
      const paper = this.#papers.get(name);
      if (paper !== undefined && labels.length === 1) paper.answer = labels[0];
    }
  }

  #labelsOf({ text }: Message): string[] {
    if (!existsSync(this.#sorted)) return [];
    return readdirSync(this.#sorted, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.includes(".eml"))
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1") === text)
      .map((entry) => basename(entry.parentPath));
  }
}

/** The page of a running session, as a browser speaks to it. */
class Page {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #origin: string;
  readonly #secret: string;

  private constructor(child: ChildProcess, ended: Promise<unknown>, origin: string, secret: string) {
    this.#child = child;
    this.#ended = ended;
    this.#origin = origin;
    this.#secret = secret;
  }

  static async open(life: Life): Promise<Page> {
    const child = start(life, ["label", "pile", "--into", "sorted", "--no-open"]);
    const ended = ending(child);
    const address = await new Promise<string>((resolve, reject) => {
      let said = "";
      child.stderr?.on("data", (text: string) => {
        said += text;
        const [address] = /http:\S+key=\S+/.exec(said) ?? [];
        if (address !== undefined) resolve(address);
      });
      child.once("close", () => reject(new Error(`label has ended: ${said}`)));
    });
    const [origin, key] = address.split("/#key=");
    const headers = { Origin: origin as string, "Content-Type": "application/json" };
    const answer = await fetch(`${origin}/admit`, { method: "POST", headers, body: JSON.stringify({ key }) });
    const { secret } = (await answer.json()) as { secret: string };
    return new Page(child, ended, origin as string, secret);
  }

  /** Waits for a state in which something holds. */
  async until(holds: (state: LabellingState) => boolean): Promise<LabellingState> {
    let state = await this.#state(-1);
    while (!holds(state)) state = await this.#state(state.version);
    return state;
  }

  async change(change: Change): Promise<void> {
    const { version: seen } = await this.#state(-1);
    const headers = { ...this.#headers(), "Content-Type": "application/json", Origin: this.#origin };
    const body = JSON.stringify({ change, seen });
    const answer = await fetch(`${this.#origin}/change`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${change.do}: ${await answer.text()}`);
  }

  /** Waits until the command has ended by itself. */
  async end(): Promise<void> {
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async #state(seen: number): Promise<LabellingState> {
    const answer = await fetch(`${this.#origin}/state?seen=${seen}`, { headers: this.#headers() });
    if (!answer.ok) throw new Error(`${ENDED}: ${await answer.text()}`);
    return (await answer.json()) as LabellingState;
  }

  #headers() {
    return { Authorization: `Bearer ${this.#secret}` };
  }
}
