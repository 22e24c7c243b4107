import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { STYLE } from "../reports/html/style.js";
import { LABEL_STYLE } from "./label-style.js";
import { correct, figuresOf, listOf, open, type Review, strengths, undo } from "./review-answers.js";
import { REVIEW_STYLE } from "./review-style.js";
import { PageServer } from "./server/page-server.js";

/** Makes the page of `thresher review`. @param port default 0: a free one */
export function reviewPage(review: Review, port?: number): PageServer {
  return new PageServer({
    title: "Thresher: review",
    style: STYLE + LABEL_STYLE + REVIEW_STYLE,
    script: readFileSync(createRequire(import.meta.url).resolve("#pages/review.js"), "utf8"),
    port,
    reads: {
      decisions: (query) => listOf(review, query),
      decision: (query) => open(review, query),
      figures: () => figuresOf(review),
      term: (query) => strengths(review, query),
    },
    changes: { correct: (body) => correct(review, body), undo: () => undo(review) },
  });
}
