import { Command, Help } from "commander";
import { DataError, UsageError } from "../errors.js";
import { safeText } from "../reports/safe-text.js";
import { watchOutput } from "./output.js";
import { stopProgress } from "./progress.js";
import { VERSION } from "./version.js";

/** 0 done; 1 the data or a file is at fault; 2 the command line is. */
const DATA_FAULT = 1;
const USAGE_FAULT = 2;

/** The commands, each in a module that loads what it needs: one that is named is loaded alone. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  train: async () => (await import("./train.js")).trainCommand(),
  classify: async () => (await import("./classify.js")).classifyCommand(),
  sort: async () => (await import("./sort.js")).sortCommand(),
  serve: async () => (await import("./serve.js")).serveCommand(),
  filter: async () => (await import("./filter-help.js")).filterCommand(),
  evaluate: async () => (await import("./evaluate.js")).evaluateCommand(),
  curve: async () => (await import("./curve.js")).curveCommand(),
  compare: async () => (await import("./compare.js")).compareCommand(),
  tune: async () => (await import("./tune.js")).tuneCommand(),
  doubts: async () => (await import("./doubts.js")).doubtsCommand(),
  explain: async () => (await import("./explain.js")).explainCommand(),
  similar: async () => (await import("./similar.js")).similarCommand(),
  learn: async () => (await import("./learn.js")).learnCommand(),
  unlearn: async () => (await import("./unlearn.js")).unlearnCommand(),
  relabel: async () => (await import("./relabel.js")).relabelCommand(),
  forget: async () => (await import("./forget.js")).forgetCommand(),
  inspect: async () => (await import("./inspect.js")).inspectCommand(),
  table: async () => (await import("./table.js")).tableCommand(),
  methods: async () => (await import("./methods.js")).methodsCommand(),
};

/** Runs the command that the arguments of the process name. */
export async function main(): Promise<void> {
  watchOutput();
  const program = newProgram();
  const named = process.argv[2];
  const wanted = Object.hasOwn(COMMANDS, named ?? "") ? [COMMANDS[named]] : Object.values(COMMANDS);
  for (const load of wanted) program.addCommand(await load());
  for (const command of [program, ...program.commands]) {
    reportFaultsInOneLine(command);
    describePlainly(command);
  }
  try {
    if (process.argv.length <= 2) program.help({ error: true });
    await program.parseAsync();
  } catch (error) {
    stopProgress();
    process.exitCode = exitCode(error);
  }
}

function newProgram(): Command {
  return new Command("thresher")
    .description("Learns from labelled folders of mail or documents, and sorts new ones.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpText(
      "after",
      `
Examples:
  thresher train mail -m mail.model --preset mail  learn: one folder per class
  thresher classify -m mail.model inbox            say where each belongs
  thresher sort inbox -m mail.model --into out     put each there: in a folder
  thresher filter -m mail.model < letter.eml       mark a message, in a pipe
  thresher serve -m mail.model --socket socket     filter much mail
  thresher learn spam junk.eml -m mail.model       learn one more
  thresher evaluate mail --holdout 1/3             how accurate?
  thresher curve mail                              would more documents help?
  thresher compare a.json b.json                   is one of the two better?
  thresher tune mail                               which settings do best?
  thresher explain -m mail.model letter.txt        why is it put there?
  thresher similar -m mail.model letter.txt        which documents are like it?
  thresher inspect -m mail.model                   what has the model learned?
  thresher doubts mail                             which may be misfiled?
  thresher table weather.csv --target play         naive Bayes on rows
  thresher methods                                 what can --preset be?

Each command has its own help: thresher COMMAND --help`,
    );
}

/** What commander calls the preset of an option would be taken for one of ours. */
function describePlainly(command: Command): void {
  const help = new Help();
  command.configureHelp({
    optionDescription: (option) =>
      help.optionDescription(option).replace(/preset: (?="[^"]*"\)$)/, "without a value: "),
  });
}

function reportFaultsInOneLine(command: Command): void {
  command.exitOverride();
  command.showSuggestionAfterError();
  command.configureOutput({
    outputError: (text, write) => {
      const [first, ...rest] = text.trim().split("\n");
      const hint = command.parent === null ? "thresher --help" : `thresher ${command.name()} --help`;
      const fault = [first.replace(/^error: /, ""), ...rest].join(" ").replace(/\.$/, "");
      write(`thresher: ${safeText(fault + adviceOn(fault, command))}; see ${hint}\n`);
    },
  });
}

/** What commander cannot know of a command line that is at fault. */
function adviceOn(fault: string, { registeredArguments: [first] }: Command): string {
  // An option whose value may be left out takes whatever comes next for it.
  if (/^option '[^']* \[\w+\]' argument/.test(fault)) return "; the corpus goes before it";
  const hasCorpus = first?.name() === "corpus" && fault.startsWith("too many arguments");
  return hasCorpus ? "; a corpus is one path, such as a folder with a folder or a mailbox per class" : "";
}

/** Says what went wrong in one line, unless commander has. */
function exitCode(error: unknown): number {
  const { code, exitCode } = error as { code?: string; exitCode?: number };
  if (code?.startsWith("commander.")) return exitCode === 0 ? 0 : USAGE_FAULT;
  if (process.argv.includes("--debug")) console.error(error);
  const message = safeText((error as Error).message ?? String(error));
  if (error instanceof UsageError) {
    console.error(`thresher: ${message}`);
    return USAGE_FAULT;
  }
  if (error instanceof DataError) console.error(`thresher: ${message}`);
  else console.error(`thresher: this should not have happened: ${message}; please report it with what --debug prints`);
  return DATA_FAULT;
}
