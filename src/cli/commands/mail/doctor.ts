import type { Command } from "commander";
import { plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { checkSetup, KINDS, type Kind, type Place } from "../../../jobs/check-setup.js";
import { readConfig } from "../../../jobs/configuration/config.js";
import { textTable } from "../../../reports/terminal/terminal.js";
import { commandFrom } from "../../command.js";
import { defaultsIn, isModel } from "../../options/defaults.js";
import { type CommonOptions, fullName, withoutGroups } from "../../options/options.js";
import { collect } from "../../options/parsers.js";

/** Options of other commands that name a place to look at, by command and option, and the kind of the place. */
const OTHER_NAMES: Readonly<Record<string, Kind>> = {
  "filter server": "socket",
  "learn server": "learnSocket",
};

const NOTHING = "Found no model, server or account: name a model with -m, or a server (see --help).";

/** `thresher doctor`. */
export const newCommand = commandFrom({
  does: "Look at models, servers and mail accounts, and say what is wrong and what to do.",
  options: {
    "What to check, besides the configuration": {
      "-m, --model <file>": ["a model (repeatable, as all of these)", collect],
      "--socket <path|port>": ["a server for thresher filter --server", collect],
      "--learn-socket <path|port>": ["a server for thresher learn --server", collect],
      "--spamd <address>": ["a server that spamc asks: HOST:PORT or a socket", collect],
      "--history <file>": ["decisions of these models: do documents still look like those of training?", collect],
      "--into <folder>": ["a folder that thresher sort files into", collect],
    },
  },
  help: `Without options, it looks at the models, servers and folders that the configuration names (thresher config), all mail accounts, and what thresher setup dovecot has put in place. It changes nothing.

A fault means that mail could be lost or filed by others, that learning is broken, or that new documents are unlike those that a model has learned; the exit code is then 1. --quiet prints only faults.

Examples:
  thresher doctor -m mail.model --spamd 127.0.0.1:783
  thresher doctor --quiet     in cron, which mails what is printed`,
  async run(options: CommonOptions & Partial<Record<Kind, readonly string[]>>, all: () => Promise<Command[]>) {
    const { THRESHER_MODEL } = process.env;
    const given = KINDS.flatMap((kind) => (options[kind] ?? []).map((place): Place => [kind, place]));
    if (THRESHER_MODEL) given.push(["model", THRESHER_MODEL]);
    const findings = await checkSetup([...given, ...withoutGroups(await all()).flatMap(configuredPlaces)]);
    const [faults, notices, ok] = ["fault", "notice", "ok"].map(
      (wanted) => findings.filter(({ state }) => state === wanted).length,
    );
    if (faults > 0) process.exitCode = 1;
    const shown = options.quiet ? findings.filter(({ state }) => state === "fault") : findings;
    const rows = shown.map(({ state, about, what }) => [state, safeText(about), safeText(what)]);
    const lines = textTable(rows, "lll");
    if (findings.length === 0) lines.push(NOTHING);
    else if (!options.quiet) lines.push("", `${plural(faults, "fault")}, ${plural(notices, "notice")}, ${ok} ok`);
    return {
      json: () => ({ findings: shown, faults, notices, ok }),
      text: () => lines.map((line) => `${line}\n`).join(""),
    };
  },
});

/** Returns the places that the configuration has for a command. */
function configuredPlaces(command: Command): Place[] {
  const takesModel = command.options.some(isModel);
  const defaults = readConfig().flatMap((file) => defaultsIn(file, command, takesModel));
  return defaults.flatMap(({ option, value, isAllowed }) => {
    const name = option.attributeName();
    const kind = KINDS.find((kind) => kind === name) ?? OTHER_NAMES[`${fullName(command)} ${name}`];
    return kind === undefined || !isAllowed || typeof value === "boolean"
      ? []
      : value.map((place): Place => [kind, place]);
  });
}
