/**
 * Measures what lessons of users do: `npm run users -- SPAMASSASSIN NEWSGROUPS`. The site has learned one half of
 * SpamAssassin's mail. Each user calls the mail of some lists spam and that of others ham, drawn by seed.
 */
import { Command } from "commander";
import { runScript } from "./run-script.js";
import { measureTastes, STEPS } from "./users/tastes.js";

const SCRIPT = "users";

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Compares lessons of users with the site's model, a model of their own, and a copy that learned.")
  .argument("<spamassassin>", "the folder of SpamAssassin's mail, with ham and spam")
  .argument("<newsgroups>", "a folder with a folder for each newsgroup")
  .option("--users <n>", "how many", Number, 50)
  .option("--seed <n>", "of the tastes; the limits were chosen on 1 to 60", Number, 201)
  .option("--copies", "also measure copies of the site's model that learn: takes minutes")
  .action((mail, news, options: { readonly users: number; readonly seed: number; readonly copies?: boolean }) => {
    const row = (name: string, cells: readonly string[]) =>
      console.log(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(8)).join("")}`);
    row("lessons", STEPS.map(String));
    for (const { name, own, rest } of measureTastes(mail, news, options)) {
      row(
        `${name}: own taste`,
        own.map((share) => share.toFixed(4)),
      );
      row(
        `${name}: all else`,
        rest.map((share) => share.toFixed(4)),
      );
    }
  });
await runScript(SCRIPT, program);
