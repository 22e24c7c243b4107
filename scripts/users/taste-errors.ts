import { Command } from "commander";
import { largest, sumOf } from "../../src/base/lists.js";
import { percent } from "../../src/base/numbers.js";
import type { LabelProbability } from "../../src/classifiers/classifier.js";
import type { LessonTerms } from "../../src/delivery/users/lesson-terms.js";

export interface Message {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly label: string;
  /** The list that it came from, or its sender. */
  readonly list: string;
  readonly terms: LessonTerms;
  /** By the model of the site. */
  readonly ranking: readonly LabelProbability[];
}
export interface Judged {
  readonly message: Message;
  readonly label: string;
}
export type Answer = (message: Message) => string;

/** Shares of errors of a user: on the own taste, on all else, and how many more these are than the site's. */
interface Shares {
  readonly own: number;
  readonly rest: number;
  readonly more: number;
}

export const siteAnswer: Answer = ({ ranking }) => ranking[0].label;

/** The command line of a script that draws users. @param seed of the first, and which seeds have chosen the limits */
export function usersCommand(script: string, does: string, [seed, chosen]: readonly [number, string]): Command {
  return new Command(`npm run ${script} --`)
    .description(does)
    .argument("<spamassassin>", "the folder of SpamAssassin's mail, with ham and spam")
    .option("--users <n>", "how many", Number, 50)
    .option("--seed <n>", `of the first user; ${chosen}`, Number, seed);
}

/** The errors of users under several kinds of models. */
export class TasteErrors {
  readonly #kinds = new Map<string, Map<number, Shares[]>>();

  /** Tests a user. @param step how many lessons there were */
  add(kind: string, step: number, tested: readonly Judged[], others: readonly Judged[], answer: Answer): void {
    const steps = this.#kinds.get(kind) ?? new Map<number, Shares[]>();
    const users = steps.get(step) ?? [];
    this.#kinds.set(kind, steps.set(step, users));
    const rest = errors(others, answer);
    users.push({ own: errors(tested, answer), rest, more: rest - errors(others, siteAnswer) });
  }

  /** Prints the means, the user with whom a model is worst in comparison with the site's, and how many have it worse. */
  print(): void {
    for (const [kind, steps] of this.#kinds) {
      const row = (name: string, cellOf: (users: Shares[], step: number) => number | string) => {
        const cells = Array.from(steps, ([step, users]) => cellOf(users, step));
        console.log(
          name.padEnd(40) + cells.map((n) => (typeof n === "number" ? n.toFixed(4) : n).padStart(8)).join(""),
        );
      };
      const mean = (of: keyof Shares) => (users: Shares[]) => sumOf(users.map((user) => user[of])) / users.length;
      row(`${kind}, after lessons`, (_, step) => String(step));
      row("  errors on the own taste", mean("own"));
      row("  errors on all else", mean("rest"));
      if (kind === "site") continue;
      row("  more than the site's", mean("more"));
      row("  the same, the worst user", (users) => largest(users.map(({ more }) => more)));
      row("  users with more than .001", (users) =>
        percent(users.filter(({ more }) => more > 0.001).length / users.length),
      );
    }
  }
}

function errors(judged: readonly Judged[], answer: Answer): number {
  return judged.filter(({ message, label }) => answer(message) !== label).length / judged.length;
}
