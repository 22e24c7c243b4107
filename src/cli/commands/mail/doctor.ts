import { Command } from "commander";
import { plural } from "../../../base/numbers.js";
import { optionName } from "../../../base/option-names.js";
import { safeText } from "../../../base/safe-text.js";
import { CHECKS } from "../../../delivery/doctor/checks.js";
import { placesOfDovecot } from "../../../delivery/doctor/dovecot.js";
import { type Check, examine, type Finding, fault, ok, STATES } from "../../../delivery/doctor/finding.js";
import {
  KINDS,
  type Place,
  type Places,
  placesOf,
  SERVED,
  type Surroundings,
} from "../../../delivery/doctor/places.js";
import { placesOfUnits, unitFolders } from "../../../delivery/doctor/units.js";
import { lookAtAccount } from "../../../mailbox/doctor/look-at-account.js";
import { textTable } from "../../../reports/terminal/table.js";
import { readAccounts, requireAccount } from "../../options/accounts.js";
import { readConfig } from "../../options/config.js";
import { chosenDefaults } from "../../options/configured.js";
import { defaultsIn } from "../../options/defaults.js";
import { fullName, withHelp, withoutGroups } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { homeFolder } from "../../options/own-file.js";
import { collect, seconds } from "../../options/parsers.js";
import { accountState } from "../../options/state-folder.js";
import { print, terminalStyle, VERSION } from "../../output/output.js";

type DoctorOptions = CommonOptions & Partial<Places> & { readonly timeout: number };

/** Where the defaults of other commands are places to look at, beside the models of all commands and those of serve. */
const CONFIGURED: Readonly<Record<string, keyof Places>> = {
  "filter --server": "socket",
  "learn --server": "learnSocket",
  "sort --into": "into",
  "mailbox train --keep": "keep",
};

const NOTHING = "Nothing is set up that it could find: name a model with -m, or a server (see --help).";

/** In seconds. */
const MAX_TIMEOUT = 3600;

/** Makes the command `thresher doctor`. @param commands loads all commands: their defaults name what is set up */
export function newCommand(commands: () => Promise<Command[]>): Command {
  const command = new Command("doctor")
    .description(
      "Look at what is set up (models, servers, mail accounts, files), and say what is wrong and what to do.",
    )
    .action((options: DoctorOptions) => run(options, commands));
  withOptions(command, "What to look at, beside the configuration", {
    "-m, --model <file>": ["a model (repeatable, as all of these)", collect],
    "--models <path>": ["models of users, as in thresher serve --models", collect],
    "--socket <path|port>": ["a server for thresher filter --server", collect],
    "--learn-socket <path|port>": ["a server for thresher learn --server", collect],
    "--spamd <address>": ["a server that spamc asks: HOST:PORT or a socket", collect],
    "--metrics <port>": ["a server's port for /metrics and /healthz", collect],
    "--into <folder>": ["a folder that thresher sort files into", collect],
    "--keep <folder>": ["a copy of mail by thresher mailbox train --keep", collect],
  });
  withOptions(command, "Options", {
    "--timeout <seconds>": ["time for each answer", seconds(MAX_TIMEOUT), { default: 10 }],
  });
  return withHelp(
    withCommonOptions(command),
    `Without options, it looks at the models, servers and folders that the
configuration names (thresher config), all mail accounts, the units of systemd
that run thresher, and the files of thresher setup dovecot. It changes nothing.

Each line is a fault, a notice or ok. A fault means that mail could be lost or
filed by others, or that learning is broken; the exit code is then 1.
--quiet prints only faults.

Examples:
  thresher doctor             look at what is configured
  thresher doctor -m mail.model --spamd 127.0.0.1:783
  thresher doctor --quiet     in cron, which mails what is printed`,
  );
}

async function run(options: DoctorOptions, commands: () => Promise<Command[]>): Promise<void> {
  const surroundings = await surroundingsOf(options, withoutGroups(await commands()));
  const findings = await examine<Surroundings>([CONFIGURATION, ...CHECKS, ACCOUNTS], surroundings);
  const [faults, notices, fine] = STATES.map((state) => findings.filter((finding) => finding.state === state).length);
  const shown = options.quiet ? findings.filter(({ state }) => state === "fault") : findings;
  const sum = findings.length === 0 ? NOTHING : `${plural(faults, "fault")}, ${plural(notices, "notice")}, ${fine} ok`;
  await print(options, {
    asJson: () => ({ findings: shown, faults, notices, ok: fine }),
    asText: () => findingsText(shown) + (options.quiet ? "" : `${findings.length === 0 ? "" : "\n"}${sum}\n`),
  });
  if (faults > 0) process.exitCode = 1;
}

function findingsText(findings: readonly Finding[]): string {
  const looks = { fault: "poor", notice: "middling", ok: "good" } as const;
  const rows = findings.map(({ state, about, what }) => [state, safeText(about), safeText(what)]);
  const { colour } = terminalStyle();
  const look = (row: number, column: number) => (column === 0 ? looks[findings[row].state] : undefined);
  return textTable(rows, "lll", { colour, look })
    .map((line) => `${line}\n`)
    .join("");
}

/** Collects what the command line, the environment, the configuration and the files of other programs name. */
async function surroundingsOf(options: DoctorOptions, commands: readonly Command[]): Promise<Surroundings> {
  const [root, home] = ["/", homeFolder()];
  const { THRESHER_MODEL } = process.env;
  const places = placesOf([
    ...KINDS.flatMap((kind) => (options[kind] ?? []).map((place): Place => [kind, place])),
    ...(THRESHER_MODEL ? [["model", THRESHER_MODEL] as const] : []),
    ...commands.flatMap(configuredPlaces),
    ...unitFolders({ root, home }).flatMap((folder) => placesOfUnits(folder, home)),
    ...placesOfDovecot({ root, home }),
  ]);
  return { places, root, home, version: VERSION, now: Date.now(), patience: 1000 * options.timeout };
}

/** Returns the places that the configuration has for a command. */
function configuredPlaces(command: Command): Place[] {
  const name = fullName(command);
  const takesModel = command.options.some((option) => option.attributeName() === "model");
  const { defaults } = chosenDefaults(
    readConfig(),
    (file) => defaultsIn(file, command, takesModel),
    () => true,
  );
  return defaults.flatMap(({ option, value }) => {
    const key = optionName(option.attributeName());
    const kind = name === "serve" || key === "model" ? SERVED.get(key) : CONFIGURED[`${name} --${key}`];
    return kind === undefined || typeof value === "boolean" ? [] : value.map((place): Place => [kind, place]);
  });
}

const CONFIGURATION: Check<Surroundings> = {
  name: "configuration",
  of: () => readConfig().map(({ path }) => path),
  look: (path) => {
    const { refused } = readConfig().find((file) => file.path === path) ?? {};
    return [refused === undefined ? ok("used") : fault(`not used: ${refused}; run chmod go-w on both`)];
  },
};

const ACCOUNTS: Check<Surroundings> = {
  name: "account",
  of: () => readAccounts().map(({ name }) => name),
  look: (name, { now, patience }) => lookAtAccount(requireAccount(name), accountState(name, false), now, patience),
};
