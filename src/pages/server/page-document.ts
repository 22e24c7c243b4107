import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { STYLE } from "../../reports/html/style.js";
import { PAGE_STYLE } from "./page-style.js";

/** The pages: each has a script, which draws into the element `app`. */
export type PageName = "label" | "review";

/**
 * Returns a page in one piece, and the headers that let a browser run this script and this style alone: nothing is
 * loaded, no text becomes markup, and no other page can show it in a frame.
 */
export function pageDocument(page: PageName): { html: string; headers: Record<string, string> } {
  const script = readFileSync(createRequire(import.meta.url).resolve(`#pages/${page}.js`), "utf8");
  const style = STYLE + PAGE_STYLE;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Thresher: ${page}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. Use --terminal to work without a browser.</noscript>
<script type="module">${script}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    html,
    headers: {
      "Content-Security-Policy": policy.join("; "),
      "Cache-Control": "no-store",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  };
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
