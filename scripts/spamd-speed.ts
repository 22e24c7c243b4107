/**
 * How `thresher serve` answers mail servers, by each of its protocols, beside Debian's spamd and rspamd with their Bayes
 * classifiers alone, all trained on the same half of a corpus and asked about the other one: `npm run spamd-speed -- CORPUS`.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { DataError } from "../src/base/errors.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { makeFolds, openMail } from "./bench/mail-folds.js";
import { run as runThresher } from "./kills/run-command.js";
import { MAIL_OPTIONS } from "./mail-training.js";
import { runScript } from "./run-script.js";
import { Contestant, type Judged, rowOf } from "./spamd/contestant.js";
import { milter, RSPAMD, SPAMD } from "./spamd/protocols.js";
import { startRspamd } from "./spamd/rspamd.js";
import { freePorts, type Server, startThresher } from "./spamd/server.js";
import { startSpamd } from "./spamd/spamassassin.js";

const SCRIPT = "spamd-speed";
/** The programs beside Thresher, and Debian's packages of them. */
const PEERS = { "sa-learn": "spamassassin", spamd: "spamd", rspamd: "rspamd", "redis-server": "redis-server" };

interface SpeedOptions {
  readonly clients: number;
  readonly messages: number;
  readonly rounds: number;
  readonly jobs: number;
  readonly seed: number;
  readonly peers: boolean;
}

async function run(folder: string, { clients, messages, rounds, jobs, seed, peers }: SpeedOptions): Promise<void> {
  const corpus = openMail(folder);
  // Debian has servers where the paths of ordinary users do not look.
  process.env.PATH = `${process.env.PATH}:/usr/sbin`;
  if (peers) requirePeers();
  const scratch = mkdtempSync(join(tmpdir(), "thresher-spamd-"));
  // Other users work there.
  chmodSync(scratch, 0o755);
  const servers: Server[] = [];
  try {
    const [{ train, test }] = makeFolds(corpus, scratch, 2, 1, seed);
    const model = join(scratch, "mail.model");
    await runThresher(["train", train.path, "-m", model, ...MAIL_OPTIONS, "--quiet"]);
    const [byMilter, byHttp, bySpamd] = await freePorts(3);
    const thresher = await startThresher(model, { milter: byMilter, http: byHttp, spamd: bySpamd }, jobs);
    servers.push(thresher);
    const contestants = [
      new Contestant("spamd's protocol", thresher, SPAMD, bySpamd),
      new Contestant("milter, a connection each", thresher, milter(false), byMilter),
      new Contestant("milter, one connection", thresher, milter(true), byMilter),
      new Contestant("rspamd's protocol", thresher, RSPAMD, byHttp),
    ];
    if (peers) {
      const [one, two] = ["spamd", "rspamd"].map((name) => join(scratch, name));
      for (const path of [one, two]) mkdirSync(path);
      const spamd = await startSpamd(train.path, one, clients);
      servers.push(spamd);
      contestants.push(new Contestant("Debian's spamd", spamd, SPAMD, spamd.port));
      const rspamd = await startRspamd(train.path, two, jobs);
      servers.push(rspamd);
      contestants.push(new Contestant("Debian's rspamd", rspamd, RSPAMD, rspamd.port));
    }
    const [known, asked] = [train.path, test.path].map((path) => evenly(mailOf(path), messages));
    // Cold code and data are slow.
    for (const contestant of contestants) await contestant.ask(evenly(known, asked.length / rounds), clients, false);
    for (let round = 0; round < rounds; round++) {
      const block = asked.filter((_, i) => i % rounds === round);
      for (let turn = 0; turn < contestants.length; turn++) {
        await contestants[(round + turn) % contestants.length].ask(block, clients, true);
      }
    }
    const [reference, ...others] = contestants;
    const heading = [
      "",
      "right",
      "ham lost",
      "spam missed",
      "1-AUC",
      "messages/s",
      "median",
      "processor",
      "memory",
      "peak",
    ];
    console.log(`${train.documents} messages learned, ${asked.length} asked, ${clients} clients at a time\n`);
    console.log(textTable([heading, ...contestants.map(rowOf)], "lrrrrrrrrr").join("\n"));
    const ratio = (other: Contestant) => `${(other.seconds / reference.seconds).toFixed(2)} (${other.name})`;
    console.log(`\nprocessor time beside ${reference.name}: ${others.map(ratio).join(", ")}`);
  } finally {
    for (const server of servers) await server.end();
    rmSync(scratch, { recursive: true });
  }
}

function requirePeers(): void {
  const missing = Object.entries(PEERS).filter(([name]) => spawnSync(name, ["--version"]).error !== undefined);
  if (missing.length === 0) return;
  const [names, packages] = [0, 1].map((part) => missing.map((entry) => entry[part]));
  throw new DataError(
    `no ${names.join(", ")} here: apt install ${packages.join(" ")}, or leave them out with --no-peers`,
  );
}

/** Reads the messages of a folder, without the line before them that only mailboxes have. */
function mailOf(folder: string): Judged[] {
  return ["ham", "spam"].flatMap((label) =>
    readdirSync(join(folder, label)).map((name) => {
      const text = readFileSync(join(folder, label, name), "latin1").replace(/^From .*\n/, "");
      return { isSpam: label === "spam", message: Buffer.from(text, "latin1") };
    }),
  );
}

function evenly<T>(all: readonly T[], count: number): T[] {
  const size = Math.min(Math.ceil(count), all.length);
  return Array.from({ length: size }, (_, i) => all[Math.floor((i * all.length) / size)]);
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Measures the protocols of thresher serve beside Debian's spamd and rspamd, on the same mail.")
  .argument("<corpus>", "a folder with the folders ham and spam")
  .option("--clients <n>", "how many ask at a time", Number, 4)
  .option(
    "--messages <n>",
    "how many they ask about; by default all of the other half",
    Number,
    Number.POSITIVE_INFINITY,
  )
  .option("--rounds <n>", "the servers take turns so often", Number, 6)
  .option("--jobs <n>", "threads of thresher serve, processes of rspamd", Number, 2)
  .option("--seed <n>", "of the halves", Number, 1)
  .option("--no-peers", "leave out spamd and rspamd")
  .action(run);
await runScript(SCRIPT, program);
