import { createHash } from "node:crypto";

/** The parts of a page. */
export interface PageParts {
  readonly title: string;
  /** A style sheet. */
  readonly style: string;
  /** A script that draws into the element `app`. It must not contain `</script`. */
  readonly script: string;
}

/**
 * Returns a page in one piece, and the headers that let a browser run this script and this style alone: nothing is
 * loaded, no text becomes markup, and no other page can show it in a frame.
 */
export function pageDocument({ title, style, script }: PageParts): { html: string; headers: Record<string, string> } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
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
