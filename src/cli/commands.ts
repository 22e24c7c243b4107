import type { Command } from "commander";

/** A command: the module that it lies in, loaded when it is named, and an example for the help of the program. */
export interface CommandEntry {
  readonly load: () => Promise<Command>;
  /** The arguments of the example, and what it does. */
  readonly example: readonly [args: string, does: string];
}

/** All commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  train: {
    load: async () => (await import("./commands/train.js")).trainCommand(),
    example: ["mail -m mail.model --preset mail", "learn: one folder per class"],
  },
  classify: {
    load: async () => (await import("./commands/classify.js")).classifyCommand(),
    example: ["-m mail.model inbox", "say where each belongs"],
  },
  sort: {
    load: async () => (await import("./commands/sort.js")).sortCommand(),
    example: ["inbox -m mail.model --into out", "put each into a folder"],
  },
  filter: {
    load: async () => (await import("./filtering/filter-help.js")).filterCommand(),
    example: ["-m mail.model < letter.eml", "mark a message, in a pipe"],
  },
  serve: {
    load: async () => (await import("./commands/serve.js")).serveCommand(),
    example: ["-m mail.model --socket socket", "filter much mail"],
  },
  learn: {
    load: async () => (await import("./commands/learn.js")).learnCommand(),
    example: ["spam junk.eml -m mail.model", "learn one more"],
  },
  unlearn: {
    load: async () => (await import("./commands/unlearn.js")).unlearnCommand(),
    example: ["junk.eml -m mail.model", "take it out again"],
  },
  relabel: {
    load: async () => (await import("./commands/relabel.js")).relabelCommand(),
    example: ["ham junk.eml -m mail.model", "correct its class"],
  },
  forget: {
    load: async () => (await import("./commands/forget.js")).forgetCommand(),
    example: ["--to-size 5M -m mail.model", "drop the oldest"],
  },
  evaluate: {
    load: async () => (await import("./commands/evaluate.js")).evaluateCommand(),
    example: ["mail --holdout 1/3", "how accurate?"],
  },
  curve: {
    load: async () => (await import("./commands/curve.js")).curveCommand(),
    example: ["mail", "would more documents help?"],
  },
  compare: {
    load: async () => (await import("./commands/compare.js")).compareCommand(),
    example: ["a.json b.json", "is one of the two better?"],
  },
  tune: {
    load: async () => (await import("./commands/tune.js")).tuneCommand(),
    example: ["mail", "which settings do best?"],
  },
  doubts: {
    load: async () => (await import("./commands/doubts.js")).doubtsCommand(),
    example: ["mail", "which may be misfiled?"],
  },
  explain: {
    load: async () => (await import("./commands/explain.js")).explainCommand(),
    example: ["-m mail.model letter.txt", "why this class?"],
  },
  similar: {
    load: async () => (await import("./commands/similar.js")).similarCommand(),
    example: ["-m mail.model letter.txt", "which documents are like it?"],
  },
  inspect: {
    load: async () => (await import("./commands/inspect.js")).inspectCommand(),
    example: ["-m mail.model", "what has the model learned?"],
  },
  table: {
    load: async () => (await import("./commands/table.js")).tableCommand(),
    example: ["weather.csv --target play", "naive Bayes on rows"],
  },
  methods: {
    load: async () => (await import("./commands/methods.js")).methodsCommand(),
    example: ["", "what can --preset be?"],
  },
  config: {
    load: async () => (await import("./commands/config.js")).configCommand(loadAll),
    example: ["", "which defaults hold?"],
  },
  completion: {
    load: async () => (await import("./commands/completion.js")).completionCommand(),
    example: ["bash", "complete what is typed"],
  },
};

/** All commands. */
export function loadAll(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
}
