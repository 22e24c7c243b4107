/**
 * How fast `thresher serve --spamd` is: one message by `spamc` beside `bogofilter -p`, and messages a second with several
 * clients beside SpamAssassin's spamd with its Bayes classifier alone: `npm run spamd-speed -- CORPUS`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { DataError } from "../src/base/errors.js";
import { readFolders } from "../src/documents/corpora/folders.js";
import { findBogofilter } from "./bench/bogofilter.js";
import { median, ratios } from "./bench/measurement.js";
import { run as runThresher } from "./kills/run-command.js";
import { MAIL_OPTIONS } from "./mail-training.js";
import { runScript } from "./run-script.js";
import { processMessage, type SpamdServer, startThresher } from "./spamd/server.js";
import { spamdVersion, startSpamd } from "./spamd/spamassassin.js";

const SCRIPT = "spamd-speed";

interface SpeedOptions {
  readonly clients: number;
  readonly messages: number;
  readonly spamdMessages: number;
  readonly sample: number;
  readonly rounds: number;
  readonly port: number;
  readonly peers: boolean;
}

async function run(corpus: string, options: SpeedOptions): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "thresher-spamd-"));
  // spamd works as another user.
  chmodSync(scratch, 0o755);
  const files = Array.from(readFolders(corpus), ({ id }) => join(corpus, id));
  const messages = (count: number) => evenly(files, count).map((file) => readFileSync(file));
  const model = join(scratch, "mail.model");
  await runThresher(["train", corpus, "-m", model, ...MAIL_OPTIONS, "--quiet"]);
  const socket = join(scratch, "s");
  const server = await startThresher(model, socket);
  try {
    const ours = await throughput("thresher", server, messages(options.messages), options.clients);
    const bogofilter = options.peers ? await findBogofilter() : undefined;
    if (bogofilter !== undefined) oneMessage(corpus, scratch, socket, messages(options.sample), options.rounds);
    const version = options.peers ? spamdVersion() : undefined;
    if (version === undefined) {
      console.log("Not beside spamd: it is not installed; on Debian: apt install spamassassin spamd.");
    } else {
      const folder = join(scratch, "spamassassin");
      mkdirSync(folder);
      const spamd = await startSpamd(corpus, folder, options.port, options.clients);
      try {
        const name = `spamd ${version}, Bayes alone`;
        const theirs = await throughput(name, spamd, messages(options.spamdMessages), options.clients);
        console.log(`${(ours / theirs).toFixed(0)} times the messages of spamd`);
      } finally {
        await spamd.end();
      }
    }
  } finally {
    await server.end();
    rmSync(scratch, { recursive: true });
  }
}

/** Prints and returns how many messages a second a server answers. */
async function throughput(name: string, server: SpamdServer, messages: readonly Buffer[], clients: number) {
  const before = server.seconds();
  const own = process.cpuUsage();
  const begun = performance.now();
  let next = 0;
  const client = async () => {
    while (next < messages.length) {
      const answer = await processMessage(server.address, messages[next++]);
      if (!answer.subarray(0, 19).equals(EXPECTED))
        throw new DataError(`${name} did not answer: ${answer.subarray(0, 80)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - begun) / 1000;
  const used = server.seconds() - before;
  const { user, system } = process.cpuUsage(own);
  const rate = messages.length / seconds;
  const perMessage = ((1000 * used) / messages.length).toFixed(2);
  console.log(
    `${name}: ${rate.toFixed(rate < 100 ? 1 : 0)} messages a second with ${clients} clients; processor: ${perMessage} ms ` +
      `for each message, ${(used / seconds).toFixed(2)} of a core, the clients ${((user + system) / 1e6 / seconds).toFixed(2)}`,
  );
  return rate;
}

const EXPECTED = Buffer.from("SPAMD/1.1 0 EX_OK\r\n");

/** Compares whole processes of `spamc` and `bogofilter -p` on the same messages, in turn. */
function oneMessage(
  corpus: string,
  scratch: string,
  socket: string,
  messages: readonly Buffer[],
  rounds: number,
): void {
  const wordlist = join(scratch, "bogofilter");
  mkdirSync(wordlist);
  for (const [label, option] of [
    ["ham", "-n"],
    ["spam", "-s"],
  ] as const) {
    const learn = 'find "$2" -type f | bogofilter -C -d "$1" -b "$3"';
    execFileSync("sh", ["-c", learn, "sh", wordlist, join(corpus, label), option]);
  }
  const times = { spamc: [] as number[], bogofilter: [] as number[] };
  const timed = (program: keyof typeof times, args: readonly string[], input: Buffer) => {
    const begun = performance.now();
    const { stdout } = spawnSync(program, args, { input, maxBuffer: 1 << 26 });
    times[program].push(performance.now() - begun);
    if (stdout.length <= input.length) throw new DataError(`${program} did not mark a message`);
  };
  for (let round = 0; round < rounds; round++) {
    for (const message of messages) {
      timed("spamc", ["-U", socket, "-s", String(1 << 26)], message);
      timed("bogofilter", ["-C", "-d", wordlist, "-p"], message);
    }
  }
  const [ours, theirs] = [median(times.spamc), median(times.bogofilter)];
  const ratio = median(ratios(times.spamc, times.bogofilter));
  console.log(
    `one message, whole process, ${times.spamc.length} pairs: spamc ${ours.toFixed(2)} ms, bogofilter -p ` +
      `${theirs.toFixed(2)} ms; spamc takes ${ratio.toFixed(2)} times as long (median of the pairs)`,
  );
}

function evenly<T>(all: readonly T[], count: number): T[] {
  const size = Math.min(count, all.length);
  return Array.from({ length: size }, (_, i) => all[Math.floor((i * all.length) / size)]);
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Measures thresher serve --spamd, beside bogofilter and spamd where they are installed.")
  .argument("<corpus>", "a folder with the folders ham and spam")
  .option("--clients <n>", "how many ask at a time", Number, 4)
  .option("--messages <n>", "how many they send", Number, 10_000)
  .option("--spamd-messages <n>", "how many of them spamd gets", Number, 400)
  .option("--sample <n>", "how many messages spamc and bogofilter get", Number, 100)
  .option("--rounds <n>", "how often", Number, 5)
  .option("--port <n>", "a free port for spamd", Number, 7831)
  .option("--no-peers", "leave out bogofilter and spamd")
  .action(run);
await runScript(SCRIPT, program);
