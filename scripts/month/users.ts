import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLessons } from "../../src/delivery/users/lesson-file.js";
import { CLASSES, Mailer, type Message } from "./messages.js";
import { ending, type Life, must, once, start } from "./world.js";

const SITE = "site.model";
const USERS = ["ann", "bob", "cem@example.org", "dora", "eli"];
/** Messages of each class that the site model knows. */
const KNOWN_BEFORE = 12;
const LABELS = ["ham", "spam"] as const;

/** A message that a user has taught. */
interface Lesson {
  readonly message: Message;
  /** The class that was taught last. */
  label: string | undefined;
}

/**
 * A month with a server for five users: `spamc` asks and teaches. The server is killed, restarted and given a new site
 * model. A lesson that was confirmed is known for good, once.
 */
export async function liveWithUsers(life: Life): Promise<void> {
  const month = new ServerMonth(life);
  try {
    await month.begin();
    for (let day = 1; day <= life.days; day++) await month.live(day);
  } finally {
    await month.stop("SIGKILL");
  }
}

class ServerMonth {
  readonly #life: Life;
  readonly #mailer: Mailer;
  readonly #socket: string;
  readonly #lessons = new Map<string, Lesson[]>(USERS.map((user) => [user, []]));
  #server: ChildProcess | undefined;

  constructor(life: Life) {
    this.#life = life;
    this.#mailer = new Mailer(life.random);
    this.#socket = join(life.folder, "spamd");
  }

  async begin(): Promise<void> {
    for (const label of LABELS) {
      mkdirSync(join(this.#life.folder, "corpus", label), { recursive: true });
      for (let n = 0; n < KNOWN_BEFORE; n++) {
        const { number, text } = this.#mailer.clear(label);
        writeFileSync(join(this.#life.folder, "corpus", label, `${number}.eml`), text);
      }
    }
    mkdirSync(join(this.#life.folder, "users"), { mode: 0o700 });
    await this.#train();
  }

  async live(day: number): Promise<void> {
    const { random, count } = this.#life;
    await this.#serve();
    for (const user of USERS) {
      const message = this.#mailer.clear(LABELS[random(2)] as string);
      const { code, output } = await this.#spamc(user, ["-c"], message.text);
      if (code !== 0 && code !== 1) this.#life.fault(day, `${user} gets no answer: exit code ${code}`);
      const isSpam = Number.parseFloat(output) >= 5;
      if (isSpam !== (message.looks === "spam"))
        this.#life.fault(day, `${user} gets ${output.trim()} for ${message.looks}`);
      count("answers");
    }
    for (let n = random(8); n > 0; n--) await this.#teach(day);
    if (once(random, 4)) {
      count("new site models");
      await this.#train();
    }
    if (once(random, 3)) {
      count("kills");
      await this.stop("SIGKILL");
      await this.#serve();
    } else if (once(random, 3) || day === this.#life.days) {
      count("restarts");
      await this.stop("SIGTERM");
      this.#check(day);
    }
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const ended = ending(server);
    server.kill(signal);
    await ended;
  }

  /** A user teaches a message, a message for the second time, or another class for it. */
  async #teach(day: number): Promise<void> {
    const { random, count, fault } = this.#life;
    const user = USERS[random(USERS.length)] as string;
    const lessons = this.#lessons.get(user) ?? [];
    const known = once(random, 3) ? lessons[random(lessons.length || 1)] : undefined;
    const lesson = known ?? { message: this.#mailer.clear(CLASSES[random(3)] as string), label: undefined };
    // Some users call a mailing list ham and others spam, and they change their minds.
    const label = LABELS.find((label) => label === lesson.message.looks) ?? (LABELS[random(2)] as string);
    const { code, output } = await this.#spamc(user, ["-L", label], lesson.message.text);
    const isKnown = lesson.label === label;
    if (code !== 0 || /already/.test(output) !== isKnown) {
      fault(day, `a lesson of ${user}${isKnown ? ", known before," : ""} got exit code ${code}: ${output.trim()}`);
    }
    count(known === undefined ? "lessons" : "lessons about known messages");
    lesson.label = label;
    if (known === undefined) lessons.push(lesson);
  }

  #check(day: number): void {
    for (const [user, lessons] of this.#lessons) {
      if (lessons.length === 0) continue;
      const labels = readLessons(join(this.#life.folder, "users", `${user}.model`), user).lessons.map(
        ({ label }) => label,
      );
      const [is, must] = [labels, lessons.flatMap(({ label }) => label ?? [])].map((list) => list.sort().join(" "));
      if (is !== must) this.#life.fault(day, `the lessons of ${user} are ${is}, and must be ${must}`);
    }
  }

  async #train(): Promise<void> {
    await must(this.#life, ["train", "corpus", "-m", "next.model", "--preset", "mail", "--remember", "--quiet"]);
    renameSync(join(this.#life.folder, "next.model"), join(this.#life.folder, SITE));
  }

  async #serve(): Promise<void> {
    if (this.#server !== undefined) return;
    const args = ["serve", "-m", SITE, "--spamd", this.#socket, "--allow-tell", "--models", "users/%u.model"];
    const server = start(this.#life, args);
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.stdout?.once("data", () => resolve());
      server.once("close", (code) => reject(new Error(`serve has exit code ${code}`)));
    });
    server.stderr?.resume();
  }

  async #spamc(user: string, args: readonly string[], message: string) {
    const child = spawn("spamc", ["-U", this.#socket, "-u", user, "-x", ...args], { stdio: ["pipe", "pipe", "pipe"] });
    const ended = ending(child);
    child.stdin.on("error", () => undefined).end(message);
    return ended;
  }
}
