import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CLASSES, Mailer, type Message } from "./messages.js";
import { checkLearned, type Life, must, once, run } from "./world.js";

/** Messages of each class that the user has sorted before the month. */
const SORTED_BEFORE = 12;
const MODEL = "mail.model";

/** A message, and where it must be. */
interface Letter {
  readonly message: Message;
  /** The class that Thresher has filed it in. */
  filed: string | undefined;
  /** The class of the folder that it must be in; undefined: it is only in the inbox. */
  label: string | undefined;
  /** Whether it was in a wrong place, which is noted once. */
  isAstray?: boolean;
}

/**
 * A month with files: cron sorts the inbox every day, the user moves what is wrong, the model learns it or is trained
 * again. Commands are killed, started twice at once, run on a full disk and with a wrong clock, and undone.
 */
export async function liveWithFiles(life: Life, mode: "copy" | "move"): Promise<void> {
  const month = new FileMonth(life, mode);
  await month.begin();
  for (let day = 1; day <= life.days; day++) await month.live(day);
}

class FileMonth {
  readonly #life: Life;
  readonly #isMove: boolean;
  readonly #mailer: Mailer;
  readonly #inbox: string;
  readonly #sorted: string;
  readonly #letters: Letter[] = [];
  /** The classes in which the model must know messages, by number. */
  readonly #known = new Map<number, string>();

  constructor(life: Life, mode: "copy" | "move") {
    this.#life = life;
    this.#isMove = mode === "move";
    this.#mailer = new Mailer(life.random);
    this.#inbox = join(life.folder, "inbox");
    this.#sorted = join(life.folder, "sorted");
  }

  async begin(): Promise<void> {
    mkdirSync(this.#inbox, { recursive: true });
    for (const label of CLASSES) {
      mkdirSync(join(this.#sorted, label), { recursive: true });
      for (let n = 0; n < SORTED_BEFORE; n++) {
        const message = this.#mailer.clear(label);
        writeFileSync(join(this.#sorted, label, `${message.number}.eml`), message.text);
        this.#letters.push({ message, filed: undefined, label });
      }
    }
    await this.#train();
  }

  async live(day: number): Promise<void> {
    const { random } = this.#life;
    for (let n = 2 + random(4); n > 0; n--) this.#deliver();
    await this.#sort(day);
    if (once(random, 6)) await this.#undo(day);
    this.#correct(day);
    if (once(random, 2)) await this.#sort(day);
    if (once(random, 3)) await this.#learnMoves(day);
    if (once(random, 8)) {
      await this.#train();
      this.#life.count("trained again");
    }
    if (day === this.#life.days) {
      await this.#sort(day);
      await this.#learnMoves(day);
    }
  }

  #deliver(): void {
    const message = this.#mailer.next();
    writeFileSync(join(this.#inbox, `${message.number}.eml`), message.text);
    this.#letters.push({ message, filed: undefined, label: undefined });
  }

  async #sort(day: number): Promise<void> {
    const { random, count } = this.#life;
    const args = ["sort", "inbox", "-m", MODEL, "--into", "sorted", "--quiet", ...(this.#isMove ? ["--move"] : [])];
    switch (random(6)) {
      case 0: {
        const { code } = await run(this.#life, args, { killAfter: 40 + random(300) });
        if (code === undefined) count("sorts killed");
        this.#lookAfter(day, "a killed sort");
        break;
      }
      case 1: {
        await Promise.all([run(this.#life, args), run(this.#life, args)]);
        count("two sorts at once");
        this.#lookAfter(day, "two sorts at once");
        break;
      }
      case 2: {
        await run(this.#life, args, { fullAt: 1 + random(8) });
        count("sorts on a full disk");
        this.#lookAfter(day, "a sort on a full disk");
        break;
      }
      case 3: {
        await run(this.#life, args, { clock: random(2) === 0 ? -400 : 400 });
        count("sorts with a wrong clock");
        this.#lookAfter(day, "a sort with a wrong clock");
        break;
      }
    }
    await must(this.#life, args);
    this.#look(day, "sort");
  }

  /** Undoes a sort of messages that have just come. */
  async #undo(day: number): Promise<void> {
    this.#deliver();
    const before = new Set(this.#journals());
    const [fresh] = this.#letters.slice(-1);
    await must(this.#life, [
      ...["sort", "inbox", "-m", MODEL, "--into", "sorted", "--quiet"],
      ...(this.#isMove ? ["--move"] : []),
    ]);
    const journal = this.#journals().find((name) => !before.has(name));
    if (journal === undefined) return;
    this.#look(day, "sort");
    await must(this.#life, ["sort", "--undo", join(this.#sorted, journal), "--quiet"]);
    this.#life.count("sorts undone");
    if (fresh !== undefined) {
      fresh.filed = undefined;
      fresh.label = undefined;
    }
    this.#look(day, "undo", false);
  }

  /** The user moves most messages that lie in a wrong folder. */
  #correct(day: number): void {
    for (const letter of this.#letters) {
      const { message, label } = letter;
      if (label === undefined || label === message.truth || once(this.#life.random, 4)) continue;
      const [path] = this.#placesOf(message).filter((path) => path.startsWith(this.#sorted));
      if (path === undefined) continue;
      const target = join(this.#sorted, message.truth, basename(path));
      if (existsSync(target)) continue;
      renameSync(path, target);
      letter.label = message.truth;
      this.#life.count("corrections");
    }
    this.#look(day, "corrections", false);
  }

  async #learnMoves(day: number): Promise<void> {
    const args = ["sort", "--learn-moves", "sorted", "-m", MODEL, "--quiet"];
    if (once(this.#life.random, 4)) {
      const { code } = await run(this.#life, args, { killAfter: 40 + this.#life.random(300) });
      if (code === undefined) this.#life.count("lessons killed");
    }
    await must(this.#life, args);
    for (const { message, filed, label } of this.#letters) {
      if (filed !== undefined && label !== undefined && label !== filed) this.#known.set(message.number, label);
    }
    await checkLearned(this.#life, day, MODEL, this.#known.values());
    this.#life.count("corrections learned");
  }

  async #train(): Promise<void> {
    await must(this.#life, ["train", "sorted", "-m", "next.model", "--preset", "mail", "--remember", "--quiet"]);
    renameSync(join(this.#life.folder, "next.model"), join(this.#life.folder, MODEL));
    this.#known.clear();
    for (const { message, label } of this.#letters) if (label !== undefined) this.#known.set(message.number, label);
    await checkLearned(this.#life, 0, MODEL, this.#known.values());
  }

  /** After a run that was stopped: a message may be filed or not, but in one place, whole. */
  #lookAfter(day: number, what: string): void {
    for (const letter of this.#letters) {
      const [inbox, labels] = this.#found(letter.message);
      // A kill between two steps may leave a moved message in both places until the next run.
      const isThere = inbox + labels.length > 0 && labels.length <= 1;
      if (!isThere) this.#tell(day, letter, `is in ${this.#named(inbox, labels)} after ${what}`);
      if (letter.label !== undefined && !labels.includes(letter.label)) {
        this.#tell(day, letter, `is in ${this.#named(inbox, labels)} after ${what}, and must be in ${letter.label}`);
      }
    }
  }

  /** Notes what Thresher has filed today, and compares all other places with those that must be. */
  #look(day: number, what: string, maySort = true): void {
    for (const letter of this.#letters) {
      const { message } = letter;
      const [inbox, labels] = this.#found(message);
      if (maySort && letter.label === undefined && labels.length === 1) {
        letter.filed = labels[0];
        letter.label = labels[0];
      }
      const wanted = letter.label === undefined ? [] : [letter.label];
      const isAtHome = letter.filed === undefined && letter.label !== undefined;
      const inboxWanted = isAtHome || (this.#isMove && letter.label !== undefined) ? 0 : 1;
      if (labels.join() !== wanted.join() || inbox !== inboxWanted) {
        const places = this.#named(inbox, labels);
        this.#tell(day, letter, `is in ${places} after ${what}, and must be in ${this.#named(inboxWanted, wanted)}`);
      }
    }
  }

  #tell(day: number, letter: Letter, what: string): void {
    if (letter.isAstray !== true) this.#life.fault(day, `message ${letter.message.number} ${what}`);
    letter.isAstray = true;
  }

  #named(inbox: number, labels: readonly string[]): string {
    const places = [...Array(inbox).fill("the inbox"), ...labels];
    return places.length === 0 ? "no folder" : places.join(" and ");
  }

  /** In how many files of the inbox, and in which classes, a message is. */
  #found(message: Message): [inbox: number, labels: string[]] {
    const paths = this.#placesOf(message);
    const labels = paths.flatMap((path) => {
      const [label] = path.startsWith(this.#sorted) ? path.slice(this.#sorted.length + 1).split("/") : [];
      return label === undefined ? [] : [label];
    });
    return [paths.length - labels.length, labels.sort()];
  }

  #placesOf({ text }: Message): string[] {
    return [this.#inbox, this.#sorted].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.includes(".eml"))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => readFileSync(path, "latin1") === text),
    );
  }

  #journals(): string[] {
    return readdirSync(this.#sorted).filter((name) => name.startsWith(".thresher-journal-"));
  }
}
