/**
 * Checks published figures on real corpora: `npm run check:corpora -- CORPORA [--vectors DIR] [--only NAMES] [--quick]`.
 * CORPORA has 20news-bydate/{train,test}, 20news-19997 and spamassassin as a folder per class, and
 * sms as it comes, trec-questions and waimai as CSV files; DIR has scikit-learn's reference values. Skipped without CORPORA.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { checkByDate } from "./checks/by-date.js";
import { Checks, thresher } from "./checks/checks.js";
import { checkFilter } from "./checks/filter.js";
import { checkLearning } from "./checks/learning.js";
import { checkMail, checkMessages, checkQuestions, checkReviews } from "./checks/mail-and-messages.js";
import { checkCurve, checkGenerativeDiscriminative, checkLectures } from "./checks/pictures.js";
import { checkReferenceCases } from "./checks/reference-cases.js";
import { checkSpamd } from "./checks/spamd.js";

/** The checks of each corpus. */
const CHECKS: Readonly<Record<string, (root: string, scratch: string) => void | Promise<void>>> = {
  "20news-bydate": (root, scratch) => {
    checkByDate(check, root, vectors, scratch);
    if (!quick) checkGenerativeDiscriminative(check, root, scratch);
  },
  "20news-19997": (root, scratch) => {
    checkLectures(check, root);
    checkCurve(check, root, scratch);
  },
  sms: (root, scratch) => checkMessages(check, root, scratch),
  "trec-questions": (root) => checkQuestions(check, root),
  waimai: (root) => checkReviews(check, root, quick ? ["fast"] : ["fast", "best"]),
  spamassassin: async (root, scratch) => {
    checkMail(check, root);
    const model = join(scratch, "spamassassin.model");
    thresher("train", root, "-m", model, "--as", "mail", "--quiet");
    const share = quick ? 0.2 : 1;
    checkFilter(check, root, model, share);
    await checkSpamd(check, root, { model, share });
    await checkLearning(check, root, scratch, share);
  },
};

const program = new Command("npm run check:corpora --")
  .description("Checks Thresher's figures on real corpora.")
  .argument(
    "[corpora]",
    "a folder with 20news-bydate, 20news-19997, sms, spamassassin, trec-questions and waimai in it",
  )
  .option("--vectors <folder>", "a folder with scikit-learn's reference values")
  .option("--only <names>", "the corpora to check, such as sms,waimai; default: all")
  .option("--quick", "leave out the figures that take longest, and filter and learn only a fifth of the mail")
  .parse();
const checks = new Checks();
const { check } = checks;
const [corpora] = program.args;
const { vectors, only, quick } = program.opts<{ vectors?: string; only?: string; quick?: boolean }>();
if (corpora === undefined) {
  console.log("SKIPPED: the checks on real corpora need a folder with them: npm run check:corpora -- FOLDER");
} else {
  const scratch = mkdtempSync(join(tmpdir(), "thresher-check-"));
  try {
    if (vectors !== undefined) checkReferenceCases(check, vectors);
    for (const name of only?.split(",") ?? Object.keys(CHECKS)) {
      const root = join(corpora, name);
      if (Object.hasOwn(CHECKS, name) && existsSync(root)) await CHECKS[name](root, scratch);
      else check(name, "no such folder", root, false);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  console.log(`${checks.passed} passed, ${checks.failed} failed`);
  process.exitCode = checks.failed === 0 ? 0 : 1;
}
