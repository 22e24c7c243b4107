import { describe, expect, it } from "vitest";
import { CORPORA, commandFor, listing } from "../../../scripts/corpora/table.js";

describe("the table of corpora", () => {
  it("is listed, with the corpora that are here already", () => {
    const lines = listing(CORPORA, new Set(["sms"])).split("\n");
    expect(lines[0]).toMatch(/^name +what it is +documents +download +here +home page$/);
    expect(lines[1]).toMatch(/^20news-bydate .* 18,846 +14\.5 MB +no +http:/);
    expect(lines[4]).toMatch(/^sms .* 5,574 +0\.2 MB +yes +https:/);
  });
});

describe("the command to use a corpus", () => {
  it("names the folder it is in, quoted where a shell needs it", () => {
    expect(CORPORA.map((corpus) => commandFor(corpus, "in/x"))).toEqual([
      "npx thresher evaluate in/x/train --test in/x/test --encoding latin1",
      "npx thresher evaluate in/x --encoding latin1 --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100",
      "npx thresher evaluate in/x --folds 10 --preset mail",
      "npx thresher evaluate in/x --folds 10",
    ]);
    expect(commandFor(CORPORA[3], "my $& data's/sms")).toBe("npx thresher evaluate 'my $& data'\\''s/sms' --folds 10");
  });
});
