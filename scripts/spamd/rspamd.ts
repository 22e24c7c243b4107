import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { exchange, httpRequest } from "./protocols.js";
import { freePorts, listening, type Server, serverOf } from "./server.js";
import { asNobody } from "./spamassassin.js";

/**
 * rspamd with its Bayes classifier as Debian sets it up, and without modules, rules and network. Alone, it gives spam up to
 * 5.1 points, and its threshold is 6, so the symbol BAYES_SPAM decides here.
 */
const configuration = (folder: string, ports: readonly number[], workers: number) => `
options {
  filters = "";
  url_tld = "/usr/share/rspamd/effective_tld_names.dat";
  classify_headers = ["User-Agent", "X-Mailer", "Content-Type", "X-MimeOLE"];
  allow_raw_input = true;
  tempdir = "${folder}";
  hs_cache_dir = "${folder}";
  cache_file = "${folder}/symbols.cache";
  stats_file = "${folder}/stats.ucl";
  control_socket = "${folder}/control mode=0600";
  pidfile = "${folder}/pid";
  dns { nameserver = ["127.0.0.1:9"]; timeout = 0; retransmits = 0; }
}
logging { type = "file"; filename = "${folder}/log"; level = "error"; }
worker "normal" { bind_socket = "127.0.0.1:${ports[0]}"; count = ${workers}; }
worker "controller" { bind_socket = "127.0.0.1:${ports[1]}"; count = 1; secure_ip = "127.0.0.1"; }
actions { reject = null; greylist = null; add_header = 0.001; }
group "statistics" { symbols = { "BAYES_SPAM" { weight = 5.1; } "BAYES_HAM" { weight = -3.0; } } }
classifier "bayes" {
  tokenizer { name = "osb"; }
  cache { }
  new_schema = true;
  min_tokens = 11;
  min_learns = 200;
  backend = "redis";
  servers = "127.0.0.1:${ports[2]}";
  statfile { symbol = "BAYES_HAM"; spam = false; }
  statfile { symbol = "BAYES_SPAM"; spam = true; }
}
`;

/**
 * Starts rspamd with a Redis of its own, and trains it on a corpus.
 *
 * @param folder empty, for its files
 * @param workers number of processes that answer
 */
export async function startRspamd(corpus: string, folder: string, workers: number): Promise<Server & { port: number }> {
  const ports = await freePorts(3);
  const [port, controller, redisPort] = ports;
  const state = join(folder, "state");
  mkdirSync(state);
  const file = join(folder, "rspamd.conf");
  writeFileSync(file, configuration(state, ports, workers));
  const options = { ...asNobody(state), stdio: "ignore" } as const;
  const redis = spawn(
    "redis-server",
    ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--dir", state],
    options,
  );
  const rspamd = spawn("rspamd", ["-f", "-c", file, "--var", `DBDIR=${state}`], options);
  const server = serverOf([rspamd, redis]);
  try {
    await listening(redis, [redisPort]);
    await listening(rspamd, [port, controller]);
    for (const label of ["ham", "spam"]) {
      for (const name of readdirSync(join(corpus, label))) {
        // Without this field, it does not learn messages of which it is sure.
        const request = httpRequest(`/learn${label}`, readFileSync(join(corpus, label, name)), "Learn-Type: bulk\r\n");
        const answer = String(await exchange(controller, request, false));
        if (!/"success":true|less tokens than required|already/.test(answer))
          throw new DataError(`rspamd did not learn: ${answer.slice(-200)}`);
      }
    }
  } catch (error) {
    await server.end();
    throw error;
  }
  return { ...server, port };
}
