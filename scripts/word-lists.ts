/**
 * Measures what users keep who come from other filters: `npm run word-lists -- SPAMASSASSIN FOLDER`. The site has learned
 * one half of SpamAssassin's mail. Each user has taught SpamAssassin or bogofilter 200 messages of the other half, 60 of
 * which are mail of lists of the user's own taste: see `users`. Needs Debian's packages of both.
 */
import { join } from "node:path";
import { readWordList } from "../src/delivery/users/word-list.js";
import { WordPrior } from "../src/delivery/users/word-prior.js";
import { Learner } from "../src/model/learning/learner.js";
import { runScript } from "./run-script.js";
import { makeList, PROGRAMS } from "./users/make-lists.js";
import { type Answer, siteAnswer, TasteErrors, usersCommand } from "./users/taste-errors.js";
import { LISTS, learned, newUser, readSite } from "./users/tastes.js";

const SCRIPT = "word-lists";
/** Messages that each user has taught: of lists, and of all else. Then this many of all else are tested. */
const [OWN, ELSE, TESTED] = [60, 140, 300];

const does = "Compares imported word lists with the site's model and with a model of the same mail.";
const program = usersCommand(SCRIPT, does, [601, "the limits were chosen on 501 to 550"])
  .argument("<folder>", "keeps the word lists, so that a second run is faster")
  .action((mail, folder, options: { readonly users: number; readonly seed: number }) => {
    const { site, lists, others } = readSite(mail);
    const measured = new TasteErrors();
    for (let seed = options.seed; seed < options.seed + options.users; seed++) {
      const user = newUser(lists, LISTS, others, seed);
      const taught = [...user.lessons.slice(0, OWN), ...user.rest.slice(0, ELSE)];
      const rest = user.rest.slice(ELSE, ELSE + TESTED);
      const test = (name: string, answer: Answer) => measured.add(name, OWN + ELSE, user.tested, rest, answer);
      test("site", siteAnswer);
      for (const name of PROGRAMS) {
        const prior = new WordPrior(readWordList(makeList(name, join(folder, String(seed)), taught)).list);
        test(`list of ${name}`, ({ bytes, ranking }) => prior.above(ranking, site.read(bytes))[0].label);
      }
      test("own model", learned(new Learner({ preset: "mail" }), taught));
    }
    measured.print();
  });
await runScript(SCRIPT, program);
