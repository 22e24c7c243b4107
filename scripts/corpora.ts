import { join } from "node:path";
import { Command } from "commander";
import { UsageError } from "../src/base/errors.js";
import { safeText } from "../src/base/safe-text.js";
import { progressBar } from "./corpora/download.js";
import { exists, getCorpus, MIRROR_VARIABLE, mirrorFrom } from "./corpora/get-corpus.js";
import { CORPORA, type Corpus, commandFor, listing } from "./corpora/table.js";
import { runScript, stopSignals } from "./run-script.js";

interface Options {
  readonly into: string;
  readonly keepArchive?: true;
  readonly quiet?: true;
}

const stop = stopSignals();

const program = new Command("npm run corpora --")
  .description(
    "Downloads well-known corpora from their original sites, checks and unpacks them. Without a name, lists them.",
  )
  .argument("[names...]", CORPORA.map((corpus) => corpus.name).join(", "))
  .option("--into <dir>", "folder to put them into", "corpora/downloaded")
  .option("--keep-archive", "keep the archives, too, in .download below that folder")
  .option("--quiet", "no progress and no messages, only results and errors")
  .addHelpText(
    "after",
    `\nEnvironment:\n  ${MIRROR_VARIABLE}=URL  takes the archives from there: it replaces the scheme and host of the original sites.` +
      "\n\nAn archive that lies in .download already is not downloaded again.",
  )
  .action(run);

await runScript("corpora", program, stop, "stopped; run the same command again to continue");

async function run(names: string[], options: Options): Promise<void> {
  const corpora = [...new Set(names)].map(corpusNamed);
  const mirror = mirrorFrom(process.env[MIRROR_VARIABLE]);
  if (corpora.length === 0) await list(options.into);
  for (const corpus of corpora) {
    const { folder, documents } = await getCorpus(corpus, {
      into: options.into,
      mirror,
      keepArchive: options.keepArchive ?? false,
      ...(!options.quiet && { note: (line) => process.stderr.write(`${safeText(line)}\n`), progressFor: progressBar }),
      signal: stop.signal,
    });
    process.stdout.write(`${folder}: ${state(corpus, documents)}; to use it:\n  ${commandFor(corpus, folder)}\n`);
  }
}

async function list(into: string): Promise<void> {
  const here = new Set<string>();
  for (const { name } of CORPORA) if (await exists(join(into, name))) here.add(name);
  process.stdout.write(`${listing(CORPORA, here)}\nTo get one: npm run corpora -- ${CORPORA[0].name}\n`);
}

function state(corpus: Corpus, documents: number | undefined): string {
  if (documents === undefined) return "already there, nothing done";
  const found = `${documents.toLocaleString("en-US")} documents`;
  return documents === corpus.documents
    ? found
    : `${found}, not ${corpus.documents.toLocaleString("en-US")} as expected`;
}

function corpusNamed(name: string): Corpus {
  const corpus = CORPORA.find((one) => one.name === name);
  if (corpus === undefined) {
    throw new UsageError(`there is no corpus "${name}"; choose from ${CORPORA.map((one) => one.name).join(", ")}`);
  }
  return corpus;
}
