import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { STYLE } from "../reports/html/style.js";
import { LABEL_STYLE } from "./label-style.js";
import type { ReviewSession } from "./review-session.js";
import { REVIEW_STYLE } from "./review-style.js";
import { PageServer } from "./server/page-server.js";

/** Makes the page of `thresher review`. @param port default 0: a free one */
export function reviewPage(session: ReviewSession, port?: number): PageServer {
  return new PageServer({
    title: "Thresher: review",
    style: STYLE + LABEL_STYLE + REVIEW_STYLE,
    script: readFileSync(createRequire(import.meta.url).resolve("#pages/review.js"), "utf8"),
    port,
    reads: {
      decisions: (query) => session.list(query),
      decision: (query) => session.open(query),
      figures: () => session.figures(),
      term: (query) => session.term(query),
    },
    changes: { correct: (body) => session.correct(body), undo: () => session.undo() },
  });
}
