/**
 * How fast `thresher serve --spamd` is: one message by `spamc` beside `bogofilter -p`, and messages a second with several
 * clients beside SpamAssassin's spamd with its Bayes classifier alone: `npm run spamd-speed -- CORPUS`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  readonly passes: number;
  readonly jobs: number;
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
  const all = messages(options.messages);
  const socket = join(scratch, "s");
  let ours = 0;
  try {
    for (const jobs of new Set([1, options.jobs])) {
      const server = await startThresher(model, socket, jobs);
      try {
        ours = await throughput(`thresher --jobs ${jobs}`, server, all, options);
        const isBeside = jobs === 1 && options.peers && (await findBogofilter()) !== undefined;
        if (isBeside) oneMessage(corpus, scratch, socket, messages(options.sample), options.rounds);
      } finally {
        await server.end();
      }
    }
    const version = options.peers ? spamdVersion() : undefined;
    if (version === undefined) {
      console.log("Not beside spamd: it is not installed; on Debian: apt install spamassassin spamd.");
      return;
    }
    const folder = join(scratch, "spamassassin");
    mkdirSync(folder);
    const spamd = await startSpamd(corpus, folder, options.port, options.clients);
    try {
      const theirs = await throughput(`spamd ${version}, Bayes alone`, spamd, all, options);
      console.log(`${(ours / theirs).toFixed(1)} times the messages of spamd`);
    } finally {
      await spamd.end();
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Sends all messages several times. Prints and returns how many a second a server answers the last time: before, its
 * code and its data are cold.
 */
async function throughput(
  name: string,
  server: SpamdServer,
  messages: readonly Buffer[],
  { clients, passes }: SpeedOptions,
) {
  for (let pass = 1; ; pass++) {
    const before = server.seconds();
    const own = process.cpuUsage();
    const begun = performance.now();
    let next = 0;
    const client = async () => {
      while (next < messages.length) {
        const answer = await processMessage(server.address, messages[next++]);
        if (!answer.subarray(0, EXPECTED.length).equals(EXPECTED))
          throw new DataError(`${name} did not answer: ${answer.subarray(0, 80)}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - begun) / 1000;
    const used = server.seconds() - before;
    const { user, system } = process.cpuUsage(own);
    const rate = messages.length / seconds;
    const each = (value: number) => ((1000 * value) / messages.length).toFixed(2);
    console.log(
      `${name}, pass ${pass}: ${rate.toFixed(rate < 100 ? 1 : 0)} messages a second with ${clients} clients; processor: ` +
        `${each(used)} ms for each message, ${(used / seconds).toFixed(2)} cores; clients: ` +
        `${each((user + system) / 1e6)} ms, ${((user + system) / 1e6 / seconds).toFixed(2)} cores`,
    );
    if (pass === passes) return rate;
  }
}

const EXPECTED = Buffer.from("SPAMD/1.1 0 EX_OK\r\n");

/** Loops that mark the messages of a folder, with a process for each. A shell starts processes fast. */
const LOOPS = {
  spamc: 'for f; do spamc -U "$SOCKET" -s 67108864 <"$f" >"$f.marked"; done',
  bogofilter: 'for f; do bogofilter -C -d "$WORDLIST" -p <"$f" >"$f.marked"; done',
};

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
  const files = messages.map((message, n) => {
    const file = join(scratch, `${n}.eml`);
    writeFileSync(file, message);
    return file;
  });
  const env = { ...process.env, SOCKET: socket, WORDLIST: wordlist };
  const times = { spamc: [] as number[], bogofilter: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const program of ["spamc", "bogofilter"] as const) {
      const begun = performance.now();
      spawnSync("sh", ["-c", LOOPS[program], "sh", ...files], { env });
      if (round >= 0) times[program].push((performance.now() - begun) / files.length);
      const unmarked = files.find((file) => statSync(`${file}.marked`).size <= statSync(file).size);
      if (unmarked !== undefined) throw new DataError(`${program} did not mark ${unmarked}`);
    }
  }
  const [ours, theirs] = [median(times.spamc), median(times.bogofilter)];
  const ratio = median(ratios(times.spamc, times.bogofilter));
  console.log(
    `one message, whole process, ${rounds} times ${files.length} messages: spamc ${ours.toFixed(2)} ms, bogofilter -p ` +
      `${theirs.toFixed(2)} ms; spamc takes ${ratio.toFixed(2)} times as long (median of the rounds)`,
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
  .option("--passes <n>", "how often each server gets them; the last time counts", Number, 3)
  .option("--jobs <n>", "threads of thresher serve, beside one", Number, 2)
  .option("--sample <n>", "how many messages spamc and bogofilter get", Number, 100)
  .option("--rounds <n>", "how often", Number, 11)
  .option("--port <n>", "a free port for spamd", Number, 7831)
  .option("--no-peers", "leave out bogofilter and spamd")
  .action(run);
await runScript(SCRIPT, program);
