import { expect, it } from "vitest";
import { CORPORA, commandFor } from "../../../scripts/corpora/table.js";

it("the command to use a corpus names the folder it is in, quoted where a shell needs it", () => {
  expect(CORPORA.map((corpus) => commandFor(corpus, "in/x"))).toEqual([
    "npx thresher evaluate in/x/train --test in/x/test --encoding latin1",
    "npx thresher evaluate in/x --encoding latin1 --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100",
    "npx thresher evaluate in/x --folds 10 --preset mail",
    "npx thresher evaluate in/x --folds 10",
  ]);
  expect(commandFor(CORPORA[3], "my $& data's/sms")).toBe("npx thresher evaluate 'my $& data'\\''s/sms' --folds 10");
});
