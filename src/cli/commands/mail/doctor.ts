import type { Command } from "commander";
import { plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { VERSION } from "../../../base/version.js";
import { type Kind, LOOKS, type Place } from "../../../delivery/doctor/checks.js";
import { type Check, examine, fault, STATES } from "../../../delivery/doctor/finding.js";
import { placesOfDovecot } from "../../../delivery/doctor/look-at-files.js";
import { readAccounts } from "../../../jobs/configuration/accounts.js";
import { readConfig } from "../../../jobs/configuration/config.js";
import { accountState, homeFolder } from "../../../jobs/configuration/own-file.js";
import { lookAtAccount } from "../../../mailbox/doctor/look-at-account.js";
import { textTable } from "../../../reports/terminal/table.js";
import { commandFrom } from "../../command.js";
import { defaultsIn } from "../../options/defaults.js";
import { fullName, withoutGroups } from "../../options/help.js";
import { type CommonOptions, OUTPUT } from "../../options/options.js";
import { collect } from "../../options/parsers.js";

type DoctorOptions = CommonOptions & Partial<Record<Kind, readonly string[]>>;

/** Options of other commands that name a place to look at, by command and option, and the kind of the place. */
const OTHER_NAMES: Readonly<Record<string, Kind>> = {
  "filter server": "socket",
  "learn server": "learnSocket",
};

const NOTHING = "Found no model, server or account: name a model with -m, or a server (see --help).";

/** Milliseconds to wait for each answer. */
const PATIENCE = 10_000;

/** Makes the command `thresher doctor`. @param commands loads all commands: their defaults name what is set up */
export function newCommand(commands: () => Promise<Command[]>): Command {
  return commandFrom({
    name: "doctor",
    does: "Look at models, servers and mail accounts, and say what is wrong and what to do.",
    options: {
      "What to check, besides the configuration": {
        "-m, --model <file>": ["a model (repeatable, as all of these)", collect],
        "--socket <path|port>": ["a server for thresher filter --server", collect],
        "--learn-socket <path|port>": ["a server for thresher learn --server", collect],
        "--spamd <address>": ["a server that spamc asks: HOST:PORT or a socket", collect],
        "--into <folder>": ["a folder that thresher sort files into", collect],
      },
      Output: OUTPUT,
    },
    help: `Without options, it looks at the models, servers and folders that the
configuration names (thresher config), all mail accounts, and what thresher
setup dovecot has put in place. It changes nothing.

A fault means that mail could be lost or filed by others, or that learning is
broken; the exit code is then 1. --quiet prints only faults.

Examples:
  thresher doctor -m mail.model --spamd 127.0.0.1:783
  thresher doctor --quiet     in cron, which mails what is printed`,
    async run(options: DoctorOptions) {
      const findings = await examine(checksFor(options, withoutGroups(await commands())));
      const [faults, notices, fine] = STATES.map((state) => findings.filter((found) => found.state === state).length);
      if (faults > 0) process.exitCode = 1;
      const shown = options.quiet ? findings.filter(({ state }) => state === "fault") : findings;
      const lines = textTable(
        shown.map(({ state, about, what }) => [state, safeText(about), safeText(what)]),
        "lll",
      );
      if (findings.length === 0) lines.push(NOTHING);
      else if (!options.quiet) lines.push("", `${plural(faults, "fault")}, ${plural(notices, "notice")}, ${fine} ok`);
      return {
        json: () => ({ findings: shown, faults, notices, ok: fine }),
        text: () => lines.map((line) => `${line}\n`).join(""),
      };
    },
  })();
}

/** Returns the checks of all models, servers and accounts that the options, the environment and the configuration name. */
function checksFor(options: DoctorOptions, commands: readonly Command[]): Check[] {
  const { THRESHER_MODEL } = process.env;
  const now = Date.now();
  const kinds = Object.keys(LOOKS) as Kind[];
  const places: readonly Place[] = [
    ...kinds.flatMap((kind) => (options[kind] ?? []).map((place): Place => [kind, place])),
    ...(THRESHER_MODEL ? [["model", THRESHER_MODEL] as const] : []),
    ...commands.flatMap(configuredPlaces),
    ...placesOfDovecot(homeFolder()),
  ];
  const placesOf = (kind: Kind) => [...new Set(places.flatMap(([each, place]) => (each === kind ? [place] : [])))];
  const surroundings = { models: placesOf("model"), version: VERSION, home: homeFolder(), now, patience: PATIENCE };
  const refused = readConfig().filter((file) => file.refused !== undefined);
  const configuration = refused.map(({ path, refused: why }): Check => {
    return { check: "configuration", about: path, look: () => [fault(`not used: ${why}; run chmod go-w on both`)] };
  });
  const named = kinds.flatMap((check) =>
    placesOf(check).map((about): Check => ({ check, about, look: () => LOOKS[check](about, surroundings) })),
  );
  const accounts = (refused.length > 0 ? [] : readAccounts()).map((account): Check => {
    const look = () => lookAtAccount(account, accountState(account.name, false), now, PATIENCE);
    return { check: "account", about: account.name, look };
  });
  return [...configuration, ...named, ...accounts];
}

/** Returns the places that the configuration has for a command. */
function configuredPlaces(command: Command): Place[] {
  const takesModel = command.options.some((option) => option.attributeName() === "model");
  const defaults = readConfig().flatMap((file) => defaultsIn(file, command, takesModel));
  return defaults.flatMap(({ option, value, isAllowed }) => {
    const name = option.attributeName();
    const kind = name in LOOKS ? (name as Kind) : OTHER_NAMES[`${fullName(command)} ${name}`];
    return kind === undefined || !isAllowed || typeof value === "boolean"
      ? []
      : value.map((place): Place => [kind, place]);
  });
}
