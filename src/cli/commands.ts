import type { Command } from "commander";
import type { NewCommand } from "./command.js";

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

/** Loads a command. */
export async function loadCommand(name: string): Promise<Command> {
  const [load] = COMMANDS[name];
  return (await load()).newCommand(name, loadAll);
}

/** Loads all commands, in the order of the help. */
export function loadAll(): Promise<Command[]> {
  return Promise.all(Object.keys(COMMANDS).map(loadCommand));
}
