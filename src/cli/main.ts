import { Command } from "commander";
import { optionName } from "../base/checks.js";
import { DataError, reason, UsageError } from "../base/errors.js";
import { safeStack, safeText, withoutPasswords } from "../base/safe-text.js";
import { VERSION } from "../base/version.js";
import { errorText } from "../jobs/error-text.js";
import { withoutTemporaryName } from "../jobs/inputs/standard-streams.js";
import { SETTABLE, SETTING_NAMES, type Setting } from "../jobs/settings.js";
import type { NewCommand } from "./command.js";
import { fillDefaults } from "./options/defaults.js";
import { reportFaultsInOneLine } from "./options/faults.js";
import { compileAsUsual } from "./output/following.js";
import { watchOutput } from "./output/output.js";
import { stopProgress } from "./output/progress.js";

/** The exit code if the data or a file is wrong. It is 0 if all is done. */
const DATA_FAULT = 1;
/** The exit code if the command line is wrong. */
const USAGE_FAULT = 2;

/**
 * The module of each command, loaded on demand, and an example for the help of the program, in the order of the help.
 */
export const COMMANDS: Readonly<
  Record<string, readonly [load: () => Promise<{ newCommand: NewCommand }>, args: string, does: string]>
> = {
  train: [() => import("./commands/learning/train.js"), "mail -m mail.model --preset mail", "learn from folders"],
  label: [() => import("./commands/learning/label.js"), "pile --into sorted", "from a pile to folders, by questions"],
  review: [() => import("./commands/learning/review.js"), "history -m mail.model", "look at decisions, and correct"],
  classify: [() => import("./commands/mail/classify.js"), "-m mail.model inbox", "say where each belongs"],
  sort: [() => import("./commands/mail/sort.js"), "inbox -m mail.model --into out", "put each into a folder"],
  filter: [() => import("./filtering/filter-help.js"), "-m mail.model < letter.eml", "mark a message, in a pipe"],
  serve: [() => import("./commands/mail/serve.js"), "-m mail.model --socket socket", "filter much mail"],
  mailbox: [() => import("./commands/mailbox/mailbox.js"), "check home", "sort the mail of an account"],
  users: [() => import("./commands/users/users.js"), "list --models 'users/%u.model'", "lessons of each user"],
  plan: [() => import("./commands/machines/plan.js"), "mail --shards 20 -o plan.json", "divide among machines"],
  count: [() => import("./commands/machines/count.js"), "plan.json --shard 0 -o parts", "count one shard"],
  merge: [() => import("./commands/machines/merge.js"), "parts --plan plan.json -m mail.model", "add up all shards"],
  worker: [() => import("./commands/machines/worker.js"), "redis://host --root mail --parts parts", "count shards"],
  learn: [() => import("./commands/learning/learn.js"), "spam junk.eml -m mail.model", "learn one more"],
  unlearn: [() => import("./commands/learning/unlearn.js"), "junk.eml -m mail.model", "take it out again"],
  relabel: [() => import("./commands/learning/relabel.js"), "ham junk.eml -m mail.model", "correct its class"],
  forget: [() => import("./commands/learning/forget.js"), "--to-size 5M -m mail.model", "drop the oldest"],
  evaluate: [() => import("./commands/measuring/evaluate.js"), "mail --holdout 1/3", "how accurate?"],
  curve: [() => import("./commands/measuring/curve.js"), "mail", "would more documents help?"],
  compare: [() => import("./commands/measuring/compare.js"), "a.json b.json", "is one of the two better?"],
  tune: [() => import("./commands/measuring/tune.js"), "mail", "which settings do best?"],
  doubts: [() => import("./commands/measuring/doubts.js"), "mail", "which may be misfiled?"],
  explain: [() => import("./commands/learning/explain.js"), "-m mail.model letter.txt", "why this class?"],
  similar: [() => import("./commands/learning/similar.js"), "-m mail.model letter.txt", "which documents are like it?"],
  inspect: [() => import("./commands/learning/inspect.js"), "-m mail.model", "what has the model learned?"],
  table: [() => import("./commands/learning/table.js"), "weather.csv --target play", "naive Bayes on rows"],
  methods: [() => import("./commands/learning/methods.js"), "", "what can --preset be?"],
  config: [() => import("./commands/config.js"), "", "which defaults hold?"],
  doctor: [() => import("./commands/mail/doctor.js"), "", "check models, servers, accounts"],
  setup: [() => import("./commands/mail/setup.js"), "dovecot", "files for other programs"],
  completion: [() => import("./commands/completion.js"), "bash", "complete what is typed"],
};

/** Runs the command that the arguments of the process name. */
export async function main(): Promise<void> {
  const named = process.argv[2] ?? "";
  watchOutput();
  const program = await newProgram(Object.hasOwn(COMMANDS, named) ? named : undefined);
  try {
    if (process.argv.length <= 2) program.help({ error: true });
    await program.parseAsync();
  } catch (error) {
    stopProgress();
    process.exitCode = reportError(error);
  } finally {
    compileAsUsual();
  }
}

/** Makes the program, with the named command alone, which starts faster, or with all commands. */
export async function newProgram(named?: string): Promise<Command> {
  const program = new Command("thresher")
    .description("Learns from labelled folders of mail or documents, and sorts new ones.")
    .version(VERSION, "-V, --version", "print the version")
    .option("--debug", "with any command: print the stack of an error")
    .helpOption("-h, --help", "show help")
    .addHelpText("after", `\nExamples:\n${examples()}\n\nEach command has its own help: thresher COMMAND --help`)
    .hook("preAction", (_, command) => {
      fillDefaults(command);
      setSettings(command);
    });
  const commands = named === undefined ? await loadAll() : [await loadCommand(named)];
  for (const command of commands) program.addCommand(command);
  reportFaultsInOneLine(program);
  return program;
}

/** Makes each setting of --set an option of its own, as if it were typed as one. */
function setSettings(command: Command): void {
  for (const [name, value] of command.opts<{ readonly set?: readonly Setting[] }>().set ?? [])
    command.setOptionValue(name, value);
}

/** Returns a line for each command: an example, and what it does. */
function examples(): string {
  return Object.entries(COMMANDS)
    .map(([name, [, args, does]]) => `  ${`thresher ${name} ${args}`.trimEnd().padEnd(46)}  ${does}`)
    .join("\n");
}

/** Prints the error in one line, unless commander has, and returns the exit code. */
function reportError(error: unknown): number {
  const { code, exitCode, syscall, path } = error as { exitCode?: number } & NodeJS.ErrnoException;
  if (String(code).startsWith("commander.")) return exitCode === 0 ? 0 : USAGE_FAULT;
  if (process.argv.includes("--debug")) console.error(safeStack(error));
  // The name of a file may be empty.
  const message = safeText(withoutTemporaryName(errorText(error))).replace(/^(?=:)/, '""');
  if (error instanceof UsageError) {
    console.error(`thresher: ${withoutPasswords(inOptionNames(message))}`);
    return USAGE_FAULT;
  }
  if (error instanceof DataError) console.error(`thresher: ${message}`);
  // An error of the system where the code expected none: a name that is too long, too many open files.
  else if (syscall === "uv_cwd") console.error("thresher: the current folder is gone: change to another");
  else if (syscall) console.error(`thresher: ${path === undefined ? "" : `${safeText(path)}: `}${reason(error)}`);
  else console.error(`thresher: this should not have happened: ${message}; please report it with what --debug prints`);
  return DATA_FAULT;
}

/**
 * Returns a message that names settings of the library as they are typed: `min-count` for `minCount`, and `--set name` for a
 * setting that has no option of its own.
 */
function inOptionNames(message: string): string {
  const names = message.replace(/\b[a-z]+[A-Z]\w*/g, (word) =>
    SETTING_NAMES.includes(word) ? optionName(word) : word,
  );
  return names.replace(/(?<=^|[ (])--(?=([\w-]+))/g, (dashes, name) =>
    SETTABLE.some((setting) => optionName(setting) === name) ? "--set " : dashes,
  );
}

/** Loads a command. */
export async function loadCommand(name: string): Promise<Command> {
  const [load] = COMMANDS[name];
  return (await load()).newCommand(name, loadAll);
}

/** Loads all commands, in the order of the help. */
export function loadAll(): Promise<Command[]> {
  return Promise.all(Object.keys(COMMANDS).map(loadCommand));
}
